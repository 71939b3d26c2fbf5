import { expect, test } from 'vitest'
import { createExtraSenders } from './extra-senders.ts'

const FULL = () => Promise.resolve(0)
const LATER = () => Promise.resolve(Date.now() + 60_000)

test('each passes on while batches are full, and rests after the first that is not', async () => {
  const answers = [FULL, FULL, LATER, FULL]
  let passes = 0
  const extra = createExtraSenders(() => (answers[passes++] ?? LATER)(), 1, new AbortController().signal)
  extra.help()
  await extra.done()
  expect(passes).toBe(3)
})

test('no more are in flight than allowed, however often help is asked for', async () => {
  let [inFlight, most] = [0, 0]
  const held: (() => void)[] = []
  const pass = async () => {
    most = Math.max(most, ++inFlight)
    await new Promise<void>((resolve) => held.push(resolve))
    inFlight--
    return LATER()
  }
  const extra = createExtraSenders(pass, 2, new AbortController().signal)
  for (let i = 0; i < 5; i++) extra.help()
  expect(most).toBe(2)
  for (const release of held) release()
  await extra.done()
  expect(inFlight).toBe(0)
})

test('asked to stop, they finish the batch they hold and take no other', async () => {
  const stop = new AbortController()
  let passes = 0
  const pass = () => {
    passes++
    stop.abort()
    return FULL()
  }
  const extra = createExtraSenders(pass, 2, stop.signal)
  extra.help()
  await extra.done()
  expect(passes).toBe(1)
})
