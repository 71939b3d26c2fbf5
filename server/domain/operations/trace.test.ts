import { afterEach, expect, test, vi } from 'vitest'
import { armTracing, traced } from './trace.ts'

afterEach(() => armTracing(null))

test('while nobody traces, a traced function is the function: same arguments, same promise, no facts asked for', async () => {
  const before = vi.fn(() => ({}))
  const promise = Promise.resolve('answer')
  const work = vi.fn((_a: number, _b: string) => promise)
  const wrapped = traced('x', work, { before })
  expect(wrapped(1, 'b')).toBe(promise)
  expect(work).toHaveBeenCalledWith(1, 'b')
  expect(before).not.toHaveBeenCalled()
})

test('a tracer that is armed later sees calls of functions that were made before', async () => {
  const seen: string[] = []
  const wrapped = traced('x', async (n: number) => n + 1)
  armTracing(async (name, work, _options, args) => {
    seen.push(name)
    return work(...args)
  })
  expect(await wrapped(1)).toBe(2)
  expect(seen).toEqual(['x'])
})
