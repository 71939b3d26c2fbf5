import { expect, test, vi } from 'vitest'
import { supervise } from './supervise.mjs'

const IGNORES_SIGTERM = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')"
const OBEYS = "setInterval(() => {}, 1000); console.log('up')"

function start(code: string) {
  const lines: string[] = []
  const one = supervise(
    { name: 'trial', group: 'worker', args: ['-e', code] },
    { env: process.env, print: (line) => lines.push(line), started: () => undefined },
  )
  const ups = (count: number) =>
    vi.waitFor(() => expect(lines.filter((line) => line === 'up')).toHaveLength(count), { timeout: 10_000 })
  return { one, lines, ups }
}

test('a process that dies is started again, and one that was asked to stop is not', async () => {
  const { one, lines, ups } = start(OBEYS)
  await ups(1)
  process.kill(one.pid ?? 0, 'SIGKILL')
  await ups(2)
  expect(lines).toContain('ended with SIGKILL, starts again in 500 ms')
  await one.stop(5_000)
  expect(one.pid).toBeUndefined()
})

test('a process that does not stop is killed at its deadline', async () => {
  const { one, lines, ups } = start(IGNORES_SIGTERM)
  await ups(1)
  await one.stop(200)
  expect(one.pid).toBeUndefined()
  expect(lines.at(-1)).toBe('did not stop within 200 ms, killing it')
})

test('the second signal ends everything at once', async () => {
  const { one, ups } = start(IGNORES_SIGTERM)
  await ups(1)
  one.killNow()
  await vi.waitFor(() => expect(one.pid).toBeUndefined(), { timeout: 5_000 })
})
