import { expect, test } from 'vitest'
import { millis } from '#server/domain/time/units.ts'
import { every } from './every.ts'
import { createLogger } from './logger.ts'

const quiet = createLogger({ name: 'test', level: 'silent' })

test('a pass that did work runs again at once, and an abort ends the loop', async () => {
  const stop = new AbortController()
  let passes = 0
  const started = performance.now()
  await every({ idle: millis(60_000), maxBackoff: millis(60_000), signal: stop.signal, log: quiet }, async () => {
    if (++passes === 5) stop.abort()
    return 1
  })
  expect(passes).toBe(5)
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('an abort during a long wait ends the loop at once', async () => {
  const stop = new AbortController()
  const started = performance.now()
  const loop = every(
    { idle: millis(60_000), maxBackoff: millis(60_000), signal: stop.signal, log: quiet },
    async () => {
      setImmediate(() => stop.abort())
      return 0
    },
  )
  await loop
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('a failing pass is tried again and does not end the loop', async () => {
  const stop = new AbortController()
  let passes = 0
  await every({ idle: millis(1), maxBackoff: millis(4), signal: stop.signal, log: quiet }, async () => {
    if (++passes < 4) throw new Error('database away')
    stop.abort()
    return 0
  })
  expect(passes).toBe(4)
})
