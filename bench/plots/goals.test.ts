import { expect, test } from 'vitest'
import type { Result } from '../frame/run-bench.ts'
import { spreadOf } from '../frame/statistics.ts'
import { goalsTable } from './goals.ts'
import { ratiosTable } from './ratios.ts'
import type { Report } from './tables.ts'

function result(settings: Result['settings'], figures: Record<string, number>, cpu_us_total = 100): Result {
  const cost = { cpu_us: {}, cpu_us_total, peak_mib: {}, others: 0.04, seconds: 1 }
  const named = Object.entries({ ...figures, cpu_us: cpu_us_total, others: 0.04 })
  return {
    name: 'x',
    settings,
    runs: [{ figures, cost }],
    figures: Object.fromEntries(named.map(([name, value]) => [name, spreadOf([value])])),
  }
}
const report = (...results: Result[]): Report => ({
  date: '',
  command: '',
  machine: {},
  versions: {},
  settings: {},
  results,
})

test('a goal is met or missed by what was measured, and says so where nothing was', () => {
  const table = goalsTable({
    accept: report(result({ door: 'use case', callers: 50 }, { per_second: 9_000, p99_ms: 12 })),
  })
  const rows = table.split('\n')
  expect(rows).toContain('| accepting, 50 callers | ≥ 10,000 per second | 9,000 per second | **missed** | 4 % |')
  expect(rows).toContain('| accepting, 50 callers, p99 | ≤ 20 ms | 12 ms | met | 4 % |')
  expect(rows).toContain('| memory of an id |  | not measured |  |  |')
})

test('the Slack door is measured with all processes: the web process’s CPU counts as well', () => {
  const door = result({ door: 'Slack door', callers: 50 }, { web_us: 300 }, 200)
  expect(goalsTable({ accept: report(door) })).toContain('| 2,000 per second | met |')
})

test('over HTTP the web process is one of the processes, and counts once', () => {
  const door = result({ door: 'Slack door over HTTP', callers: 50 }, { web_us: 300 }, 500)
  expect(goalsTable({ accept: report(door) })).toContain('| 2,000 per second | met |')
})

test('a goal beside a peer is judged by the ratio of the same round', () => {
  const own = result({ peer: 'carillon', delivery: 'send-dispatcher' }, { per_second: 12_000 })
  const theirs = result({ peer: 'bullmq', delivery: 'send-single' }, { per_second: 2_500 })
  expect(goalsTable({ peers: report(own, theirs) })).toContain(
    '| beside bullmq, one transaction per message | ≥ 6 × | 4.8 × | **missed** | 4 % |',
  )
})

test('a ratio compares a peer with ours of the same round: rates as they are, costs the other way round', () => {
  const table = ratiosTable(
    report(
      result({ peer: 'carillon', delivery: 'send-dispatcher' }, { per_second: 12_000 }, 130),
      result({ peer: 'bullmq', delivery: 'send-coalesced' }, { per_second: 3_000 }, 390),
    ),
  )
  expect(table.split('\n')[2]).toBe('| bullmq |  | 4.0× / 3.0× |  |')
})
