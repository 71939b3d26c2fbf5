import { beforeEach, describe, expect, test } from 'vitest'
import { WORKER_KINDS } from '#server/domain/operations/judge-workers.ts'
import { LANES } from '#server/domain/partition/lane-of.ts'
import type { ConversationId, RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { connectMysql } from '#server/mysql/connect.ts'
import { beat } from '#server/mysql/heartbeats.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { loadLanes } from '#workers/hydrator/load-lane.ts'
import { scheduleMessage } from '../scheduled/schedule-message.ts'
import { loadHealth } from './load-health.ts'

const world = useTestWorld()
const r = () => world().resources
const sql = (text: string, values: unknown[] = []) => r().mysql.read.query(text, values)
const health = async () => (await loadHealth(r())).health
const checkOf = async (name: string) => (await health()).checks.find((check) => check.name === name)

let author: Actor
let conversation: ConversationId

/** Every worker just reported, the queue is loaded, Redis keeps what it holds. */
beforeEach(async () => {
  for (const table of ['worker_heartbeat', 'scheduled_message', 'outbox']) await sql(`DELETE FROM ${table}`)
  for (const kind of WORKER_KINDS) await beat(r().mysql.read, kind, `${kind}:1`, true, {})
  await r().redis.client.config('SET', 'appendonly', 'yes', 'maxmemory-policy', 'noeviction')
  await loadLanes(r(), LANES, new AbortController().signal)
  author = await addMember(r(), await addWorkspace(r()))
  conversation = await addConversation(r(), [author])
})

const schedule = () =>
  scheduleMessage(r(), author, {
    conversationId: conversation,
    text: 'the secret of the tenant',
    sendAt: Math.floor(Date.now() / 1000) + 3_600,
    zone: 'UTC',
    clientToken: r().makeId<RowId>(),
  })

describe('the health of a running system', () => {
  test('is ok while everything lives, and counts what waits', async () => {
    await schedule()
    const { status, checks } = await health()
    expect(checks.filter((check) => check.status !== 'ok')).toEqual([])
    expect(status).toBe('ok')
    expect(checks.find((check) => check.name === 'queue_due')).toMatchObject({ value: 1 })
    expect(checks.find((check) => check.name === 'hydrated_ahead')?.value).toBeGreaterThan(23 * 3_600)
  })

  test.each(WORKER_KINDS)('fails once a %s has been silent for 15 seconds (S8)', async (kind) => {
    await sql('UPDATE worker_heartbeat SET beat_ms = beat_ms - 16000 WHERE worker = ?', [kind])
    expect(await checkOf(`worker_${kind}`)).toMatchObject({ status: 'failing' })
    expect((await health()).status).toBe('failing')
  })

  test.each([
    [3_000, 'ok'],
    [10_000, 'degraded'],
    [61_000, 'failing'],
  ])('tells of a message that has been due for %i ms: %s', async (overdue_ms, status) => {
    const { id } = await schedule()
    await sql(
      `UPDATE scheduled_message SET wake_at_ms = CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS UNSIGNED) - ? WHERE id = ?`,
      [overdue_ms, id],
    )
    expect(await checkOf('oldest_due_age')).toMatchObject({ status })
  })

  test('is not troubled by rows that are final or wait for their second', async () => {
    const { id } = await schedule()
    await schedule()
    await sql(`UPDATE scheduled_message SET status = 'CANCELED', wake_at_ms = NULL WHERE id = ?`, [id])
    expect(await checkOf('oldest_due_age')).toMatchObject({ status: 'ok', value: 0 })
  })

  test('tells of what was committed and not published', async () => {
    await sql(`INSERT INTO outbox (workspace_id, id, work, created_ms) VALUES (?, 1, '{}', ?)`, [
      author.workspaceId,
      Date.now() - 20_000,
    ])
    expect(await checkOf('outbox_oldest')).toMatchObject({ status: 'degraded' })
    expect(await checkOf('outbox_size')).toMatchObject({ status: 'ok', value: 1 })
  })

  test('tells of a record that ends too early', async () => {
    await sql('DELETE FROM hydration_bucket WHERE lane = 5 AND bucket_s > ?', [Math.floor(Date.now() / 1000) + 7_200])
    expect(await checkOf('hydrated_ahead')).toMatchObject({ status: 'degraded' })
    expect((await checkOf('hydrated_ahead'))?.message).toContain('2 h')
  })

  test('holds no text, name or id of a tenant', async () => {
    const { id } = await schedule()
    const told = JSON.stringify(await health())
    for (const private_ of ['secret', id, conversation, author.workspaceId, author.memberId])
      expect(told).not.toContain(private_)
  })
})

describe('a Redis that is not as it should be', () => {
  test('is reported where it may evict keys', async () => {
    await r().redis.client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    expect(await checkOf('redis_eviction_policy')).toMatchObject({
      status: 'degraded',
      value: 'allkeys-lru',
      limit: 'noeviction',
    })
    expect((await health()).status).toBe('degraded')
  })

  test('is reported where it keeps no append-only file', async () => {
    await r().redis.client.config('SET', 'appendonly', 'no')
    expect(await checkOf('redis_append_only')).toMatchObject({ status: 'degraded', value: 'no' })
  })

  test('is reported where it lost its keys: nothing counts as loaded', async () => {
    await r().redis.client.flushall()
    expect(await checkOf('hydrated_ahead')).toMatchObject({ status: 'degraded', value: 0 })
  })

  test('degrades the system while it is away, and is noticed when it is back', async () => {
    await world().redisServer.stop()
    await waitUntil('Redis is away', () => r().redis.runId() === null)
    const { status, checks } = await health()
    expect(status).toBe('degraded')
    expect(checks.find((check) => check.name === 'redis')).toMatchObject({ status: 'degraded', value: 'away' })
    expect(checks.filter((check) => check.status === 'failing')).toEqual([])

    await world().redisServer.restart()
    await r().redis.waitReady(10_000)
    expect(await checkOf('redis')).toMatchObject({ status: 'ok' })
  })
})

test('a database that does not answer is failing, and its address stays private', async () => {
  const nowhere = connectMysql('mysql://somebody:hidden@127.0.0.1:1/carillon')
  const { health: told } = await loadHealth({ mysql: nowhere, redis: r().redis })
  await nowhere.end()
  expect(told.status).toBe('failing')
  expect(told.checks[0]).toMatchObject({ name: 'database', status: 'failing', value: 'ECONNREFUSED' })
  expect(JSON.stringify(told)).not.toMatch(/somebody|hidden|127\.0\.0\.1/)
})
