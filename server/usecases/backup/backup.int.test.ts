import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { LANES } from '#server/domain/partition/lane-of.ts'
import { epochKey } from '#server/domain/partition/redis-keys.ts'
import { listUnseenNotices } from '#server/mysql/audit.ts'
import type { Row } from '#server/mysql/connect.ts'
import { emptyRedis } from '#server/testing/empty-redis.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { declareLoaded, openDispatcher, openHydrator } from '#server/testing/pipeline.ts'
import {
  listPosted,
  moveSendAt,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
  sendThese,
} from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { catchUp, loadHeads } from '#server/usecases/sync/catch-up.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { hydrateOnce } from '#workers/hydrator/hydrate-once.ts'
import { postMessage } from '../messages/post-message.ts'
import { retryFailed } from '../scheduled/retry-failed.ts'
import { afterFailover } from './after-failover.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const world = useTestWorld()
const folder = mkdtempSync(join(tmpdir(), 'carillon-backup-'))
const file = join(folder, 'backup.gz')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => emptyRedis(world().resources))

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  return { resources, author, conversationId }
}
const put = (past: 'hold' | 'send') => restoreBackup(world().resources, file, { replace: true, past })
const work = async () => {
  const { resources } = world()
  await hydrateOnce(openHydrator(resources))
  await dispatchOnce(await openDispatcher(resources))
}

test('what was due since the backup is not sent again: it is held, listed, and its author told (F30)', async () => {
  const { resources, author, conversationId } = await setUp()
  const past = await scheduleOne(resources, author, conversationId, { text: 'past' })
  const future = await scheduleOne(resources, author, conversationId, { text: 'future' })
  await writeBackup(resources, file)
  await moveSendAt(resources, author, past.id, (await nowSeconds(resources)) - 1)
  await sendThese(resources, [refOf(author, past.id)])
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)

  // The same backup an hour later: what was an hour ahead is due.
  const { held } = await restoreAnHourLater(past.id)

  expect(held.map(({ id }) => id)).toEqual([past.id])
  await work()
  expect(await listPosted(resources, author, conversationId)).toEqual([])
  expect(await readRow(resources, author, past.id)).toMatchObject({
    status: 'FAILED',
    failReason: 'expired_after_restore',
  })
  expect(await readRow(resources, author, future.id)).toMatchObject({ status: 'SCHEDULED' })
  const notices = await listUnseenNotices(resources.mysql.read, author.workspaceId, author.memberId)
  expect(notices).toMatchObject([{ kind: 'scheduled_failed', scheduledId: past.id }])
})

/** Restores as if the backup had been taken when `id` was still ahead and is restored after its second. */
async function restoreAnHourLater(id: string) {
  const { resources } = world()
  await put('send')
  await resources.mysql.read.query(
    'UPDATE scheduled_message SET send_at = send_at - 7200, wake_at_ms = wake_at_ms - 7200000 WHERE id = ?',
    [id],
  )
  await writeBackup(resources, file)
  return put('hold')
}

test('a held message can be scheduled again by its author, under its own id (T12)', async () => {
  const { resources, author, conversationId } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId)
  await writeBackup(resources, file)
  await put('hold')
  await retryFailed(resources, author, { id, sendAt: (await nowSeconds(resources)) + 60, zone: 'Europe/Berlin' })
  await moveSendAt(resources, author, id as never, (await nowSeconds(resources)) - 1)
  await sendThese(resources, [refOf(author, id)])
  expect((await listPosted(resources, author, conversationId)).map((message) => message.id)).toEqual([id])
})

test('asked to send the past, the workers do so, once', async () => {
  const { resources, author, conversationId } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId)
  await writeBackup(resources, file)
  await put('send')
  await work()
  await work()
  expect((await listPosted(resources, author, conversationId)).map((message) => message.id)).toEqual([id])
})

test('every table comes back as it was, but for what the restore itself does', async () => {
  const { resources, author, conversationId } = await setUp()
  await postMessage(resources, author, { conversationId, text: 'ünïcode 🎉 "quoted" \\ \n\t', clientToken: 'one' })
  await scheduleOne(resources, author, conversationId)
  const all = async (table: string) =>
    (await resources.mysql.read.query<Row[]>(`SELECT * FROM ${table} ORDER BY 1, 2, 3`))[0]
  const tables = ['workspace', 'member', 'message', 'channel_member', 'scheduled_message', 'scheduled_message_event']
  const before = await Promise.all(tables.map(all))
  await writeBackup(resources, file)
  await postMessage(resources, author, { conversationId, text: 'after', clientToken: 'two' })
  await put('hold')
  const after = await Promise.all(tables.map(all))
  for (const [i, table] of tables.entries()) {
    const pending = (row: Row) => table !== 'scheduled_message' || row.status === 'SCHEDULED'
    expect(after[i]?.filter(pending), table).toEqual(
      before[i]
        ?.filter(pending)
        .filter((row) => after[i]?.some((one) => one.id === row.id && one.status === row.status)),
    )
  }
})

test('figures and signs of life of the lost machine are no part of it; what this machine has is left alone', async () => {
  const { resources, author, conversationId } = await setUp()
  const addFigure = (minute_s: number) =>
    resources.mysql.read.query(
      'INSERT INTO lateness_minute (minute_s, bound_ms, messages, worst_ms) VALUES (?, 1, 1, 1)',
      [minute_s],
    )
  await resources.mysql.read.query('DELETE FROM lateness_minute')
  await addFigure(60)
  await scheduleOne(resources, author, conversationId)
  const { head, end } = await writeBackup(resources, file)
  expect([...head.tables.map(({ table }) => table), ...Object.keys(end.rows)]).not.toContain('lateness_minute')
  await addFigure(120)
  await put('hold')
  const [rows] = await resources.mysql.read.query<Row[]>('SELECT minute_s FROM lateness_minute ORDER BY minute_s')
  expect(rows.map((row) => Number(row.minute_s))).toEqual([60, 120])
})

test('a backup of a version that still kept them is restored without them', async () => {
  const { resources, author, conversationId } = await setUp()
  const { id } = await scheduleOne(resources, author, conversationId)
  await writeBackup(resources, file)
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  const head = JSON.parse(lines[0] ?? '')
  head.tables.unshift({ table: 'failure_minute', columns: ['minute_s', 'reason', 'gone'] })
  const end = JSON.parse(lines.at(-1) ?? '')
  end.rows.failure_minute = 1
  const all = [JSON.stringify(head), '["failure_minute",[[60,"poison",1]]]', ...lines.slice(1, -1), JSON.stringify(end)]
  writeFileSync(file, gzipSync(`${all.join('\n')}\n`))
  await put('hold')
  expect(await readRow(resources, author, id)).toMatchObject({ status: 'SCHEDULED' })
})

test('a backup is one moment, taken while people write, and only its owner can read it', async () => {
  const { resources, author, conversationId } = await setUp()
  let writing = true
  const writer = (async () => {
    for (let i = 0; writing; i++)
      await postMessage(resources, author, { conversationId, text: `t${i}`, clientToken: `w${i}` })
  })()
  await writeBackup(resources, file)
  writing = false
  await writer
  await put('hold')
  const posted = await listPosted(resources, author, conversationId)
  const [channel] = (
    await resources.mysql.read.query<Row[]>('SELECT last_seq FROM channel WHERE id = ?', [conversationId])
  )[0]
  expect(Number(channel?.last_seq)).toBe(posted.length)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('after a restore every client starts its conversations anew, and no partition counts as loaded (F14)', async () => {
  const { resources, author, conversationId } = await setUp()
  await postMessage(resources, author, { conversationId, text: 'kept', clientToken: 'k' })
  const [before] = await loadHeads(resources, author)
  await writeBackup(resources, file)
  await postMessage(resources, author, { conversationId, text: 'lost', clientToken: 'l' })
  await declareLoaded(resources)
  await put('hold')

  const page = await catchUp(resources, author, { conversationId, epoch: before?.epoch ?? 0, afterSeq: 2, limit: 50 })
  expect(page).toMatchObject({ reset: true, cursorSeq: 1 })
  expect(await resources.redis.client.exists(...LANES.map(epochKey))).toBe(0)
})

test('after a failover the epochs rise above any that was ever told, also twice in a row', async () => {
  const { resources, author } = await setUp()
  const epoch = async () => (await loadHeads(resources, author))[0]?.epoch ?? 0
  const first = await epoch()
  await afterFailover(resources)
  const second = await epoch()
  await afterFailover(resources)
  expect(second).toBeGreaterThan(first)
  expect(await epoch()).toBeGreaterThan(second)
})

test('a backup that was cut off, or is none, is refused before anything is deleted', async () => {
  const { resources, author, conversationId } = await setUp()
  await writeBackup(resources, file)
  await postMessage(resources, author, { conversationId, text: 'still here', clientToken: 's' })
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, Math.floor(whole.length / 2)))
  await expect(put('hold')).rejects.toThrow(/cannot be read to its end|cut off/)
  writeFileSync(file, 'not a backup')
  await expect(put('hold')).rejects.toThrow(/cannot be read/)
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
  writeFileSync(file, whole)
  await expect(restoreBackup(resources, file, { replace: false, past: 'hold' })).rejects.toThrow(
    /is not empty .*--replace/,
  )
})
