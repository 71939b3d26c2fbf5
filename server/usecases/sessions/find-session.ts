import { readSessions, type StoredSession } from '#server/mysql/sessions.ts'
import { microBatchPer, type Outcome } from '../micro-batch.ts'
import type { Resources } from '../resources.ts'

/** Asked anew at every call, so that a sign-out holds at once; concurrent calls ask together. Null: there is none. */
export const findSession: (r: Resources, token: string) => Promise<StoredSession | null> = microBatchPer(findTogether)

async function findTogether(r: Resources, tokens: string[]): Promise<Outcome<StoredSession | null>[]> {
  const found = await readSessions(r.mysql.read, tokens)
  return tokens.map((token) => ({ ok: found.get(token) ?? null }))
}
