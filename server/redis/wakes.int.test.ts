import { expect, test } from 'vitest'
import { wakeTopic } from '#server/domain/partition/redis-keys.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { scheduleOne } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { announceDue } from '#server/usecases/scheduled/announce-due.ts'
import { listenForWakes } from './wakes.ts'

const world = useTestWorld()

async function listen() {
  const { resources, redisUrl } = world()
  const woken: number[] = []
  const listener = listenForWakes(redisUrl, (dueAt_ms) => void woken.push(dueAt_ms))
  const isSubscribed = async () => Number((await resources.redis.client.pubsub('NUMSUB', wakeTopic))[1]) > 0
  await waitUntil('the listener is subscribed', isSubscribed)
  return { woken, listener, isSubscribed }
}

test('what is due within a tick wakes the dispatchers; what is due later leaves them asleep', async () => {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  const { woken, listener } = await listen()

  await scheduleOne(resources, author, conversationId)
  const now = Date.now() as EpochMillis
  await announceDue(resources, [{ workspaceId, id: resources.makeId(), conversationId, wakeAt_ms: now }])

  await waitUntil('the wake arrives', () => woken.length > 0)
  expect(woken).toEqual([now])
  listener.end()
})

test('after Redis was away wakes are heard again', async () => {
  const { resources, redisServer } = world()
  const { woken, listener, isSubscribed } = await listen()
  await redisServer.kill()
  await redisServer.restart()
  expect(await resources.redis.waitReady(5_000)).toBe(true)
  await waitUntil('the listener is subscribed again', isSubscribed)
  await resources.redis.client.publish(wakeTopic, '42')
  await waitUntil('the wake arrives', () => woken.includes(42))
  listener.end()
})
