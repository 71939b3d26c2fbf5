/** A bucket on a loopback port: three calls of S3, and every signature checked as AWS describes it (version 4). */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bucket } from '#server/files/s3-store.ts'

export type TestBucket = {
  settings: Bucket
  objects: Map<string, Buffer>
  /** Requests that were refused for their signature. */
  refused: string[]
  /** The next answers are this status instead. */
  failNext(...statuses: number[]): void
  close(): Promise<void>
}

export async function openTestBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const failures: number[] = []
  const settings = {
    ...{ endpoint: '', bucket: 'carillon-test', region: 'eu-test-1' },
    ...{ accessKeyId: 'AKIATEST', secretAccessKey: 'a secret that only tests know' },
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  settings.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const answer = (status: number, bytes: Buffer | string = '') => response.writeHead(status).end(bytes)
    const failure = failures.shift()
    if (failure !== undefined) return void answer(failure, 'not now')
    if (!isSigned(request, body, settings)) {
      refused.push(`${request.method} ${request.url}`)
      return void answer(403, '<Code>SignatureDoesNotMatch</Code>')
    }
    const key = decodeURIComponent((request.url ?? '').slice(`/${settings.bucket}/`.length))
    if (request.method === 'PUT') objects.set(key, body)
    if (request.method === 'DELETE') objects.delete(key)
    const found = objects.get(key)
    if (request.method !== 'GET') answer(request.method === 'PUT' ? 200 : 204)
    else if (found) answer(200, found)
    else answer(404, '<Code>NoSuchKey</Code>')
  }

  return {
    settings,
    objects,
    refused,
    failNext: (...statuses) => void failures.push(...statuses),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function isSigned(request: IncomingMessage, body: Buffer, { region, accessKeyId, secretAccessKey }: Bucket): boolean {
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!given) return false
  const [, credential = '', signedHeaders = '', signature] = given
  const at = String(request.headers['x-amz-date'])
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`
  const hash = String(request.headers['x-amz-content-sha256'])
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  if (credential !== `${accessKeyId}/${scope}`) return false
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
  const canonical = [
    request.method,
    pathname,
    searchParams.toString(),
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    hash,
  ].join('\n')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = scope.split('/').reduce<string | Buffer>((inner, part) => hmac(inner, part), `AWS4${secretAccessKey}`)
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex')
  return expected === signature
}
