/** Sessions of people, in the sign-in library's own tables. They belong to no workspace. */
import { epochMillis, type EpochMillis } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'

export type StoredSession = {
  sessionId: string
  accountId: string
  name: string
  email: string
  created: EpochMillis
  expires: EpochMillis
}

/** Seconds are exact enough for ages of days. UTC, whatever the zone of the connection. */
const secondsOf = (column: string) => `TIMESTAMPDIFF(SECOND, '1970-01-01', ${column})`
const SESSIONS = `SELECT s.token, s.id, s.userId, u.name, u.email, ${secondsOf('s.createdAt')} AS created_s,
    ${secondsOf('s.expiresAt')} AS expires_s
  FROM auth_session s JOIN auth_user u ON u.id = s.userId
  WHERE s.token IN (?)` // auth_session_token; global

/** By token; whether a session has run out is for the caller to see. */
export async function readSessions(db: Db, tokens: readonly string[]): Promise<Map<string, StoredSession>> {
  const [rows] = await db.query<Row[]>(SESSIONS, [tokens])
  return new Map(
    rows.map((row) => [
      String(row.token),
      {
        sessionId: row.id,
        accountId: row.userId,
        name: row.name,
        email: row.email,
        created: epochMillis(Number(row.created_s) * 1000),
        expires: epochMillis(Number(row.expires_s) * 1000),
      },
    ]),
  )
}
