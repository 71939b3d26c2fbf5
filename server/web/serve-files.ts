/**
 * The door for bytes. Reading asks for the reader's right every time; nothing is ever served as active content: what can
 * be shown is an image that we made ourselves, everything else is a download, and both stand in a sandbox. Writing takes
 * parts from our own pages, and whole files from programs that hold the ticket of one upload.
 */
import { randomUUID } from 'node:crypto'
import { DomainError, type ErrorCode } from '#server/domain/errors.ts'
import { FILE_FORMS, type FileForm } from '#server/domain/files/file-address.ts'
import { PART_BYTES } from '#server/domain/files/limits.ts'
import { parsePublicId, type FileId, type WorkspaceId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { FileRow } from '#server/mysql/files.ts'
import { traced } from '#server/domain/operations/trace.ts'
import { ACTING_MEMBER_HEADER } from '#server/protocol/acting-member.ts'
import { loadReadableFile, openFile } from '#server/usecases/files/load-file.ts'
import { takeAllByTicket, takePart } from '#server/usecases/files/take-part.ts'
import { loadActor } from '#server/usecases/members/load-actor.ts'
import { checkToken } from '#server/usecases/tokens/check-token.ts'
import { readParts } from './read-parts.ts'
import { readSession } from './read-session.ts'
import { isFromOwnPages, refuseForeign } from './same-origin.ts'
import { webServer, type WebServer } from './web-server.ts'

export const serveFiles = async (request: Request): Promise<Response> => answerFiles(await webServer(), request)

export const answerFiles = traced('http /api/files', answer, {
  before: (_, request) => ({ 'http.request.method': request.method }),
  after: (response) => ({ 'http.response.status_code': response.status }),
})

const STATUS: Partial<Record<ErrorCode, number>> = {
  not_signed_in: 401,
  not_allowed: 403,
  file_incomplete: 409,
  file_too_large: 413,
  rate_limited: 429,
}

async function answer(web: WebServer, request: Request): Promise<Response> {
  const headers = new Headers({ ...GUARDED, 'cache-control': 'private, no-store', 'x-request-id': randomUUID() })
  try {
    return await route(web, request, headers)
  } catch (error) {
    if (error instanceof DomainError) {
      const domain = { code: error.code, facts: error.facts }
      return Response.json({ domain }, { status: STATUS[error.code] ?? 404, headers })
    }
    web.log.error({ request_id: headers.get('x-request-id'), err: error }, 'file failed')
    return Response.json({ domain: null }, { status: 500, headers })
  }
}

/** Whatever the bytes are, a browser runs nothing of them, guesses nothing about them and shows them on no other site's page. */
const GUARDED = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function route(web: WebServer, request: Request, headers: Headers): Promise<Response> | Response {
  const [, , , first = '', second = '', third = '', fourth, ...more] = new URL(request.url).pathname.split('/')
  if (more.length === 0 && request.method === 'POST' && first === 'upload' && fourth !== undefined) {
    return takeWhole(web, request, { workspace: second, file: third, secret: fourth }, headers)
  }
  const file = {
    workspaceId: parsePublicId<WorkspaceId>('workspace', first),
    id: parsePublicId<FileId>('file', second),
  }
  const form = FILE_FORMS.find((each) => each === third)
  if (request.method === 'GET' && form && fourth === undefined) return give(web, request, { ...file, form }, headers)
  if (request.method === 'PUT' && third === 'parts' && /^\d{1,4}$/.test(fourth ?? '') && more.length === 0) {
    return take(web, request, { ...file, index: Number(fourth) }, headers)
  }
  throw new DomainError('not_found')
}

type Asked = { workspaceId: WorkspaceId; id: FileId }

async function give(
  web: WebServer,
  request: Request,
  { workspaceId, id, form }: Asked & { form: FileForm },
  headers: Headers,
): Promise<Response> {
  const actor = await readerOf(web, request, workspaceId, headers)
  const file = await loadReadableFile(web.resources, actor, id)
  const body = openFile(web.resources, file, form)
  if (form !== 'download') {
    // Kept by the browser, and asked for again every time: whether one may still see it is not kept.
    headers.set('cache-control', 'private, no-cache')
    headers.set('etag', `"${file.id}-${form}"`)
    if (request.headers.get('if-none-match') === headers.get('etag'))
      return new Response(null, { status: 304, headers })
  }
  headers.set('content-type', form === 'download' ? 'application/octet-stream' : body.type)
  headers.set('content-disposition', disposition(form === 'download' ? 'attachment' : 'inline', file))
  if (body.length !== null) headers.set('content-length', String(body.length))
  return new Response(await streamOf(body.chunks), { headers })
}

/** In ASCII for old clients, in UTF-8 for all others (RFC 6266). */
function disposition(how: 'attachment' | 'inline', { name }: FileRow): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** The first chunk is read before the answer begins: a store that has lost it is a failure, not an empty file. */
async function streamOf(chunks: AsyncIterable<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = chunks[Symbol.asyncIterator]()
  let next = await reader.next()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done) return controller.close()
      controller.enqueue(next.value)
      next = await reader.next()
    },
    async cancel() {
      await reader.return?.()
    },
  })
}

/** By the session of the page, or by the token of a program that may read files. */
async function readerOf(web: WebServer, request: Request, workspaceId: WorkspaceId, headers: Headers): Promise<Actor> {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (bearer === undefined) return memberOf(web, request, workspaceId, headers)
  const { actor, scopes } = await checkToken(web.resources, bearer)
  if (!scopes.includes('files:read')) throw new DomainError('not_allowed', { needed: 'files:read' })
  if (actor.workspaceId !== workspaceId) throw new DomainError('not_found')
  return actor
}

async function memberOf(web: WebServer, request: Request, workspaceId: WorkspaceId, headers: Headers): Promise<Actor> {
  const { session, cookies } = await readSession(web.auth, web.resources, request.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (!session) throw new DomainError('not_signed_in')
  const actor = await loadActor(web.resources, session.accountId, workspaceId, 'web')
  const shown = request.headers.get(ACTING_MEMBER_HEADER)
  if (shown !== null && shown !== actor.memberId) throw new DomainError('not_signed_in')
  return actor
}

async function take(
  web: WebServer,
  request: Request,
  { workspaceId, id, index }: Asked & { index: number },
  headers: Headers,
): Promise<Response> {
  if (!isFromOwnPages(request, web.trustedOrigins)) return refuseForeign()
  const actor = await memberOf(web, request, workspaceId, headers)
  const { allowed, retryAfter } = await web.trpc.countChange(actor.memberId)
  if (!allowed) throw new DomainError('rate_limited', { retry_after_s: Math.ceil(retryAfter / 1000) })
  const bytes = await readBytes(request, PART_BYTES)
  return Response.json(await takePart(web.resources, actor, { id, index, bytes }), { headers })
}

/** @throws DomainError `file_too_large` beyond `most` bytes */
async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > most) throw new DomainError('file_too_large', { bytes: length, limit: most })
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** As Slack's clients bring files: the address alone admits them, whatever they say of the body's type. */
async function takeWhole(
  web: WebServer,
  request: Request,
  { workspace, file, secret }: { workspace: string; file: string; secret: string },
  headers: Headers,
): Promise<Response> {
  const ticket = {
    workspaceId: parsePublicId<WorkspaceId>('workspace', workspace),
    id: parsePublicId<FileId>('file', file),
    secret,
  }
  const size = await takeAllByTicket(web.resources, ticket, (bytes) => readParts(request, bytes))
  headers.set('content-type', 'text/plain; charset=utf-8')
  return new Response(`OK - ${size}`, { headers })
}
