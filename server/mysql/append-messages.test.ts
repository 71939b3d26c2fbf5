import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDERS = ['server', 'workers', 'app', 'scripts']
const WRITES_MESSAGES =
  /(insert|replace)\s+(ignore\s+)?into\s+`?message`?[\s(]|\bmessage\s*\.\s*(create|createMany|upsert)\s*\(/i

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$|generated|node_modules/.test(file))

test('one function appends messages, and only one: nothing else of the product writes message rows (C4)', () => {
  expect(sources.length).toBeGreaterThan(100)
  const writers = sources.filter((file) => WRITES_MESSAGES.test(readFileSync(file, 'utf8')))
  expect(writers).toEqual(['server/mysql/append-messages.ts'])
  const append = readFileSync('server/mysql/append-messages.ts', 'utf8')
  expect(append.match(/INSERT INTO message /g)).toHaveLength(1)
})
