import { beforeEach, describe, expect, test } from 'vitest'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { LANES, laneOf } from '#server/domain/partition/lane-of.ts'
import { dueKey, epochKey, formatDueMember } from '#server/domain/partition/redis-keys.ts'
import { millis } from '#server/domain/time/units.ts'
import { claimDue } from '#server/redis/due-queue.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { nowSeconds, refOf, scheduleDue, scheduleOne, sendThese, setRow } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { loadLanes } from '#workers/hydrator/load-lane.ts'
import { cancelScheduled } from '../scheduled/cancel-scheduled.ts'
import { editScheduled } from '../scheduled/edit-scheduled.ts'
import { updateProfile } from '../members/update-profile.ts'
import { loadStory, type Story } from './load-story.ts'
import { storyText } from './story-text.ts'

const world = useTestWorld()
const r = () => world().resources

let author: Actor
let conversation: ConversationId

beforeEach(async () => {
  await r().redis.client.flushall()
  await loadLanes(r(), LANES, new AbortController().signal)
  author = await addMember(r(), await addWorkspace(r()), { name: 'Ana' })
  conversation = await addConversation(r(), [author], { name: `c${r().makeId<MessageId>()}` })
})

async function storyOf(id: MessageId): Promise<Story> {
  const story = await loadStory(r(), id)
  if (!story) throw new Error(`no story of ${id}`)
  return story
}

describe('the story of one message', () => {
  test('names author, conversation, wall clock and workspace, found by the id alone among many workspaces', async () => {
    const { id, sendAt } = await scheduleOne(r(), author, conversation, { zone: 'Asia/Kathmandu' })
    for (let i = 0; i < 3; i++) await addWorkspace(r())
    const story = await storyOf(id)
    expect(story).toMatchObject({
      workspace: { id: author.workspaceId },
      author: { id: author.memberId, displayName: 'Ana' },
      conversation: { id: conversation, kind: 'public' },
      row: { status: 'SCHEDULED', version: 1, sendAt, zone: 'Asia/Kathmandu' },
      window: { canEdit: true, editableUntil: sendAt },
      message: null,
      owed: [],
    })
  })

  test('is told only of the workspace that was asked for', async () => {
    const { id } = await scheduleOne(r(), author, conversation)
    expect(await loadStory(r(), id, await addWorkspace(r()))).toBeNull()
    expect(await loadStory(r(), id, author.workspaceId)).not.toBeNull()
  })

  test('does not exist of an unknown id', async () => {
    expect(await loadStory(r(), r().makeId<MessageId>())).toBeNull()
  })

  test('has every change with its actor, before and after, and no text at full length', async () => {
    const { id } = await scheduleOne(r(), author, conversation, { text: 'a '.repeat(500) })
    await editScheduled(r(), author, { id, version: 1, text: 'b '.repeat(500) })
    const { trail, row } = await storyOf(id)
    expect(trail.map(({ kind, actorName, client }) => [kind, actorName, client])).toEqual([
      ['created', 'Ana', 'test'],
      ['edited', 'Ana', 'test'],
    ])
    expect(trail[1]?.detail).toMatchObject({
      before: { text: expect.stringMatching(/^a a .*…$/) },
      after: { text: expect.stringMatching(/^b b .*…$/) },
    })
    expect([...(row.text ?? '')].length).toBeLessThanOrEqual(61)
  })
})

test('what a message is tied to is told, and whether its author is away', async () => {
  const guards = { unlessReplied: true, holdIfArchived: true, skipIfAway: true }
  const { id } = await scheduleOne(r(), author, conversation, { guards })
  await updateProfile(r(), author, { awayUntil_ms: Date.parse('2100-01-01T00:00:00Z') })
  const told = storyText(await storyOf(id))
  expect(told).toMatch(/only if +nobody else writes in the conversation after number 0/)
  expect(told).toMatch(/only if +its author is not away/)
  expect(told).toMatch(/only if +the channel is open; archived, it is held for its author/)
  expect(told).toContain('Ana, Europe/Berlin, away until 2100-01-01')
  const plain = await scheduleOne(r(), author, conversation)
  expect(storyText(await storyOf(plain.id))).not.toContain('only if')
})

describe('what happens next is told of a message that', () => {
  test('waits and is loaded', async () => {
    const { id, sendAt } = await scheduleOne(r(), author, conversation)
    expect(await storyOf(id)).toMatchObject({
      where: { redis: 'here', loaded: true, place: { in: 'due', at_ms: sendAt * 1000 } },
      next: { state: 'waiting' },
    })
  })

  test('waits beyond the loaded day', async () => {
    const { id } = await scheduleOne(r(), author, conversation, { sendAt: (await nowSeconds(r())) + 3 * 86_400 })
    expect(await storyOf(id)).toMatchObject({
      where: { place: { in: 'nowhere' } },
      next: { state: 'waiting_not_loaded' },
    })
  })

  test('waits in a partition that Redis lost', async () => {
    const { id } = await scheduleOne(r(), author, conversation)
    await r().redis.client.del(epochKey(laneOf(conversation)))
    expect(await storyOf(id)).toMatchObject({ where: { loaded: false }, next: { state: 'waiting_not_loaded' } })
  })

  test('is overdue and lost from Redis, and under a claim', async () => {
    const { id } = await scheduleDue(r(), author, conversation)
    const lane = laneOf(conversation)
    await r().redis.client.zrem(dueKey(lane), formatDueMember(refOf(author, id)))
    expect(await storyOf(id)).toMatchObject({ where: { place: { in: 'nowhere' } }, next: { state: 'overdue' } })

    await r().redis.client.zadd(dueKey(lane), 1, formatDueMember(refOf(author, id)))
    await claimDue(r().redis, lane, { limit: 10, claim_ms: millis(5_000), ahead_ms: millis(0) })
    expect(await storyOf(id)).toMatchObject({ where: { place: { in: 'claim' } }, next: { state: 'overdue' } })
  })

  test('is leased, and whose lease ran out', async () => {
    const { id } = await scheduleDue(r(), author, conversation)
    const now = Date.now()
    const lease = { status: 'DISPATCHING', lease_owner: 'dispatcher:host:1', attempts: 1 }
    await setRow(r(), author, id, { ...lease, wake_at_ms: now + 30_000 })
    expect(await storyOf(id)).toMatchObject({
      row: { leaseOwner: 'dispatcher:host:1' },
      window: { canEdit: false },
      next: { state: 'leased', words: expect.stringContaining('dispatcher:host:1') },
    })
    await setRow(r(), author, id, { wake_at_ms: now - 1_000 })
    expect(await storyOf(id)).toMatchObject({ window: { canEdit: true }, next: { state: 'lease_ran_out' } })
  })

  test('backs off after a try that went wrong', async () => {
    const { id } = await scheduleDue(r(), author, conversation)
    await setRow(r(), author, id, { attempts: 1, wake_at_ms: Date.now() + 20_000 })
    expect(await storyOf(id)).toMatchObject({ next: { state: 'backing_off' } })
  })

  test('was sent: its message, how late, and what is still to publish', async () => {
    const { id } = await scheduleDue(r(), author, conversation, { text: 'good morning' })
    await sendThese(r(), [refOf(author, id)])
    const story = await storyOf(id)
    expect(story).toMatchObject({
      message: { seq: 1, text: 'good morning' },
      row: { status: 'SENT', sentSeq: 1 },
      next: { state: 'sent' },
      owed: [],
    })
    expect(story.message?.late_ms).toBeGreaterThanOrEqual(0)
    expect(story.message?.ts).toMatch(/^\d{10}\.\d{6}$/)
    expect(story.trail.at(-1)).toMatchObject({ kind: 'sent', actorId: null })

    await r().mysql.read.query('INSERT INTO outbox (workspace_id, id, work, created_ms) VALUES (?, ?, ?, ?)', [
      author.workspaceId,
      r().makeId(),
      JSON.stringify({ ranges: [[author.workspaceId, conversation, 1, 1]], members: [] }),
      Date.now(),
    ])
    expect(await storyOf(id)).toMatchObject({
      owed: [{ fromSeq: 1, toSeq: 1 }],
      next: { words: expect.stringContaining('still owed') },
    })
  })

  test('failed: with its reason and what helps', async () => {
    const { id } = await scheduleDue(r(), author, conversation)
    await r().mysql.read.query('UPDATE channel SET archived_ms = 1 WHERE workspace_id = ? AND id = ?', [
      author.workspaceId,
      conversation,
    ])
    await sendThese(r(), [refOf(author, id)])
    expect(await storyOf(id)).toMatchObject({
      row: { failReason: 'channel_archived' },
      next: { state: 'failed', words: expect.stringContaining('the channel was archived (channel_archived)') },
    })
  })

  test('was canceled', async () => {
    const { id } = await scheduleOne(r(), author, conversation)
    await cancelScheduled(r(), author, { id })
    expect(await storyOf(id)).toMatchObject({ next: { state: 'canceled' }, window: { canEdit: false } })
  })

  test('waits while Redis is away: the story is told all the same', async () => {
    const { id } = await scheduleOne(r(), author, conversation)
    await world().redisServer.stop()
    await waitUntil('Redis is away', () => r().redis.runId() === null)
    expect(await storyOf(id)).toMatchObject({ where: { redis: 'away' }, next: { state: 'waiting' } })
    await world().redisServer.restart()
    await r().redis.waitReady(10_000)
  })
})
