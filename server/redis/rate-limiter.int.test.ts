import { expect, test } from 'vitest'
import { millis } from '#server/domain/time/units.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'

const world = useTestWorld()
const rule = { max: 3, window: millis(60_000) }

async function allowedOf(limiter: RateLimiter, name: string, tries: number) {
  const verdicts = []
  for (let i = 0; i < tries; i++) verdicts.push(await limiter.consume(name, rule))
  return verdicts
}

test('processes share one count, and the refusal says when to come back', async () => {
  const one = createRateLimiter(world().resources.redis)
  const other = createRateLimiter((await world().openResources()).redis)
  expect((await allowedOf(one, 'shared', 2)).map(({ allowed }) => allowed)).toEqual([true, true])
  const [third, fourth] = await allowedOf(other, 'shared', 2)
  expect(third?.allowed).toBe(true)
  expect(fourth?.allowed).toBe(false)
  expect(fourth?.retryAfter).toBeGreaterThan(55_000)
  expect(fourth?.retryAfter).toBeLessThanOrEqual(60_000)
})

test('a success forgets the tries, and names do not share them', async () => {
  const limiter = createRateLimiter(world().resources.redis)
  await allowedOf(limiter, 'forgotten', 3)
  await limiter.forget('forgotten')
  expect((await limiter.consume('forgotten', rule)).allowed).toBe(true)
  expect((await limiter.consume('another', rule)).allowed).toBe(true)
})

test('the window ends by itself', async () => {
  const limiter = createRateLimiter(world().resources.redis)
  const brief = { max: 1, window: millis(50) }
  expect((await limiter.consume('brief', brief)).allowed).toBe(true)
  await expect.poll(async () => (await limiter.consume('brief', brief)).allowed, { interval: 60 }).toBe(true)
})

test('without Redis each process counts by itself: the limit never falls open', async () => {
  const { redis } = await world().openResources()
  await redis.end()
  const limiter = createRateLimiter(redis)
  expect((await allowedOf(limiter, 'away', 4)).map(({ allowed }) => allowed)).toEqual([true, true, true, false])
  await limiter.forget('away')
  expect((await limiter.consume('away', rule)).allowed).toBe(true)
})
