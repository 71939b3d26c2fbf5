/**
 * Search over all that the actor may read. The index proposes; every message that is shown or counted is looked up again
 * with the rights of this moment, and one that changed since it was taken in is compared again (I7).
 */
import type { ConversationId } from '#server/domain/ids.ts'
import { isAllowed, type Actor } from '#server/domain/member/authorize.ts'
import { DomainError } from '#server/domain/errors.ts'
import { documentOf } from '#server/domain/search/document.ts'
import { matches } from '#server/domain/search/matches.ts'
import { asksForScheduled, isBlank, readQuery, type Misread } from '#server/domain/search/query.ts'
import type { Hit, IndexQuery } from '#server/domain/search/search-index.ts'
import { floorToSeconds, type EpochMillis } from '#server/domain/time/units.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'
import { loadMember } from '#server/mysql/members.ts'
import type { MessageRow } from '#server/mysql/messages.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { listScheduledOf } from '#server/mysql/scheduled-lists.ts'
import { mysqlSearchIndex } from '#server/mysql/search-index.ts'
import {
  keyText,
  readAccessTo,
  readChangeNumbers,
  readMessagesAt,
  type AccessNow,
  type MessageKey,
} from '#server/mysql/search-reads.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { viewOfScheduled } from '../scheduled/scheduled-view.ts'
import { viewOfMessage } from '../sync/catch-up.ts'
import type { IndexOn } from './index-messages.ts'
import { loadReadableIds } from './readable-ids.ts'
import { resolveQuery, type Resolved } from './resolve-query.ts'

export type SearchInput = { query: string; order: IndexQuery['order']; page: number; perPage: number }
export type FoundMessage = {
  conversationId: ConversationId
  place: AccessNow
  message: MessageView
  /** What stands next to it in the conversation. */
  before: MessageView | null
  after: MessageView | null
}
export type SearchAnswer = {
  messages: FoundMessage[]
  /** Of the actor's own that wait, where they were asked for; soonest first. */
  scheduled: ScheduledView[]
  total: number
  /** There are more than were counted. */
  atLeast: boolean
  /** Operators whose value or name means nothing. */
  misread: Misread[]
}

/** So many are counted and paged through. */
export const MOST_FOUND = 1_000
const NOTHING: SearchAnswer = { messages: [], scheduled: [], total: 0, atLeast: false, misread: [] }

export async function searchMessages(
  resources: Resources,
  actor: Actor,
  input: SearchInput,
  indexOn: IndexOn = mysqlSearchIndex,
): Promise<SearchAnswer> {
  const { read } = resources.mysql
  const reader = await loadMember(read, actor.workspaceId, actor.memberId)
  if (!reader) throw new DomainError('not_found', { member: actor.memberId })
  const today = wallClockAt(floorToSeconds(await loadDbNow(read)), reader.zone).slice(0, 10)
  const query = readQuery(input.query, today)
  if (isBlank(query)) return NOTHING
  const readable = await loadReadableIds(resources, actor)
  const resolved = await resolveQuery(resources, actor, query, { zone: reader.zone, readable })
  const misread = [...query.misread, ...resolved.unknown]
  if (query.misread.length > 0) return { ...NOTHING, misread }
  if (asksForScheduled(query)) {
    const scheduled = await findScheduled(resources, actor, resolved)
    return { ...NOTHING, scheduled, total: scheduled.length, misread }
  }
  const asked = { ...resolved.asked, order: input.order, limit: MOST_FOUND + 1 }
  const hits = await indexOn(read).find(actor.workspaceId, asked)
  const found = await stillThere(resources, actor, hits, asked)
  const page = found.slice((input.page - 1) * input.perPage, input.page * input.perPage)
  return {
    ...NOTHING,
    messages: await showPage(resources, actor, page.slice(0, MOST_FOUND)),
    total: Math.min(found.length, MOST_FOUND),
    atLeast: found.length > MOST_FOUND,
    misread,
  }
}

type Found = MessageKey & { place: AccessNow }

/** Hits that are there, readable and what was asked for, now. */
async function stillThere(
  { mysql }: Resources,
  actor: Actor,
  hits: readonly Hit[],
  asked: IndexQuery,
): Promise<Found[]> {
  const { workspaceId, memberId } = actor
  const access = await readAccessTo(mysql.read, workspaceId, memberId, [
    ...new Set(hits.map((hit) => hit.conversationId)),
  ])
  const readable = hits.flatMap((hit) => {
    const place = access.get(hit.conversationId)
    return place && isAllowed(actor, { to: 'read-conversation', conversation: place }) ? [{ ...hit, place }] : []
  })
  const numbers = await readChangeNumbers(mysql.read, workspaceId, readable)
  const changed = readable.filter((hit) => (numbers.get(keyText(hit)) ?? hit.changedSeq) !== hit.changedSeq)
  const rows = await readMessagesAt(mysql.read, workspaceId, changed)
  const fits = (row: MessageRow | undefined) => row !== undefined && matches(documentOf(row), asked)
  const unfit = new Set(changed.map(keyText).filter((key) => !fits(rows.get(key))))
  return readable.filter((hit) => numbers.has(keyText(hit)) && !unfit.has(keyText(hit)))
}

/** Numbers beside a message that may belong to another kind of change; the nearest message within them is shown. */
const BESIDE = [1, 2, 3]

async function showPage({ mysql }: Resources, actor: Actor, page: readonly Found[]): Promise<FoundMessage[]> {
  const keys = page.flatMap(({ conversationId, seq }) =>
    [0, ...BESIDE, ...BESIDE.map((step) => -step)].map((step) => ({ conversationId, seq: seq + step })),
  )
  const rows = await readMessagesAt(
    mysql.read,
    actor.workspaceId,
    keys.filter(({ seq }) => seq > 0),
  )
  return page.flatMap(({ conversationId, seq, place }) => {
    const at = (step: number) => rows.get(keyText({ conversationId, seq: seq + step }))
    const message = at(0)
    if (!message) return []
    const nearest = (sign: 1 | -1) => BESIDE.map((step) => at(sign * step)).find((row) => row !== undefined)
    const [before, after] = [nearest(-1), nearest(1)]
    return {
      conversationId,
      place,
      message: viewOfMessage(message),
      before: before ? viewOfMessage(before) : null,
      after: after ? viewOfMessage(after) : null,
    }
  })
}

/** Their own alone, also for a conversation they are no longer in: it is theirs to see why it will fail. */
async function findScheduled({ mysql }: Resources, actor: Actor, resolved: Resolved): Promise<ScheduledView[]> {
  const pending = await listScheduledOf(mysql.read, actor.workspaceId, actor.memberId, {
    status: 'pending',
    limit: MOST_FOUND,
  })
  const { asked, isPlaced } = resolved
  const conversations = isPlaced ? asked.conversations : pending.map(({ row }) => row.conversationId)
  return pending
    .filter(({ row }) => {
      const message = { ...row, seq: 0, changedSeq: 0, editedMs: null, createdMs: (row.sendAt * 1000) as EpochMillis }
      return matches(documentOf(message), { ...asked, conversations, order: 'newest', limit: 1 })
    })
    .map(viewOfScheduled)
}
