import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { withRequestId } from './request-id.ts'

test('a line is JSON with its level by name and the id it belongs to', () => {
  const { log, lines } = capture()
  withRequestId('r1', () => log.info({ took_ms: 3 }, 'answered'))
  expect(lines()).toMatchObject([{ level: 'info', name: 'test', request_id: 'r1', took_ms: 3, msg: 'answered' }])
})

test('a full disk costs lines, not the process', () => {
  const program = `const { createLogger } = await import('./server/process/logger.ts')
    const log = createLogger({ name: 'test' })
    for (let i = 0; i < 3; i++) log.info('lost')
    process.exit(7)`
  const started = () =>
    execFileSync('/bin/sh', [
      '-c',
      'exec "$0" --import tsx --input-type=module -e "$1" > /dev/full',
      process.execPath,
      program,
    ])
  expect(started).toThrow(expect.objectContaining({ status: 7 }))
})

test('message text, secrets and bound SQL values never reach a line', () => {
  const { log, raw } = capture()
  const error = Object.assign(
    new Error('Data too long', { cause: Object.assign(new Error('inner'), { sql: 'canary' }) }),
    {
      code: 'ER_DATA_TOO_LONG',
      errno: 1406,
      sql: "INSERT INTO message VALUES ('canary')",
      parameters: ['canary'],
    },
  )
  log.error(
    {
      err: error,
      message: { text: 'canary', payload: 'canary' },
      headers: { authorization: 'canary', cookie: 'canary' },
      token: 'canary',
    },
    'failed',
  )
  expect(raw()).not.toContain('canary')
  expect(raw()).toContain('ER_DATA_TOO_LONG')
  expect(raw()).toContain('inner')
})

function capture() {
  let text = ''
  const log = createLogger({ name: 'test', destination: { write: (line) => void (text += line) } })
  return {
    log,
    raw: () => text,
    lines: () =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
