import { expect, test } from 'vitest'
import type { ConversationId } from '#server/domain/ids.ts'
import { conversationTopic } from '#server/domain/partition/redis-keys.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { createTopicListener, publishToTopics } from './topics.ts'

const world = useTestWorld()
const frameOf = (id: string) => ({ conversationId: id as ConversationId, text: `frame of ${id}` })

async function listen(ids: string[]) {
  const listener = createTopicListener(world().redisUrl)
  const heard: string[] = []
  const states: string[] = []
  listener.onMessage((topic) => void heard.push(topic))
  listener.onStateChange((state) => void states.push(state))
  await listener.subscribe(ids.map((id) => conversationTopic(id as ConversationId)))
  await waitUntil('subscribed', () => listener.state() === 'ready')
  const publish = (id: string) => publishToTopics(world().resources.redis, [frameOf(id)], [])
  return { listener, heard, states, publish }
}

test('hears the topics it asked for, those asked for later, and none it gave up', async () => {
  const { listener, heard, publish } = await listen(['1'])
  await listener.subscribe([conversationTopic('2' as ConversationId)])
  await listener.unsubscribe([conversationTopic('1' as ConversationId)])
  for (const id of ['1', '2', '3']) await publish(id)
  await waitUntil('the second is heard', () => heard.length > 0)
  expect(heard).toEqual(['conv:{2}'])
  await listener.end()
})

test('after Redis was away everything wanted is heard again, also what was asked for meanwhile (I6)', async () => {
  const { listener, heard, states, publish } = await listen(['1'])
  await world().redisServer.kill()
  await waitUntil('it is away', () => listener.state() === 'away')
  await listener.subscribe([conversationTopic('2' as ConversationId)])
  await expect(publish('1')).rejects.toThrow()
  await world().redisServer.restart()
  expect(await world().resources.redis.waitReady(5_000)).toBe(true)
  await waitUntil('it is back', () => listener.state() === 'ready')
  for (const id of ['1', '2']) await publish(id)
  await waitUntil('both are heard', () => heard.length === 2)
  expect(states).toEqual(['ready', 'away', 'ready'])
  await listener.end()
})

test('a server that hangs with the connection open is noticed as away, and heard again after', async () => {
  const { listener, heard, publish } = await listen(['1'])
  const { pid } = world().redisServer
  process.kill(pid, 'SIGSTOP')
  try {
    await waitUntil('it is away', () => listener.state() === 'away')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await waitUntil('it is back', () => listener.state() === 'ready')
  await waitUntil('so is the link', () => world().resources.redis.runId() !== null)
  await publish('1')
  await waitUntil('it is heard', () => heard.length === 1)
  await listener.end()
})
