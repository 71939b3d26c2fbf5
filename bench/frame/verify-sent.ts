/** What must hold after any run, counted in the database: a figure of a run that lost or doubled something is worth nothing. */
import type { Row } from '#server/mysql/connect.ts'
import { LONG_AGO_WORKSPACE } from '../world/multiply-sent.ts'
import type { Resources } from '#server/usecases/resources.ts'

export type Verified = {
  sent: number
  early: number
  duplicates: number
  gaps: number
  unaudited: number
  unpublished: number
}

/** Of what the run itself sent: what was sent long ago takes no part, by a key that skips it. */
export const RECENT = `workspace_id > ${LONG_AGO_WORKSPACE}`

const COUNTS = `
  SELECT
    (SELECT COUNT(*) FROM message m JOIN scheduled_message s ON s.workspace_id = m.workspace_id AND s.id = m.id
      WHERE m.${RECENT} AND s.${RECENT} AND s.status = 'SENT' AND s.sent_seq = m.seq) AS sent,
    (SELECT COUNT(*) FROM message WHERE ${RECENT} AND created_ms < send_at * 1000) AS early,
    (SELECT COUNT(*) - COUNT(DISTINCT workspace_id, id) FROM message WHERE ${RECENT}) AS duplicates,
    (SELECT COALESCE(SUM(last_seq), 0) FROM channel) - (SELECT COUNT(*) FROM message WHERE ${RECENT}) AS gaps,
    (SELECT COUNT(*) FROM scheduled_message WHERE ${RECENT} AND status = 'SENT') -
      (SELECT COUNT(DISTINCT workspace_id, scheduled_id) FROM scheduled_message_event WHERE kind = 'sent') AS unaudited,
    (SELECT COUNT(*) FROM outbox) AS unpublished`

export async function verifySent({ mysql }: Pick<Resources, 'mysql'>): Promise<Verified> {
  const [rows] = await mysql.read.query<Row[]>(COUNTS)
  const count = (name: string) => Number(rows[0]?.[name] ?? Number.NaN)
  return {
    sent: count('sent'),
    early: count('early'),
    duplicates: count('duplicates'),
    gaps: count('gaps'),
    unaudited: count('unaudited'),
    unpublished: count('unpublished'),
  }
}

/** @throws naming what does not hold */
export function checkVerified(verified: Verified, expected: number): void {
  const { sent, ...faults } = verified
  const wrong = Object.entries(faults).filter(([, count]) => count !== 0)
  if (sent !== expected) wrong.unshift(['sent', sent])
  if (wrong.length > 0)
    throw new Error(`expected ${expected} sent and no fault, found ${JSON.stringify(Object.fromEntries(wrong))}`)
}
