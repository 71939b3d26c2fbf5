import { expect, test } from 'vitest'
import { listHeartbeats } from '#server/mysql/heartbeats.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { startHeartbeat, type HeartbeatTask } from './heartbeat.ts'

const world = useTestWorld()
const beats = async () => (await listHeartbeats(world().resources.mysql.read)).beats

test('a process beats at once with its figures, and a success told while they are read counts already', async () => {
  let passes = 0
  const task: HeartbeatTask = startHeartbeat(world().resources.mysql, 'relay', () => {
    task.succeeded()
    return { passes: ++passes }
  })
  await waitUntil('the first beat', async () => (await beats()).length === 1)
  const [first] = await beats()
  expect(first).toMatchObject({ worker: 'relay', instance: task.instance, detail: { passes: 1 } })
  expect(first?.successMs).toBe(first?.beatMs)
  await task.end()
})

test('one without a success says so; one that drained leaves no row behind', async () => {
  const task = startHeartbeat(world().resources.mysql, 'jobs', () => ({}))
  await waitUntil('the first beat', async () => (await beats()).length === 1)
  expect((await beats())[0]?.successMs).toBeNull()
  await task.end()
  expect(await beats()).toEqual([])
})
