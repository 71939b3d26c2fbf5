import { expect, test } from 'vitest'
import { fillTables, type Report } from './tables.ts'

const spread = (median: number) => ({ median, min: median, max: median })
const report: Report = {
  date: '2027-01-02T03:04:05.000Z',
  command: 'npm run bench -- dispatch',
  machine: { cores: 2, cpu: 'a CPU', node: 'v20', commit: 'abc', loop_ms: 25 },
  versions: { database: '10.11', redis: '7.0' },
  settings: {},
  results: [
    {
      name: 'dispatch',
      settings: { n: 10_000 },
      runs: [
        {
          figures: {},
          cost: {
            cpu_us: { database: 70, bench: 9, relay: 1 },
            cpu_us_total: 71,
            peak_mib: { bench: 300, database: 512 },
            others: 0.05,
            seconds: 1,
          },
        },
      ],
      figures: { published_last_ms: { median: 899.4, min: 880, max: 1200 }, cpu_us: spread(71), others: spread(0.05) },
    },
  ],
}

test('a table is put into its place and replaced there the next time', () => {
  const page = 'before\n<!-- dispatch -->\nold\n<!-- /dispatch -->\nafter <!-- peers -->\n<!-- /peers -->\n'
  const once = fillTables(page, 'dispatch', report)
  expect(once).toContain('| 10,000 | 899 (880–1,200) | 71 | database 70 | database 512 | 5 % |')
  expect(once).toContain(
    '2027-01-02 03:04 UTC, commit abc, 2 cores (a CPU), database 10.11, Redis 7.0, Node v20, fixed loop 25 ms. `npm run bench -- dispatch`',
  )
  expect(once).not.toContain('old')
  expect(fillTables(once, 'dispatch', report)).toBe(once)
})

test('a page without the place stays as it is', () => {
  expect(fillTables('nothing here', 'dispatch', report)).toBe('nothing here')
})
