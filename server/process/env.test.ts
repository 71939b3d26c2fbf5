import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ENV_KEYS, readEnv } from './env.ts'

const complete = {
  DATABASE_URL: 'mysql://carillon@127.0.0.1:3306/carillon',
  REDIS_URL: 'redis://127.0.0.1:6379',
  APP_URL: 'http://127.0.0.1:3000/',
  GATEWAY_URL: 'http://127.0.0.1:3001',
  AUTH_SECRET: 'a'.repeat(40),
  TICKET_SECRET: 'b'.repeat(40),
}

test('.env.example lists exactly the keys of the schema', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const listed = [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1])
  expect(listed.toSorted()).toEqual(ENV_KEYS.toSorted())
})

test('a complete environment gets its defaults, an empty value counts as absent', () => {
  const env = readEnv({ ...complete, CARILLON_DEMO_FILE: '', LOG_LEVEL: '' })
  expect(env).toMatchObject({
    APP_URL: 'http://127.0.0.1:3000',
    GATEWAY_PORT: 3001,
    LEASE_SECONDS: 30,
    LOG_LEVEL: 'info',
  })
  expect(env.CARILLON_DEMO_FILE).toBeUndefined()
})

test('all problems are told together and without a value', () => {
  const wrong = { ...complete, DATABASE_URL: 'postgres://hidden', AUTH_SECRET: 'hidden', TICKET_SECRET: undefined }
  const told = messageOf(() => readEnv(wrong))
  expect(told).toMatch(/DATABASE_URL: must be a URL/)
  expect(told).toMatch(/AUTH_SECRET: must have at least 32/)
  expect(told).toMatch(/TICKET_SECRET: is missing/)
  expect(told).not.toContain('hidden')
})

test('a placeholder is no secret', () => {
  expect(messageOf(() => readEnv({ ...complete, AUTH_SECRET: 'change-me-'.repeat(5) }))).toMatch(
    /AUTH_SECRET: is still the placeholder/,
  )
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return String(error)
  }
  return ''
}
