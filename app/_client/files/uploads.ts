/**
 * The uploads of this tab, by the place they are meant for. They go on while one looks at another conversation; what
 * failed stays with its bytes until it is tried again or let go.
 */
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { errorWords, failureWords } from '../words.ts'
import { trpc } from '../trpc.ts'
import { uploadFile, type Begun } from './upload-file.ts'

export type Upload = {
  key: string
  name: string
  size: number
  /** Bytes that are gone. */
  sent: number
  /** Why it stands still; null while it goes on. */
  failed: string | null
}

type Target = {
  workspaceId: WorkspaceId
  memberId: MemberId
  place: string
  onDone: (file: AttachedFile) => void
}
type Running = Upload & { target: Target; file: File; begun: Begun | null; stop: AbortController }

const NONE: readonly Upload[] = []
/** At once: a connection shared by all would finish none of them soon. */
const AT_ONCE = 2

let running: readonly Running[] = []
let shown = new Map<string, readonly Upload[]>()
const listeners = new Set<() => void>()
let count = 0

export const subscribeUploads = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** The same list until something of it changes. */
export const uploadsOf = (place: string): readonly Upload[] => shown.get(place) ?? NONE

export function startUploads(files: readonly File[], target: Target): void {
  const added = files.map((file): Running => {
    const base = { key: String(++count), name: file.name || 'file', size: file.size, sent: 0, failed: null }
    return { ...base, target, file, begun: null, stop: new AbortController() }
  })
  change([...running, ...added])
  goOn()
}

export function retryUpload(key: string): void {
  patch(key, { failed: null, stop: new AbortController() })
  goOn()
}

/** What was stored of it is let go, too. */
export function cancelUpload(key: string): void {
  const found = running.find((one) => one.key === key)
  if (!found) return
  change(running.filter((one) => one !== found))
  found.stop.abort()
  active.delete(key)
  if (found.begun) {
    const { workspaceId } = found.target
    // Not reached: the server lets go of it by itself after a day.
    trpc.files.discard.mutate({ workspaceId, id: found.begun.id }).catch(() => {})
  }
  goOn()
}

const active = new Set<string>()

function goOn(): void {
  for (const one of running) {
    if (active.size >= AT_ONCE) return
    if (active.has(one.key) || one.failed !== null) continue
    active.add(one.key)
    void run(one)
  }
}

async function run({ key, target, file, begun, stop }: Running): Promise<void> {
  const { workspaceId, memberId } = target
  try {
    const attached = await uploadFile({
      ...{ workspaceId, memberId, file, begun, signal: stop.signal },
      onBegun: (next) => patch(key, { begun: next }),
      onProgress: (sent) => patch(key, { sent }),
    })
    if (stop.signal.aborted) return
    // Both in one turn: it is shown once, as what it has become.
    target.onDone(attached)
    change(running.filter((one) => one.key !== key))
  } catch (error) {
    if (!stop.signal.aborted) patch(key, { failed: wordsOf(error) })
  } finally {
    active.delete(key)
    goOn()
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof DomainError)) return failureWords(error)
  // Of what is announced, only the size can be wrong.
  return error.code === 'invalid_input' ? 'It is empty: there is nothing to send.' : errorWords(error.code, error.facts)
}

function patch(key: string, changed: Partial<Running>): void {
  change(running.map((one) => (one.key === key ? { ...one, ...changed } : one)))
}

function change(next: readonly Running[]): void {
  running = next
  const places = new Map<string, Upload[]>()
  for (const { key, name, size, sent, failed, target } of next) {
    const list = places.get(target.place) ?? []
    list.push({ key, name, size, sent, failed })
    places.set(target.place, list)
  }
  shown = places
  for (const listener of listeners) listener()
}
