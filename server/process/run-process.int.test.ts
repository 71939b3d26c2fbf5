import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

const COMPLETE = {
  DATABASE_URL: 'mysql://nobody@127.0.0.1/none',
  REDIS_URL: 'redis://127.0.0.1',
  APP_URL: 'http://127.0.0.1:3000',
  GATEWAY_URL: 'http://127.0.0.1:3001',
  AUTH_SECRET: 'k3'.repeat(20),
  TICKET_SECRET: 'x9'.repeat(20),
}

/** A process that opens two things and waits to be told to stop. */
const WAITING = `
  const { runProcess } = await import('./server/process/run-process.ts')
  await runProcess('sample', async ({ signal, log, use }) => {
    use('first', (name) => log.info('closed ' + name))
    use('second', (name) => log.info('closed ' + name))
    const awake = setInterval(() => {}, 1_000)
    await new Promise((resolve) => { signal.addEventListener('abort', resolve); log.info('waiting') })
    clearInterval(awake)
  })`

function start(code: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    env: { ...process.env, ...env },
  })
  let out = ''
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const words = () =>
    out
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
  return { child, exit, words }
}

test('the first signal drains: resources close in reverse order and the process ends with 0', async () => {
  const { child, exit, words } = start(WAITING, COMPLETE)
  await expect.poll(words, { timeout: 30_000 }).toContain('waiting')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(words()).toEqual(['starting', 'waiting', 'draining', 'closed second', 'closed first', 'stopped'])
}, 60_000)

test('a failure closes what was opened and the process ends with 1', async () => {
  const failing = WAITING.replace('const awake', "throw new Error('no'); const awake")
  const { exit, words } = start(failing, COMPLETE)
  expect(await exit).toBe(1)
  expect(words()).toEqual(['starting', 'crashed', 'closed second', 'closed first', 'stopped'])
}, 60_000)

test('a process without its environment does not start, and says everything that is missing', async () => {
  const { exit, words } = start(WAITING, { ...COMPLETE, AUTH_SECRET: '', REDIS_URL: 'http://x' })
  expect(await exit).toBe(1)
  expect(words()).toHaveLength(1)
  expect(words()[0]).toMatch(/AUTH_SECRET: is missing/)
  expect(words()[0]).toMatch(/REDIS_URL: must be a URL/)
}, 60_000)
