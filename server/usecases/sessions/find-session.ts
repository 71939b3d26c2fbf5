import { readSessions, type StoredSession } from '#server/mysql/sessions.ts'
import { createMicroBatch, type MicroBatch } from '../micro-batch.ts'
import type { Resources } from '../resources.ts'

const AT_ONCE = 2
const BATCH_LIMIT = 200
const lookUps = new WeakMap<Resources, MicroBatch<string, StoredSession | null>>()

/** Asked anew at every call, so that a sign-out holds at once; concurrent calls ask together. Null: there is none. */
export function findSession(r: Resources, token: string): Promise<StoredSession | null> {
  let lookUp = lookUps.get(r)
  if (!lookUp) {
    lookUp = createMicroBatch(
      async (tokens) => {
        const found = await readSessions(r.mysql.read, tokens)
        return tokens.map((each) => ({ ok: found.get(each) ?? null }))
      },
      AT_ONCE,
      BATCH_LIMIT,
    )
    lookUps.set(r, lookUp)
  }
  return lookUp(token)
}
