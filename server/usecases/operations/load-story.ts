/**
 * The whole story of one scheduled message, for the operator who debugs it (O2): what the row says, where its id is,
 * who changed it, what it became, and what happens next. Reads only. Texts are shortened: whoever looks into a
 * fault needs to recognize a message, not to read it.
 */
import type { MessageId, WorkspaceId } from '#server/domain/ids.ts'
import { whatNext, type Next, type Whereabouts } from '#server/domain/operations/what-next.ts'
import { editWindow, type EditWindow } from '#server/domain/scheduled-message/state.ts'
import type { EpochMillis, Seconds } from '#server/domain/time/units.ts'
import { listAuditEvents, type StoredEvent } from '#server/mysql/audit.ts'
import { loadConversation, type Conversation } from '#server/mysql/conversations.ts'
import { findWorkspaceOfScheduled, listOwedRanges, type OwedRange } from '#server/mysql/explain-reads.ts'
import { listMembersByIds, type Member } from '#server/mysql/members.ts'
import { readMessage } from '#server/mysql/messages.ts'
import { readScheduled, type ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import { loadWorkspace, type Workspace } from '#server/mysql/workspaces.ts'
import { findDue } from '#server/redis/find-due.ts'
import type { Resources } from '../resources.ts'

export type Story = {
  now: EpochMillis
  workspace: Pick<Workspace, 'id' | 'name' | 'latePolicy_s'>
  /** Null where it is gone. */
  author: Pick<Member, 'id' | 'displayName' | 'zone' | 'deactivatedMs' | 'awayUntil_ms'> | null
  /** Its name is null where whoever asks may not know it. */
  conversation: (Pick<Conversation, 'id' | 'kind' | 'archivedMs'> & { name: string | null }) | null
  /** Its text is null where whoever asks may not read it. */
  row: Omit<ScheduledRow, 'createHash' | 'payload' | 'workspaceId' | 'text'> & {
    text: string | null
    hasPayload: boolean
  }
  window: EditWindow
  where: Whereabouts
  trail: StoryEvent[]
  message: StoryMessage | null
  /** What the outbox still owes to its conversation. */
  owed: OwedRange[]
  next: Next
}
export type StoryEvent = Pick<StoredEvent<MessageId>, 'kind' | 'actorId' | 'client' | 'at_ms' | 'detail'> & {
  actorName: string | null
}
export type StoryMessage = {
  seq: number
  ts: string
  createdMs: EpochMillis
  late_ms: number
  text: string | null
  deletedMs: EpochMillis | null
}

type Servers = Pick<Resources, 'mysql' | 'prisma' | 'redis'>

/**
 * @param workspaceId saves the search over all workspaces
 * @returns null where there is no such message
 * @throws if the database is away
 */
export async function loadStory(resources: Servers, id: MessageId, workspaceId?: WorkspaceId): Promise<Story | null> {
  const { mysql, prisma, redis } = resources
  const db = mysql.read
  const home = workspaceId ?? (await findWorkspaceOfScheduled(db, id))
  const read = home && (await readScheduled(db, home, id))
  if (!read) return null
  const { row, now } = read
  const [workspace, conversation, trail, message, owed, where] = await Promise.all([
    loadWorkspace(prisma, row.workspaceId),
    loadConversation(db, row.workspaceId, row.conversationId),
    listAuditEvents(db, row.workspaceId, id),
    readMessage(db, row.workspaceId, id),
    listOwedRanges(db, row.workspaceId, row.conversationId),
    findDue(redis, row.lane, row),
  ])
  const people = await peopleOf(prisma, row, trail)
  const latePolicy_s = (workspace?.latePolicy_s ?? 0) as Seconds
  const unpublished = owed.some(
    ({ fromSeq, toSeq }) => row.sentSeq !== null && fromSeq <= row.sentSeq && row.sentSeq <= toSeq,
  )
  const { createHash: _hash, payload, workspaceId: _workspace, ...shown } = row
  return {
    now,
    workspace: { id: row.workspaceId, name: workspace?.name ?? '', latePolicy_s },
    author: pick(people.get(row.authorId), 'id', 'displayName', 'zone', 'deactivatedMs', 'awayUntil_ms'),
    conversation: pick(conversation, 'id', 'kind', 'name', 'archivedMs'),
    row: { ...shown, text: shorten(row.text), hasPayload: payload !== null },
    window: editWindow(row, now),
    where,
    trail: trail.map((event) => eventOf(event, people)),
    message: message && {
      seq: message.seq,
      ts: `${message.tsUs.slice(0, -6)}.${message.tsUs.slice(-6)}`,
      createdMs: message.createdMs,
      late_ms: message.createdMs - row.sendAt * 1000,
      text: shorten(message.text),
      deletedMs: message.deletedMs,
    },
    owed,
    next: whatNext({ ...row, latePolicy_s, where, unpublished }, now),
  }
}

type People = Map<string, Member>

async function peopleOf(
  prisma: Servers['prisma'],
  row: ScheduledRow,
  trail: readonly StoredEvent<MessageId>[],
): Promise<People> {
  const ids = new Set([row.authorId, ...trail.flatMap((event) => (event.actorId === null ? [] : [event.actorId]))])
  const members = await listMembersByIds(prisma, row.workspaceId, [...ids])
  return new Map(members.map((member) => [member.id, member]))
}

function eventOf({ kind, actorId, client, at_ms, detail }: StoredEvent<MessageId>, people: People): StoryEvent {
  const actorName = actorId === null ? null : (people.get(actorId)?.displayName ?? null)
  return {
    kind,
    actorId,
    actorName,
    client,
    at_ms,
    detail: detail && (shortenTexts(detail) as Record<string, unknown>),
  }
}

const SHOWN_CHARACTERS = 60

/** By code points, so that no half of an emoji is left over. */
function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length <= SHOWN_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`
}

function shortenTexts(value: unknown): unknown {
  if (typeof value === 'string') return shorten(value)
  if (Array.isArray(value)) return value.map(shortenTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortenTexts(inner)]))
}

function pick<T, K extends keyof T>(from: T | null | undefined, ...keys: K[]): Pick<T, K> | null {
  return from ? (Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>) : null
}
