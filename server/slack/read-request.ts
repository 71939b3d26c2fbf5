/** Reads a call in every form Slack takes: query string, form, multipart and JSON, whatever the method. */
import type { Arguments } from './arguments.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { SlackError } from './slack-error.ts'

export type ReadCall = { args: Arguments; token: string | null }

/**
 * The body's arguments win over the query's; the Authorization header wins over a `token` argument. Cookies are not
 * looked at. An empty argument is one that was not given.
 * @throws SlackError for a body that cannot be read
 */
export async function readCall(request: Request): Promise<ReadCall> {
  if (request.method !== 'GET' && request.method !== 'POST') {
    throw new SlackError('invalid_post_type', [`[ERROR] call it with POST or GET, not ${request.method}`])
  }
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const body = request.method === 'POST' ? await readBody(request) : {}
  const { token, ...given } = { ...query, ...body }
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return { args: withoutEmpty(given), token: bearer ?? (typeof token === 'string' && token !== '' ? token : null) }
}

/** What is empty was not given. */
const withoutEmpty = (given: Arguments): Arguments =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null && value !== undefined))

/**
 * What an incoming webhook was sent: a JSON object, or a form whose `payload` is one.
 * @throws SlackError for a body that cannot be read
 */
export async function readPayload(request: Request): Promise<Arguments> {
  const body = await readBody(request)
  return withoutEmpty(typeof body.payload === 'string' ? readJson(body.payload) : body)
}

async function readBody(request: Request): Promise<Arguments> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return {}
  const header = request.headers.get('content-type') ?? ''
  const type = header.split(';')[0]?.trim().toLowerCase() ?? ''
  const charset = /charset="?([^";\s]+)/i.exec(header)?.[1] ?? 'utf-8'
  if (type === '') throw new SlackError('missing_post_type', ['[ERROR] the request has a body and no Content-Type'])
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    throw new SlackError('invalid_charset', [`[ERROR] the charset must be utf-8, not ${charset.slice(0, 40)}`])
  switch (type) {
    case 'application/x-www-form-urlencoded':
      return Object.fromEntries(new URLSearchParams(decode(bytes)))
    case 'application/json':
      return readJson(decode(bytes))
    case 'multipart/form-data':
      return readMultipart(bytes, header)
    default:
      throw new SlackError('invalid_post_type', [
        `[ERROR] Content-Type ${type.slice(0, 80)} is not a form, multipart or JSON`,
      ])
  }
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function readJson(text: string): Arguments {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new SlackError('invalid_json', ['[ERROR] the body is not JSON'])
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SlackError('json_not_object', ['[ERROR] the body must be a JSON object of arguments'])
  }
  return value as Arguments
}

async function readMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Arguments> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
    return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  } catch {
    throw new SlackError('invalid_form_data', ['[ERROR] the multipart body cannot be read'])
  }
}

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length
      if (length > MAX_BODY_BYTES) break
      chunks.push(chunk)
    }
  } catch {
    throw new SlackError('request_timeout', ['[ERROR] the body ended before it was whole'])
  }
  if (length > MAX_BODY_BYTES)
    throw new SlackError('request_too_large', [`[ERROR] a body has at most ${MAX_BODY_BYTES} bytes`])
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
