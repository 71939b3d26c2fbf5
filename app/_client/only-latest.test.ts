import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onlyLatest } from './only-latest.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the last of what came is done, never two at once, and nothing that came is the last for ever', async () => {
  const done: string[] = []
  const waiting: (() => void)[] = []
  const write = onlyLatest((text: string) => {
    done.push(text)
    return new Promise<void>((resolve) => waiting.push(resolve))
  }, 50)
  write('a')
  write('ab')
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(50)
  write('abc')
  write('abcd')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toEqual(['ab'])
  waiting[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toEqual(['ab', 'abcd'])
  waiting[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  write('')
  await vi.advanceTimersByTimeAsync(50)
  expect(done).toEqual(['ab', 'abcd', ''])
})

test('what fails does not hold up what comes after it', async () => {
  const done: number[] = []
  const failed: unknown[] = []
  const hear = (reason: unknown) => void failed.push(reason)
  process.on('unhandledRejection', hear)
  const write = onlyLatest(async (value: number) => {
    if (value === 1) throw new Error('no room')
    done.push(value)
  }, 50)
  write(1)
  await vi.advanceTimersByTimeAsync(50)
  write(2)
  await vi.advanceTimersByTimeAsync(50)
  process.off('unhandledRejection', hear)
  expect(done).toEqual([2])
})
