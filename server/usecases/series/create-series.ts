import { createHash } from 'node:crypto'
import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { must } from '#server/domain/assert.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, FileId, MessageId, RowId, SeriesId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { occurrencesOf } from '#server/domain/recurrence/occurrences.ts'
import { formatRule, parseRule } from '#server/domain/recurrence/rule.ts'
import { checkConditions, tiedTo, type AskedConditions, type BelongsTo } from '#server/domain/recurrence/series.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import type { OffsetAt } from '#server/domain/time/zone.ts'
import { checkSendTime, checkWithinHorizon, type AskedTime, type SendTime } from '#server/domain/time/send-time.ts'
import { floorToSeconds, type EpochMillis, type EpochSeconds, type Seconds } from '#server/domain/time/units.ts'
import { standsAlsoInChannel } from '#server/domain/message/thread.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { readMessage } from '#server/mysql/messages.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { addAuditEvents } from '#server/mysql/audit.ts'
import { insertSeries, readSeries, readSeriesByToken, type SeriesRow } from '#server/mysql/series.ts'
import { isDuplicate, withTransaction } from '#server/mysql/tx.ts'
import { readWriterFacts, writerKey } from '#server/mysql/writer-facts.ts'
import type { SeriesView } from '#server/protocol/series-view.ts'
import { refusalError } from '../messages/refusal-error.ts'
import { checkFilesThere, holdFiles, payloadFingerprint, payloadWithFiles } from '../files/attach-files.ts'
import { checkContent } from '../moderation/check-content.ts'
import type { Resources } from '../resources.ts'
import { signalAuthors } from '../scheduled/signal-authors.ts'
import { recurrenceOf } from './recurrence-of.ts'
import { viewSeries } from './series-access.ts'
import { storeAhead } from './store-ahead.ts'

/** With what each occurrence is tied to. */
export type SeriesInput = AskedConditions & {
  conversationId: ConversationId
  text: string
  payload?: string | null
  /** The author's own. */
  fileIds?: readonly FileId[]
  threadRootId?: MessageId | null
  /** Of replies: they stand in the channel too. */
  alsoInChannel?: boolean
  /** RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`. */
  rule: string
  /** The first day, and the time of day of every occurrence. */
  wallClock: string
  zone: string
  /** The instant of `wallClock` that the author was shown; refused where the server reads it otherwise (T1). */
  sendAt?: number
  /** `channel`: everyone who may post there may change it. */
  belongsTo?: BelongsTo
  /** Made by the client, once per series: same token and content, same answer; other content is refused (C9). */
  clientToken: string
  /** Furthest ahead the first occurrence may be; default: the workspace's own. */
  horizon_s?: Seconds
}

/**
 * Accepts a message that comes again and again. Its first occurrences are stored when this returns; should this process
 * end before, the job stores them.
 * @throws DomainError what speaks against the rule, the text, or writing there; `time_in_past` and `time_too_far` of the first one
 */
export async function createSeries(resources: Resources, actor: Actor, asked: SeriesInput): Promise<SeriesView> {
  const payload = await payloadWithFiles(resources.mysql.read, actor, asked.payload ?? null, asked.fileIds)
  const input = { ...asked, payload }
  checkText(input.text, Boolean(input.payload))
  checkConditions(input)
  const time = checkUsual(input, resources.zoneRules.offsetAt)
  const rule = formatRule(parseRule(input.rule))
  const hash = hashOf(input, rule, time)
  const accept = () =>
    withTransaction(resources.mysql, (tx) => acceptSeries(resources, tx, actor, { input, time, rule, hash }))
  // A token used at the same moment elsewhere refuses the insert; the second look finds what is there.
  const id = await accept().catch((error: unknown) => {
    if (isDuplicate(error, 'one_per_token')) return accept()
    throw error
  })
  await storeAhead(resources, { workspaceId: actor.workspaceId, id })
  await signalAuthors(resources, [actor.memberId])
  const read = must(await readSeries(resources.mysql.read, actor.workspaceId, id), 'a series is never removed')
  return must((await viewSeries(resources, actor, [read]))[0], 'its author sees it')
}

/**
 * Every occurrence has the usual reading of its wall clock, the first one too: another instant was shown by mistake (T1).
 * @throws DomainError `time_does_not_match`, and what is wrong with the time
 */
export function checkUsual(asked: AskedTime, offsetAt: OffsetAt): SendTime {
  const time = checkSendTime(asked, offsetAt)
  const { sendAt: usual } = resolveSendAt(time.wallClock, time.zone, offsetAt)
  if (time.sendAt === usual) return time
  const { wallClock, zone, sendAt } = time
  throw new DomainError('time_does_not_match', {
    asked: sendAt,
    asked_shows: wallClock,
    wallClock,
    wallClock_means: usual,
    zone,
  })
}

type Wanted = { input: SeriesInput; time: SendTime; rule: string; hash: string }

async function acceptSeries(resources: Resources, tx: Tx, actor: Actor, wanted: Wanted): Promise<SeriesId> {
  const { input, time, rule, hash } = wanted
  const { workspaceId, memberId } = actor
  const before = await readSeriesByToken(tx, workspaceId, memberId, input.clientToken)
  if (before) {
    if (before.row.createHash === hash) return before.row.id
    throw new DomainError('token_reused', { clientToken: input.clientToken })
  }
  const now = await loadDbNow(tx)
  const writer = { workspaceId, conversationId: input.conversationId, authorId: memberId }
  const fact = (await readWriterFacts(tx, [writer])).get(writerKey(writer))
  const refusal = fact ? postingRefusal(fact.posting) : 'channel_deleted'
  if (!fact || refusal) throw refusalError(refusal ?? 'channel_deleted', fact?.kind)
  await checkThread(tx, actor, input)
  const { payload = null } = input
  await checkFilesThere(tx, { workspaceId, payload })
  if (fact.moderated) await checkContent(tx, workspaceId, { text: input.text, payload })
  const { zone, wallClock: start } = time
  checkFirst(resources, { rule, start, zone }, now, input.horizon_s ?? fact.horizon_s)
  const id = resources.makeId<SeriesId>()
  const belongsTo = input.belongsTo ?? 'author'
  const conditions = checkConditions(input)
  await insertSeries(
    tx,
    {
      ...writer,
      id,
      createdBy: memberId,
      threadRootId: input.threadRootId ?? null,
      alsoInChannel: standsAlsoInChannel(input),
      belongsTo,
      ...conditions,
      text: input.text,
      payload,
      rule,
      start,
      zone,
      status: 'ACTIVE',
      pausedBecause: null,
      decidedTo: floorToSeconds(now),
      look_ms: now,
      clientToken: input.clientToken,
      createHash: hash,
    },
    now,
  )
  await holdFiles(tx, [{ workspaceId, payload, holder: { kind: 'series', id } }])
  await addAuditEvents(tx, [
    {
      workspaceId,
      scheduledId: id,
      id: resources.makeId<RowId>(),
      kind: 'created',
      actorId: memberId,
      client: actor.client,
      at_ms: now,
      detail: { text: input.text, rule, start, zone, belongsTo, ...tiedTo(conditions) },
    },
  ])
  return id
}

/**
 * The first occurrence that would be sent.
 * @throws DomainError `rule_never_happens` where there is none, `time_in_past` where the rule is over, `time_too_far`
 */
export function checkFirst(
  resources: Pick<Resources, 'zoneRules'>,
  series: Pick<SeriesRow, 'rule' | 'start' | 'zone'>,
  now: EpochMillis,
  horizon_s: Seconds,
): EpochSeconds {
  const recurrence = recurrenceOf(resources, series)
  const [first] = occurrencesOf(recurrence, 1, floorToSeconds(now))
  if (!first) {
    const [ever] = occurrencesOf(recurrence, 1)
    if (!ever) throw new DomainError('rule_never_happens')
    throw new DomainError('time_in_past', { sendAt: ever.sendAt, now: Math.floor(now / 1000) })
  }
  checkWithinHorizon(first.sendAt, now, horizon_s)
  return first.sendAt
}

async function checkThread(
  tx: Tx,
  { workspaceId }: Actor,
  { threadRootId, conversationId }: SeriesInput,
): Promise<void> {
  if (!threadRootId) return
  const root = await readMessage(tx, workspaceId, threadRootId)
  if (root?.conversationId !== conversationId || root.deletedMs !== null || root.threadRootId !== null) {
    throw new DomainError('thread_not_found', { threadRootId })
  }
}

/** Everything the author chose; the token alone is not part of it. */
function hashOf(input: SeriesInput, rule: string, { wallClock, zone }: SendTime): string {
  const { conversationId, text, payload = null, threadRootId = null, belongsTo = 'author' } = input
  const tied = tiedTo(checkConditions(input))
  // Without any, as before there were such.
  const rest = [
    ...(Object.keys(tied).length > 0 ? [tied] : []),
    ...(standsAlsoInChannel(input) ? ['also in channel'] : []),
  ]
  return createHash('sha256')
    .update(
      JSON.stringify([
        conversationId,
        text,
        payloadFingerprint(payload),
        threadRootId,
        rule,
        wallClock,
        zone,
        belongsTo,
        ...rest,
      ]),
    )
    .digest('hex')
}
