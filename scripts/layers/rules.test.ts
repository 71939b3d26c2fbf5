import { describe, expect, test } from 'vitest'
import { findCycles } from './cycles.mjs'
import { problemsOf } from './rules.mjs'

const to = (from: string, file: string, typeOnly = false) =>
  problemsOf({ from, specifier: `#${file}`, to: file, typeOnly })
const toPackage = (from: string, specifier: string) => problemsOf({ from, specifier, to: null, typeOnly: false })

describe('layers', () => {
  test.each([
    ['server/domain/ids.ts', 'server/mysql/tx.ts'],
    ['server/mysql/tx.ts', 'server/redis/connect.ts'],
    ['server/trpc/router.ts', 'server/mysql/messages.ts'],
    ['server/slack/door.ts', 'server/redis/connect.ts'],
    ['app/_ui/button.tsx', 'app/_client/session.ts'],
    ['app/_features/composer/a.tsx', 'app/_features/timeline/b.tsx'],
    ['workers/relay/main.ts', 'workers/jobs/main.ts'],
    ['workers/relay/main.ts', 'server/trpc/router.ts'],
    ['server/process/env.ts', 'scripts/migrate.mjs'],
    ['server/usecases/a.ts', 'server/testing/world.ts'],
    ['server/usecases/a.ts', 'server/domain/ids.test.ts'],
  ])('%s may not import %s', (from, file) => {
    expect(to(from, file)).toHaveLength(1)
  })

  test.each([
    ['server/usecases/a.ts', 'server/mysql/messages.ts'],
    ['workers/dispatcher/main.ts', 'server/usecases/scheduled/send-due.ts'],
    ['app/(workspace)/page.tsx', 'app/_features/timeline/timeline.tsx'],
    ['app/api/trpc/[trpc]/route.ts', 'server/trpc/router.ts'],
    ['server/testing/world.ts', 'scripts/migrate.mjs'],
    ['server/usecases/a.test.ts', 'server/testing/world.ts'],
  ])('%s may import %s', (from, file) => {
    expect(to(from, file)).toEqual([])
  })

  test('the browser takes types from server/trpc, never code', () => {
    expect(to('app/_client/trpc.ts', 'server/trpc/router.ts', true)).toEqual([])
    expect(to('app/_client/trpc.ts', 'server/trpc/router.ts', false)).toHaveLength(1)
  })

  test('drivers stay with their adapters, and Node stays out of the browser', () => {
    expect(toPackage('server/usecases/a.ts', 'mysql2/promise')).toHaveLength(1)
    expect(toPackage('workers/relay/main.ts', 'ioredis')).toHaveLength(1)
    expect(toPackage('server/domain/ids.ts', 'node:crypto')).toHaveLength(1)
    expect(toPackage('server/mysql/connect.ts', 'mysql2/promise')).toEqual([])
  })
})

test('a circle of run-time imports is found once, and types do not make one', () => {
  const edge = (from: string, file: string, typeOnly = false) => ({ from, specifier: file, to: file, typeOnly })
  expect(findCycles([edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('x', 'a')])).toEqual([['a', 'b', 'c', 'a']])
  expect(findCycles([edge('a', 'b'), edge('b', 'a', true)])).toEqual([])
})
