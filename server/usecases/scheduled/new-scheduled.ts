/** What an author asks for, and the row it becomes. Pure. */
import { createHash } from 'node:crypto'
import { filesOf } from '#server/domain/files/attached-file.ts'
import { mayHaveFiles } from '#server/domain/files/may-have-files.ts'
import type { ConversationId, FileId, MessageId, RowId, SeriesId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import { choiceOf, hasGuards, NO_GUARDS, type GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import type { WindowRule } from '#server/domain/scheduled-message/pending-window.ts'
import type { AskedTime, SendTime } from '#server/domain/time/send-time.ts'
import type { EpochMillis, EpochSeconds, Seconds } from '#server/domain/time/units.ts'
import { standsAlsoInChannel } from '#server/domain/message/thread.ts'
import type { AuditEvent } from '#server/mysql/audit.ts'
import type { NewScheduled, ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import type { WriterFacts } from '#server/mysql/writer-facts.ts'
import { payloadFingerprint } from '../files/attach-files.ts'
import type { Resources } from '../resources.ts'

export type ScheduleInput = AskedTime & {
  conversationId: ConversationId
  text: string
  payload?: string | null
  /** The author's own, in the order in which they are shown; not given: those of the payload. */
  fileIds?: readonly FileId[]
  threadRootId?: MessageId | null
  /** Of a reply: it stands in the channel too. */
  alsoInChannel?: boolean
  /** Not sent after this second (C7). */
  notAfter?: number | null
  guards?: Partial<GuardChoice>
  /** Made by the client, once per message: same token and content, same answer; other content is refused (C9). */
  clientToken: string
  /** Furthest ahead this door allows; default: the workspace's own. */
  horizon_s?: Seconds
  /**
   * The occurrence of a series that this is, only while the series is as it was planned from (T4): at any distance, or as
   * any message is where it takes the place of one that was cancelled.
   */
  series?: { id: SeriesId; version: number; day: string; insteadOf?: MessageId }
  /** Most of the author's messages that may wait for the same stretch of time in one conversation; default: no limit. */
  perWindow?: WindowRule
}

export type Wanted = { actor: Actor; input: ScheduleInput; time: SendTime; hash: string }

export function newRow(
  { makeId, zoneRules }: Resources,
  { actor, input, time, hash }: Wanted,
  fact: WriterFacts,
): NewScheduled {
  const guards = { ...NO_GUARDS, ...input.guards }
  return {
    workspaceId: actor.workspaceId,
    id: makeId<MessageId>(),
    authorId: actor.memberId,
    conversationId: input.conversationId,
    threadRootId: input.threadRootId ?? null,
    alsoInChannel: standsAlsoInChannel(input),
    text: input.text,
    payload: input.payload ?? null,
    ...time,
    zoneRules: zoneRules.version,
    notAfter: (input.notAfter ?? null) as EpochSeconds | null,
    quietAfterSeq: guards.unlessReplied ? fact.lastSeq : null,
    holdIfArchived: guards.holdIfArchived,
    skipIfAway: guards.skipIfAway,
    freeze_s: fact.freeze_s,
    createHash: hash,
    lane: laneOf(input.conversationId),
    clientToken: input.clientToken,
    ...(input.series ? { seriesId: input.series.id, seriesDay: input.series.day } : {}),
  }
}

/** The row as the insert is about to make it. */
export function asRow(row: NewScheduled, now: EpochMillis): ScheduledRow {
  return {
    ...row,
    status: 'SCHEDULED',
    version: 1,
    fence: 0,
    wakeAt_ms: (row.sendAt * 1000) as EpochMillis,
    leaseOwner: null,
    attempts: 0,
    failReason: null,
    sentSeq: null,
    sentAt_ms: null,
    lateCause: null,
    createdMs: now,
    changedMs: now,
    seriesId: row.seriesId ?? null,
    seriesDay: row.seriesDay ?? null,
  }
}

/** @param client what the author wrote with */
export function createdEvent({ makeId }: Resources, row: NewScheduled, client: string, at_ms: EpochMillis): AuditEvent {
  const {
    workspaceId,
    id: scheduledId,
    authorId: actorId,
    text,
    sendAt,
    zone,
    wallClock,
    notAfter,
    seriesId,
    payload,
  } = row
  const guards = choiceOf(row)
  return {
    workspaceId,
    scheduledId,
    id: makeId<RowId>(),
    kind: 'created',
    actorId,
    client,
    at_ms,
    detail: {
      ...{ text, sendAt, zone, wallClock, notAfter },
      ...(mayHaveFiles(payload) ? { files: filesOf(payload).map(({ name }) => name) } : {}),
      ...(seriesId ? { seriesId } : {}),
      ...(hasGuards(guards) ? { guards } : {}),
    },
  }
}

/** Everything the author chose; the token alone is not part of it. */
export function hashOf(input: ScheduleInput, time: SendTime): string {
  const { conversationId, text, payload = null, threadRootId = null, notAfter = null } = input
  const guards = { ...NO_GUARDS, ...input.guards }
  // Without any, as before there were such.
  const rest = [...(hasGuards(guards) ? [guards] : []), ...(standsAlsoInChannel(input) ? ['also in channel'] : [])]
  const content = payloadFingerprint(payload)
  return createHash('sha256')
    .update(JSON.stringify([conversationId, text, content, threadRootId, notAfter, time.sendAt, time.zone, ...rest]))
    .digest('hex')
}
