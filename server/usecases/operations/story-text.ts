import { formatId, type ConversationId, type MemberId } from '#server/domain/ids.ts'
import { isAway } from '#server/domain/member/away.ts'
import { messageTraceId } from '#server/domain/operations/message-trace.ts'
import type { Place } from '#server/domain/operations/what-next.ts'
import { distanceText, durationText, utcText } from '#server/domain/time/plain-time.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'
import type { Story, StoryEvent } from './load-story.ts'

type Line = readonly [label: string, words: string]
export type StorySections = { title: string; sections: { title: string; lines: Line[] }[]; next: string }

/** One message's story, a section per question, the answer to "what now?" last. */
export function storySections(story: Story): StorySections {
  return {
    title: `${formatId('scheduled', story.row.id)} is ${story.row.status}`,
    sections: [
      { title: 'The row', lines: rowLines(story) },
      { title: 'Its time', lines: timeLines(story) },
      { title: 'In Redis', lines: redisLines(story) },
      { title: 'What happened', lines: story.trail.map((event) => [utcText(event.at_ms), eventWords(event)] as const) },
      { title: 'The message', lines: messageLines(story) },
    ],
    next: story.next.words,
  }
}

/** The same for a terminal. */
export function storyText(story: Story): string {
  const { title, sections, next } = storySections(story)
  const parts = sections.map((section) => [section.title, ...alignLines(section.lines)].join('\n'))
  return [title, ...parts, `Next\n  ${next}`].join('\n\n')
}

/** The same for programs: ids as people and URLs have them. */
export function storyJson(story: Story): Record<string, unknown> {
  const { row, conversation, author } = story
  const conversationId = publicConversationId(story, row.conversationId)
  return {
    ...story,
    id: formatId('scheduled', row.id),
    workspace: { ...story.workspace, id: formatId('workspace', story.workspace.id) },
    author: { ...author, id: publicMemberId(row.authorId) },
    conversation: { ...conversation, id: conversationId },
    row: {
      ...row,
      id: formatId('scheduled', row.id),
      authorId: publicMemberId(row.authorId),
      conversationId,
      threadRootId: row.threadRootId && formatId('message', row.threadRootId),
      seriesId: row.seriesId && formatId('series', row.seriesId),
    },
    trail: story.trail.map((event) => ({ ...event, actorId: event.actorId && publicMemberId(event.actorId) })),
  }
}

function seriesLine({ seriesId, seriesDay }: Story['row']): Line[] {
  if (seriesId === null) return []
  const day = seriesDay === null ? 'withdrawn by it' : `its message of ${seriesDay}`
  return [['series', `${formatId('series', seriesId)}, ${day}`]]
}

function rowLines(story: Story): Line[] {
  const { row, author, conversation, workspace } = story
  const who = author
    ? `${author.displayName}, ${author.zone}${author.deactivatedMs === null ? '' : ', deactivated'}${awayWords(author.awayUntil_ms, story.now)}`
    : 'gone'
  const where = conversation
    ? `${placeName(conversation)}, ${conversation.kind}${conversation.archivedMs === null ? '' : ', archived'}`
    : 'gone'
  return [
    [
      'status',
      `${row.status}, version ${row.version}, fence ${row.fence}, attempts ${row.attempts}${row.failReason ? `, ${row.failReason}` : ''}`,
    ],
    ['wakes', row.wakeAt_ms === null ? 'never again' : instant(row.wakeAt_ms, story.now)],
    [
      'lease',
      row.status === 'DISPATCHING' && row.wakeAt_ms !== null
        ? `${row.leaseOwner ?? '?'}, until ${instant(row.wakeAt_ms, story.now)}`
        : 'none',
    ],
    ['author', `${who} (${publicMemberId(row.authorId)})`],
    ['conversation', `${where} (${publicConversationId(story, row.conversationId)})`],
    ['workspace', `${workspace.name} (${formatId('workspace', workspace.id)})`],
    ...seriesLine(row),
    [
      'text',
      `${textWords(row.text)}${row.hasPayload ? ' with blocks or attachments' : ''}${row.threadRootId ? ', in a thread' : ''}`,
    ],
    ['changed', instant(row.changedMs, story.now)],
    ['trace', messageTraceId(row.id)],
  ]
}

function timeLines({ row, window, workspace, now }: Story): Line[] {
  const sendAt_ms = (row.sendAt * 1000) as EpochMillis
  const lines: Line[] = [
    ['planned', `${instant(sendAt_ms, now)}, epoch ${row.sendAt}`],
    ['on the wall', `${row.wallClock.replace('T', ' ')} in ${row.zone} (${rulesWords(row)})`],
    [
      'editable',
      `${window.canEdit ? 'yes' : 'no'}; until ${instant((window.editableUntil * 1000) as EpochMillis, now)}`,
    ],
    [
      'too late',
      row.notAfter === null
        ? `${durationText(workspace.latePolicy_s * 1000)} after its second, by the workspace's late policy`
        : `after ${instant((row.notAfter * 1000) as EpochMillis, now)}, by its author`,
    ],
    ...conditionWords(row).map((words) => ['only if', words] as const),
    ['now', `${utcText(now)}, by the database's clock`],
  ]
  return lines
}

const awayWords = (awayUntil_ms: EpochMillis | null, now: EpochMillis) =>
  isAway(awayUntil_ms, now) ? `, away until ${utcText(awayUntil_ms as EpochMillis)}` : ''

/** What its author tied it to (guards.ts). */
function conditionWords({ quietAfterSeq, threadRootId, holdIfArchived, skipIfAway }: Story['row']): string[] {
  const place = threadRootId === null ? 'in the conversation' : 'in the thread'
  return [
    quietAfterSeq === null ? '' : `nobody else writes ${place} after number ${quietAfterSeq}`,
    skipIfAway ? 'its author is not away' : '',
    holdIfArchived ? 'the channel is open; archived, it is held for its author' : '',
  ].filter(Boolean)
}

/** Rules of a zone change: what its author was shown may differ from what clocks there will show (T6). */
function rulesWords({ sendAt, zone, wallClock, zoneRules }: Story['row']): string {
  const rules = `zone rules ${zoneRules}`
  try {
    const shown = wallClockAt(sendAt, zone)
    return shown === wallClock
      ? rules
      : `${rules}; by today's rules of this machine clocks there show ${shown.replace('T', ' ')}`
  } catch {
    return `${rules}; this machine does not know the zone`
  }
}

function redisLines({ row, where, now }: Story): Line[] {
  const partition: Line = [
    'partition',
    `${row.lane}${where.redis === 'away' ? '' : where.loaded ? ', loaded' : ', not known to be complete'}`,
  ]
  return [partition, ['id', where.redis === 'away' ? 'unknown: Redis is away' : placeWords(where.place, now)]]
}

function placeWords(place: Place, now: EpochMillis): string {
  if (place.in === 'due') return `waits in due for ${instant(place.at_ms, now)}`
  if (place.in === 'claim') return `claimed until ${instant(place.until_ms, now)}`
  return 'nowhere'
}

function messageLines({ message, owed, now }: Story): Line[] {
  const debts: Line[] = owed.map((debt) => [
    'to publish',
    `numbers ${debt.fromSeq} to ${debt.toSeq} of this conversation, committed ${distanceText(debt.createdMs, now)} (outbox row ${debt.outboxId})`,
  ])
  if (!message) return [['message', 'none'], ...debts]
  return [
    ['number', `${message.seq}, ts ${message.ts}`],
    [
      'sent',
      `${instant(message.createdMs, now)}, ${durationText(message.late_ms)} ${message.late_ms < 0 ? 'EARLY' : 'after its second'}`,
    ],
    [
      'text',
      `${textWords(message.text)}${message.deletedMs === null ? '' : `, deleted ${distanceText(message.deletedMs, now)}`}`,
    ],
    ...(debts.length > 0 ? debts : [['to publish', 'nothing'] as const]),
  ]
}

function eventWords({ kind, actorId, actorName, client, detail }: StoryEvent): string {
  const who = actorId === null ? 'the system' : `${actorName ?? 'someone'} (${publicMemberId(actorId)}), ${client}`
  return [`${kind} by ${who}`, ...(detail ? [detailWords(detail)] : ['details removed by retention'])]
    .filter(Boolean)
    .join('; ')
}

const textWords = (text: string | null) =>
  text === null ? 'hidden: its author alone may read it here' : JSON.stringify(text)

function placeName({ kind, name }: NonNullable<Story['conversation']>): string {
  if (kind === 'direct') return 'direct messages'
  return name === null ? 'a channel you are not in' : `#${name}`
}

/** Before and after side by side where both are known, else what was written down. */
function detailWords(detail: Record<string, unknown>): string {
  const { before, after, ...rest } = detail
  const told = Object.entries(rest).map(([key, value]) => `${key} ${valueText(key, value)}`)
  if (isRecord(before) && isRecord(after)) {
    const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    told.push(...changed.map((key) => `${key} ${valueText(key, before[key])} -> ${valueText(key, after[key])}`))
  }
  return told.join(', ')
}

function valueText(key: string, value: unknown): string {
  if (typeof value !== 'number') return JSON.stringify(value ?? null)
  if (/^(sendAt|planned|notAfter)$/.test(key)) return utcText((value * 1000) as EpochMillis)
  if (key === 'sent_ms') return utcText(value as EpochMillis)
  return key === 'late_ms' ? durationText(value) : String(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const instant = (at: EpochMillis, now: EpochMillis) => `${utcText(at)} (${distanceText(at, now)})`
const publicMemberId = (id: MemberId) => formatId('member', id)
const publicConversationId = ({ conversation }: Story, id: ConversationId) =>
  formatId('conversation', id, conversation?.kind === 'direct' ? 'D' : 'C')

function alignLines(lines: readonly Line[]): string[] {
  const width = Math.max(0, ...lines.map(([label]) => label.length))
  return lines.map(([label, words]) => `  ${label.padEnd(width)}  ${words}`)
}
