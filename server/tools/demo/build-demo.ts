/** Builds the demo through the use cases, as its people would. Every step looks first: it may run again after any failure. */
import { generalOf } from '#server/domain/conversation/name.ts'
import type { ConversationId, RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { SCOPES } from '#server/domain/member/scopes.ts'
import { listAccessTokens, revokeAccessToken } from '#server/mysql/access-tokens.ts'
import { inviteToConversation } from '#server/usecases/conversations/change-members.ts'
import { setTopic } from '#server/usecases/conversations/change-properties.ts'
import { createConversation } from '#server/usecases/conversations/create-conversation.ts'
import { listMyConversations } from '#server/usecases/conversations/list-conversations.ts'
import { openDirect } from '#server/usecases/conversations/open-direct.ts'
import { loadActor } from '#server/usecases/members/load-actor.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { createToken } from '#server/usecases/tokens/create-token.ts'
import { acceptInvitation } from '#server/usecases/workspaces/accept-invitation.ts'
import { createWorkspace, type SignedIn } from '#server/usecases/workspaces/create-workspace.ts'
import { createInvitation, revokeInvitationById } from '#server/usecases/workspaces/invite-people.ts'
import { listMyWorkspaces } from '#server/usecases/workspaces/list-my-workspaces.ts'
import {
  CHANNEL_LINES,
  CHANNELS,
  DIRECT_LINES,
  GENERAL_TOPIC,
  PEOPLE,
  WORKSPACE_NAME,
  type Line,
  type PersonKey,
} from './story.ts'

export type DemoPeople = Record<PersonKey, Actor>
export type DemoRoom = { id: ConversationId; name: string }

const CLIENT = 'demo'
const TOKEN_LABEL = 'demo'

export async function openWorkspace(r: Resources, accounts: Record<PersonKey, SignedIn>): Promise<DemoPeople> {
  const owner = PEOPLE[0]
  const known = (await listMyWorkspaces(r, accounts[owner.key].accountId)).find(
    (workspace) => workspace.name === WORKSPACE_NAME,
  )
  const { workspaceId } =
    known ??
    (await createWorkspace(r, accounts[owner.key], { name: WORKSPACE_NAME, displayName: owner.name, zone: owner.zone }))
  const people = {
    [owner.key]: await loadActor(r, accounts[owner.key].accountId, workspaceId, CLIENT),
  } as Partial<DemoPeople>
  for (const person of PEOPLE) {
    people[person.key] ??= await bringIn(r, people[owner.key] as Actor, person, accounts[person.key])
  }
  return people as DemoPeople
}

async function bringIn(r: Resources, owner: Actor, person: (typeof PEOPLE)[number], account: SignedIn): Promise<Actor> {
  const { id, token } = await createInvitation(r, owner, person.role === 'member' ? 'member' : 'admin')
  await acceptInvitation(r, account, { token, displayName: person.name, zone: person.zone })
  await revokeInvitationById(r, owner, id)
  return loadActor(r, account.accountId, owner.workspaceId, CLIENT)
}

export async function openChannels(r: Resources, people: DemoPeople): Promise<DemoRoom[]> {
  const owner = people[PEOPLE[0].key]
  const existing = (await listMyConversations(r, owner)).map((mine) => mine.conversation)
  const general = { id: generalOf(owner.workspaceId), name: 'general' }
  if (existing.find(({ id }) => id === general.id)?.topic === '') await setTopic(r, owner, general.id, GENERAL_TOPIC)
  const rooms: DemoRoom[] = [general]
  for (const channel of CHANNELS) {
    const room = existing.find(({ name }) => name === channel.name) ?? (await createConversation(r, owner, channel))
    for (const key of channel.members) await inviteToConversation(r, owner, room.id, people[key].memberId)
    rooms.push({ id: room.id, name: channel.name })
  }
  return rooms
}

export async function tellStory(r: Resources, people: DemoPeople, rooms: readonly DemoRoom[]): Promise<void> {
  for (const room of rooms) await say(r, people, room.id, CHANNEL_LINES[room.name] ?? [])
  for (const {
    between: [one, other],
    lines,
  } of DIRECT_LINES) {
    const direct = await openDirect(r, people[one], people[other].memberId)
    await say(r, people, direct.id, lines)
  }
}

/** The token of each line makes a repeat find the message it made (C9). */
async function say(
  r: Resources,
  people: DemoPeople,
  conversationId: ConversationId,
  lines: readonly Line[],
): Promise<void> {
  for (const [index, { from, text }] of lines.entries()) {
    await postMessage(r, people[from], { conversationId, text, clientToken: `demo-${conversationId}-${index}` })
  }
}

/** One token per person that may do everything; an earlier one, whose secret nobody kept, is revoked. */
export async function issueToken(r: Resources, person: Actor): Promise<string> {
  const stale = (await listAccessTokens(r.mysql.read, person.workspaceId)).filter(
    (token) => token.memberId === person.memberId && token.label === TOKEN_LABEL && !token.revoked,
  )
  for (const token of stale) await revokeAccessToken(r.mysql.read, person.workspaceId, token.id as RowId)
  return (await createToken(r, person.workspaceId, person.memberId, { label: TOKEN_LABEL, scopes: SCOPES })).token
}
