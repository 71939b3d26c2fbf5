/** Many workspaces at once, straight into the tables: what a bench runs on is built in seconds, by the thousand. */
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Resources } from '#server/usecases/resources.ts'

export type Place = { workspaceId: WorkspaceId; conversationId: ConversationId; memberIds: MemberId[] }
export type Company = { places: Place[] }
export type CompanySize = {
  workspaces: number
  /** Over all workspaces. */
  channels: number
  /** In each workspace; all of them are in all of its channels. */
  people: number
}

const ROWS = 2_000

export async function buildCompany({ mysql, makeId }: Resources, size: CompanySize): Promise<Company> {
  const now = Date.now()
  const workspaces = Array.from({ length: Math.min(size.workspaces, size.channels) }, () => makeId<WorkspaceId>())
  const people = new Map(workspaces.map((id) => [id, Array.from({ length: size.people }, () => makeId<MemberId>())]))
  const places = Array.from({ length: size.channels }, (_, i): Place => {
    const workspaceId = workspaces[i % workspaces.length] ?? makeId<WorkspaceId>()
    return { workspaceId, conversationId: makeId<ConversationId>(), memberIds: people.get(workspaceId) ?? [] }
  })
  await insert(
    mysql,
    'workspace (workspace_id, name, created_ms)',
    workspaces.map((id) => [id, 'Bench', now]),
  )
  await insert(
    mysql,
    'member (workspace_id, id, account_id, kind, role, display_name, email, zone, created_ms)',
    [...people].flatMap(([workspaceId, ids]) =>
      ids.map((id) => [
        workspaceId,
        id,
        `account-${id}`,
        'person',
        'member',
        'Someone',
        'someone@example.test',
        'Europe/Berlin',
        now,
      ]),
    ),
  )
  await insert(
    mysql,
    'channel (workspace_id, id, kind, name, name_key, created_by, created_ms)',
    places.map((place) => [
      place.workspaceId,
      place.conversationId,
      'public',
      `c${place.conversationId}`,
      `c${place.conversationId}`,
      place.memberIds[0] ?? 0,
      now,
    ]),
  )
  await insert(
    mysql,
    'channel_member (workspace_id, channel_id, member_id, joined_ms, changed_seq)',
    places.flatMap((place) => place.memberIds.map((id) => [place.workspaceId, place.conversationId, id, now, 0])),
  )
  return { places }
}

/** @param into table and columns */
export async function insert(mysql: Resources['mysql'], into: string, rows: unknown[][]): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS)
    await mysql.read.query(`INSERT INTO ${into} VALUES ?`, [rows.slice(i, i + ROWS)])
}
