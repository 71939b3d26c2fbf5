import { beforeEach, describe, expect, test } from 'vitest'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { FIGURES_KEPT_S } from '#server/domain/operations/lateness.ts'
import { WORKER_KINDS } from '#server/domain/operations/judge-workers.ts'
import { LANES, laneOf } from '#server/domain/partition/lane-of.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { beat } from '#server/mysql/heartbeats.ts'
import { addFailures, addLateness, readFailures, removeOldFigures } from '#server/mysql/minute-figures.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { nowSeconds, refOf, scheduleDue, scheduleOne, sendThese, setRow } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { loadLanes } from '#workers/hydrator/load-lane.ts'
import { sweepOnce } from '#workers/sweeper/sweep-once.ts'
import { millis } from '#server/domain/time/units.ts'
import { editScheduled } from '../scheduled/edit-scheduled.ts'
import { loadHydrationStrip, loadLateness, loadOperations } from './load-operations.ts'
import { loadStoryFor } from './load-story-for.ts'
import { startMinuteLog } from './minute-log.ts'
import { storyText } from './story-text.ts'

const world = useTestWorld()
const r = () => world().resources
const sql = (text: string, values: unknown[] = []) => r().mysql.read.query(text, values)

let admin: Actor
let author: Actor
let conversation: ConversationId

beforeEach(async () => {
  for (const table of ['worker_heartbeat', 'scheduled_message', 'lateness_minute', 'failure_minute'])
    await sql(`DELETE FROM ${table}`)
  const workspaceId = await addWorkspace(r())
  admin = await addMember(r(), workspaceId, { role: 'admin', name: 'Ada' })
  author = await addMember(r(), workspaceId, { name: 'Ben' })
  conversation = await addConversation(r(), [author], { kind: 'private', name: `layoffs-${r().makeId<MessageId>()}` })
})

/** Readings are shared for a second; another process has its own. */
const fresh = async () => loadOperations(await world().openResources(), admin)

describe('the operations of an installation', () => {
  test('are for administrators: a member is refused each of them', async () => {
    const { id } = await scheduleOne(r(), author, conversation)
    for (const look of [
      loadOperations(r(), author),
      loadLateness(r(), author, 'hour'),
      loadHydrationStrip(r(), author),
      loadStoryFor(r(), author, id),
    ])
      await expect(look).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('say of each process how it is, and name no host', async () => {
    for (const kind of WORKER_KINDS)
      await beat(r().mysql.read, kind, 'secret-host:4711', true, { mode: 'queue', sent: 3 })
    await beat(r().mysql.read, 'dispatcher', 'secret-host:4712', false, {})
    await sql('UPDATE worker_heartbeat SET beat_ms = beat_ms - 16000 WHERE instance LIKE ?', ['%:4711'])
    await sql("UPDATE worker_heartbeat SET started_ms = started_ms - 16000 WHERE worker = 'dispatcher'")
    const operations = await fresh()
    expect(operations.processes.filter(({ worker }) => worker === 'dispatcher')).toMatchObject([
      { number: 1, pid: 4711, state: 'silent', mode: 'queue', sent: 3 },
      { number: 2, pid: 4712, state: 'stuck', mode: null, sent: null, successAge_ms: null },
    ])
    expect(operations).toMatchObject({ status: 'failing', missing: [] })
    expect(JSON.stringify(operations)).not.toContain('secret-host')
  })

  test('count what is overdue and what comes within a minute and an hour, of all workspaces', async () => {
    const at = await nowSeconds(r())
    await scheduleDue(r(), author, conversation, { overdue_s: 3 })
    for (const ahead_s of [30, 600, 7_200]) await scheduleOne(r(), author, conversation, { sendAt: at + ahead_s })
    expect((await fresh()).due).toEqual({ overdue: 1, nextMinute: 1, nextHour: 2, atLeast: false })
  })

  test('are shared by administrators who look at the same time', async () => {
    const other = await addMember(r(), await addWorkspace(r()), { role: 'owner' })
    const [mine, theirs] = await Promise.all([loadOperations(r(), admin), loadOperations(r(), other)])
    expect(theirs).toBe(mine)
  })

  test('still answer while Redis is away', async () => {
    const away = await world().openResources()
    away.redis.client.disconnect()
    expect(await loadOperations(away, admin)).toMatchObject({ queue: null, clockOffset_ms: null, due: { overdue: 0 } })
  })
})

describe('lateness over time', () => {
  test('adds up what several processes sent in the same minute, and shows a silence as one', async () => {
    const now_s = await nowSeconds(r())
    const sentAt = (now_s - 120) * 1000
    const sent = (late_ms: number) => ({ createdMs: (sentAt + late_ms) as never, sendAt: (now_s - 120) as never })
    for (const lates of [[4, 40], [400]]) {
      const log = startMinuteLog(r().mysql)
      log.add({ sent: lates.map(sent), failReasons: [] })
      await log.end()
    }
    const { points, total } = await loadLateness(r(), admin, 'hour')
    expect(total).toEqual({ messages: 3, p50_ms: 50, p99_ms: 400, worst_ms: 400 })
    expect(points.length).toBeGreaterThanOrEqual(60)
    expect(points.filter(({ messages }) => messages > 0)).toEqual([
      { at_s: Math.floor((now_s - 120) / 60) * 60, messages: 3, p50_ms: 50, p99_ms: 400, worst_ms: 400 },
    ])
  })

  test('keeps what could not be written and adds it once the database answers', async () => {
    const now_s = await nowSeconds(r())
    const elsewhere = await world().openResources()
    const mysql = { read: elsewhere.mysql.read }
    const log = startMinuteLog(mysql)
    log.add({ sent: [{ createdMs: (now_s * 1000) as never, sendAt: (now_s - 1) as never }], failReasons: ['poison'] })
    await elsewhere.mysql.end()
    await log.write()
    expect((await loadLateness(r(), admin, 'hour')).total).toBeNull()

    mysql.read = r().mysql.read
    await log.end()
    expect((await loadLateness(r(), admin, 'hour')).total).toMatchObject({ messages: 1, worst_ms: 1_000 })
    expect(await readFailures(r().mysql.read, 3_600)).toEqual([{ reason: 'poison', messages: 1 }])
  })

  test('what the sweeper sends counts, and what fails counts by its reason', async () => {
    const log = startMinuteLog(r().mysql)
    const lease = { owner: 'test', lease_ms: millis(30_000) }
    await scheduleDue(r(), author, conversation, { overdue_s: 100 })
    const gone = await addMember(r(), author.workspaceId)
    const left = await addConversation(r(), [gone])
    const { id } = await scheduleDue(r(), gone, left, { overdue_s: 100 })
    await sql('UPDATE channel SET archived_ms = 1 WHERE id = ?', [left])
    const poison = await scheduleDue(r(), author, conversation, { overdue_s: 100 })
    await setRow(r(), author, poison.id, { attempts: 5 })
    await sweepOnce(r(), lease, new AbortController().signal, log)
    await log.end()

    expect(id).toBeDefined()
    expect((await loadLateness(r(), admin, 'hour')).total).toMatchObject({ messages: 1, p50_ms: expect.any(Number) })
    expect((await loadLateness(r(), admin, 'hour')).total?.worst_ms).toBeGreaterThanOrEqual(100_000)
    expect((await fresh()).failures).toEqual([
      { reason: 'channel_archived', messages: 1 },
      { reason: 'poison', messages: 1 },
    ])
  })

  test('is forgotten after thirty days', async () => {
    const minute_s = Math.floor((await nowSeconds(r())) / 60) * 60
    const db = r().mysql.read
    for (const age_s of [0, FIGURES_KEPT_S - 120, FIGURES_KEPT_S + 120]) {
      await addLateness(db, [{ minute_s: minute_s - age_s, bound_ms: 1, messages: 1, worst_ms: 0 }])
      await addFailures(db, [{ minute_s: minute_s - age_s, reason: 'expired', messages: 1 }])
    }
    await removeOldFigures(db, FIGURES_KEPT_S)
    expect(await readFailures(db, 10 * FIGURES_KEPT_S)).toEqual([{ reason: 'expired', messages: 2 }])
    expect((await loadLateness(r(), admin, 'month')).total?.messages).toBe(2)
  })
})

test('the strip of the coming day shows per lane what waits, what was scheduled since the load too, and what is not loaded', async () => {
  const at = (await nowSeconds(r())) + 7_200
  await sql('DELETE FROM hydration_bucket')
  await r().redis.client.flushall()
  await loadLanes(r(), LANES.slice(0, 15), new AbortController().signal)
  for (let i = 0; i < 3; i++) await scheduleOne(r(), author, conversation, { sendAt: at })
  const { lanes, from_s, cell_s } = await loadHydrationStrip(r(), admin)
  expect(lanes).toHaveLength(16)
  expect(lanes[15]?.every((cell) => cell === null)).toBe(true)
  expect(lanes[0]?.slice(0, 90).every((cell) => cell !== null)).toBe(true)
  const cell = Math.floor((at - from_s) / cell_s)
  const lane = laneOf(conversation)
  expect(lanes.map((cells) => cells[cell] ?? 0)).toEqual(LANES.map((each) => (each === lane && lane < 15 ? 3 : 0)))

  const away = await world().openResources()
  away.redis.client.disconnect()
  await expect.poll(() => away.redis.runId()).toBeNull()
  const unknown = await loadHydrationStrip(away, admin)
  expect(unknown.lanes.flat().every((each) => each === null)).toBe(true)
})

describe('the story of a message, for an administrator', () => {
  test('tells what became of it, but neither its text nor where they may not look (I7)', async () => {
    const { id, version } = await scheduleOne(r(), author, conversation, { text: 'the secret plan' })
    await editScheduled(r(), author, { id, version, text: 'the secret plan, corrected' })
    await setRow(r(), author, id, { send_at: (await nowSeconds(r())) - 1, wake_at_ms: 1 })
    await sendThese(r(), [refOf(author, id)])
    const story = await loadStoryFor(r(), admin, id)
    const told = JSON.stringify(story) + storyText(story)
    expect(told).not.toContain('secret')
    expect(told).not.toContain('layoffs')
    expect(story).toMatchObject({ row: { status: 'SENT', text: null }, message: { text: null, seq: 1 } })
    expect(story.trail.map(({ kind }) => kind)).toEqual(['created', 'edited', 'sent'])
    expect(storyText(story)).toContain('text "hidden" -> "hidden, changed"')
  })

  test('has everything for its own author', async () => {
    const own = await addConversation(r(), [admin], { kind: 'private', name: `mine-${r().makeId<MessageId>()}` })
    const { id } = await scheduleOne(r(), admin, own, { text: 'my own words' })
    expect(storyText(await loadStoryFor(r(), admin, id))).toMatch(/my own words[^]*mine-|mine-[^]*my own words/)
  })

  test('names a public channel, since everyone may know it', async () => {
    const open = await addConversation(r(), [author], { name: `lobby-${r().makeId<MessageId>()}` })
    const { id } = await scheduleOne(r(), author, open)
    expect(storyText(await loadStoryFor(r(), admin, id))).toContain('#lobby-')
  })

  test('does not exist of another workspace, whatever the role there (I7)', async () => {
    const { id } = await scheduleOne(r(), author, conversation)
    const stranger = await addMember(r(), await addWorkspace(r()), { role: 'owner' })
    await expect(loadStoryFor(r(), stranger, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('names the holder of a lease without its host', async () => {
    const { id } = await scheduleOne(r(), author, conversation)
    const wake_at_ms = (await nowSeconds(r())) * 1000 + 30_000
    await setRow(r(), author, id, {
      status: 'DISPATCHING',
      lease_owner: 'dispatcher:secret-host:4711',
      wake_at_ms,
      attempts: 1,
    })
    const told = storyText(await loadStoryFor(r(), admin, id))
    expect(told).toContain('dispatcher, process 4711')
    expect(told).not.toContain('secret-host')
  })
})
