import { expect, test } from 'vitest'
import { eventually } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'

const world = useTestWorld()

test('a Redis that is paused counts as away within a second, and is back by itself afterwards', async () => {
  const { resources, redisServer } = world()
  expect(resources.redis.runId()).not.toBeNull()
  const before = resources.redis.runId()
  process.kill(redisServer.pid, 'SIGSTOP')
  try {
    await eventually('away', async () => resources.redis.runId() === null, 2_000)
  } finally {
    process.kill(redisServer.pid, 'SIGCONT')
  }
  await eventually('ready again, the same server', async () => resources.redis.runId() === before, 5_000)
})
