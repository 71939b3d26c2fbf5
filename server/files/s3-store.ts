/** Files in a bucket of anything that speaks S3. Three calls are all that is asked of it: PUT, GET and DELETE of an object. */
import { AwsClient } from 'aws4fetch'
import { checkKey, type FileStore } from './file-store.ts'

export type Bucket = {
  /** With the scheme; the bucket's name follows in the path, as every server of the kind understands it. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Of one call; a part is a few MiB. */
const TIMEOUT_MS = 60_000
/** Tries of a call that met a 5xx, a 429 or a broken connection: all three calls may be repeated. */
const RETRIES = 4
/** Deletions at once. */
const AT_ONCE = 8

export function createS3Store({ endpoint, bucket, ...rest }: Bucket): FileStore {
  const client = new AwsClient({ ...rest, service: 's3', retries: RETRIES, initRetryMs: 100 })
  const ask = (method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array) =>
    client.fetch(`${endpoint}/${bucket}/${checkKey(key)}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body ? { body: body as Uint8Array<ArrayBuffer>, headers: { 'content-length': String(body.length) } } : {}),
    })
  return {
    async put(key, bytes) {
      await finish(await ask('PUT', key, bytes), 'PUT', key)
    },
    async get(key) {
      const answer = await ask('GET', key)
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      if (!answer.ok) throw await failure(answer, 'GET', key)
      return new Uint8Array(await answer.arrayBuffer())
    },
    async remove(keys) {
      for (let at = 0; at < keys.length; at += AT_ONCE) {
        await Promise.all(
          keys.slice(at, at + AT_ONCE).map(async (key) => {
            const answer = await ask('DELETE', key)
            if (answer.status === 404) await answer.body?.cancel()
            else await finish(answer, 'DELETE', key)
          }),
        )
      }
    },
  }
}

async function finish(answer: Response, method: string, key: string): Promise<void> {
  if (!answer.ok) throw await failure(answer, method, key)
  await answer.body?.cancel()
}

/** The store's own words, which name what is wrong with bucket or key. */
async function failure(answer: Response, method: string, key: string): Promise<Error> {
  const text = (await answer.text()).slice(0, 300)
  return new Error(`the file store answered ${method} ${key} with ${answer.status}: ${text}`)
}
