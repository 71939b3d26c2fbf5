/**
 * Brings one file to the server: announced, part by part, finished. Asked again with what it had begun, it goes on from
 * the first part that is missing.
 */
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import { partPath } from '#server/domain/files/file-address.ts'
import { DomainError, type ErrorCode, type ErrorFacts } from '#server/domain/errors.ts'
import type { FileId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { ACTING_MEMBER_HEADER } from '#server/protocol/acting-member.ts'
import { trpc } from '../trpc.ts'

export type Begun = { id: FileId; partBytes: number; parts: number }
export type UploadTask = {
  workspaceId: WorkspaceId
  memberId: MemberId
  file: File
  /** From an earlier try. */
  begun: Begun | null
  onBegun: (begun: Begun) => void
  /** @param sent bytes so far, in this try and before */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** A part that did not get through is sent again after these; then it is for the person to say when. */
const PAUSES_MS = [1_000, 3_000]

/** @throws DomainError what the server refused; anything else where it was not reached; AbortError */
export async function uploadFile(task: UploadTask): Promise<AttachedFile> {
  const { workspaceId, file, signal } = task
  if (file.size === 0) throw new DomainError('invalid_input', { field: 'size', value: 0 })
  const begun = task.begun ?? (await announce({ workspaceId, name: file.name, size: file.size }))
  task.onBegun(begun)
  signal.throwIfAborted()
  const { id, partBytes, parts } = begun
  const from = task.begun ? (await trpc.files.state.query({ workspaceId, id })).parts : 0
  for (let index = from; index < parts; index++) {
    const start = index * partBytes
    await sendPatiently(task, { id, index, start }, file.slice(start, start + partBytes))
    signal.throwIfAborted()
  }
  task.onProgress(file.size)
  const attached = await trpc.files.finish.mutate({ workspaceId, id })
  signal.throwIfAborted()
  return attached
}

/** One after the other: files are shown by their ids, and so in the order in which they were chosen. */
function announce(file: { workspaceId: WorkspaceId; name: string; size: number }): Promise<Begun> {
  const mine = announced.then(() => trpc.files.begin.mutate(file))
  announced = mine.catch(() => undefined)
  return mine
}
let announced: Promise<unknown> = Promise.resolve()

type Place = { id: FileId; index: number; start: number }

async function sendPatiently(task: UploadTask, place: Place, part: Blob): Promise<void> {
  for (const pause_ms of [...PAUSES_MS, null]) {
    try {
      task.onProgress(place.start)
      return await sendPart(task, place, part)
    } catch (error) {
      if (pause_ms === null || error instanceof DomainError || task.signal.aborted) throw error
      await new Promise((later) => setTimeout(later, pause_ms))
    }
  }
}

/** `fetch` does not tell how much of a body is gone. */
function sendPart(task: UploadTask, { id, index, start }: Place, part: Blob): Promise<void> {
  const { workspaceId, memberId, signal, onProgress } = task
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('PUT', partPath(workspaceId, id, index))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader(ACTING_MEMBER_HEADER, memberId)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(start + Math.min(loaded, part.size)))
    request.addEventListener('load', () =>
      request.status === 200 ? resolve() : reject(refusalIn(request.responseText) ?? new Error('not taken')),
    )
    request.addEventListener('error', () => reject(new Error('not reached')))
    request.addEventListener('abort', () => reject(new DOMException('canceled', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop)
    request.send(part)
  })
}

function refusalIn(answer: string): DomainError | null {
  try {
    const { domain } = JSON.parse(answer) as { domain?: { code: ErrorCode; facts: ErrorFacts } | null }
    return domain ? new DomainError(domain.code, domain.facts) : null
  } catch {
    return null
  }
}
