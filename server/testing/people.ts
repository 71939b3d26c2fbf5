/** Builders for workspaces, people and conversations, straight into the tables: tests choose every fact. */
import { randomUUID } from 'node:crypto'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationKind, Posting, Role } from '#server/domain/conversation/posting.ts'
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Resources } from '#server/usecases/resources.ts'

type WorkspaceFacts = { freeze_s?: number; latePolicy_s?: number; horizon_s?: number }

export async function addWorkspace({ mysql, makeId }: Resources, facts: WorkspaceFacts = {}): Promise<WorkspaceId> {
  const id = makeId<WorkspaceId>()
  await mysql.read.query(
    'INSERT INTO workspace (workspace_id, name, freeze_s, late_policy_s, horizon_s, created_ms) VALUES (?, ?, ?, ?, ?, ?)',
    [id, 'Test', facts.freeze_s ?? 0, facts.latePolicy_s ?? 86_400, facts.horizon_s ?? 31_622_400, Date.now()],
  )
  return id
}

export async function addMember(
  { mysql, makeId }: Resources,
  workspaceId: WorkspaceId,
  facts: { role?: Role; zone?: string; name?: string } = {},
): Promise<Actor> {
  const memberId = makeId<MemberId>()
  const role = facts.role ?? 'member'
  await mysql.read.query(
    `INSERT INTO member (workspace_id, id, account_id, kind, role, display_name, email, zone, created_ms)
     VALUES (?, ?, ?, 'person', ?, ?, ?, ?, ?)`,
    [
      workspaceId,
      memberId,
      randomUUID(),
      role,
      facts.name ?? 'Someone',
      'someone@example.test',
      facts.zone ?? 'Europe/Berlin',
      Date.now(),
    ],
  )
  return { workspaceId, memberId, role, client: 'test' }
}

/** A conversation with everyone given in it; its numbers start at zero, as if the joins had been long ago. */
export async function addConversation(
  { mysql, makeId }: Resources,
  members: readonly [Actor, ...Actor[]],
  facts: { kind?: ConversationKind; posting?: Posting; name?: string } = {},
): Promise<ConversationId> {
  const id = makeId<ConversationId>()
  const kind = facts.kind ?? 'public'
  const workspaceId = members[0].workspaceId
  await mysql.read.query(
    `INSERT INTO channel (workspace_id, id, kind, name, name_key, direct_key, posting, created_by, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      workspaceId,
      id,
      kind,
      facts.name ?? `c${id}`,
      kind === 'direct' ? null : (facts.name ?? `c${id}`),
      kind === 'direct'
        ? members
            .map((member) => member.memberId)
            .toSorted()
            .join(':')
        : null,
      facts.posting ?? 'everyone',
      members[0].memberId,
      Date.now(),
    ],
  )
  await mysql.read.query(
    'INSERT INTO channel_member (workspace_id, channel_id, member_id, joined_ms, changed_seq) VALUES ?',
    [members.map((member) => [workspaceId, id, member.memberId, Date.now(), 0])],
  )
  return id
}
