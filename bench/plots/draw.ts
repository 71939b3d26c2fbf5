/**
 * Draws the charts and fills the tables of docs/performance.md: `node --import tsx bench/plots/draw.ts`. Reads what
 * `npm run bench -- NAME --json docs/performance/NAME.json` wrote, as far as it is there.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT } from '#scripts/provision/paths.mjs'
import type { Result } from '../frame/run-bench.ts'
import { barChart, lineChart } from './svg.ts'
import { goalsTable, type Reports } from './goals.ts'
import { ratiosTable } from './ratios.ts'
import { fillPlace, fillTables, type Report } from './tables.ts'

const FOLDER = path.join(PROJECT, 'docs/performance')

draw('spike.svg', 'dispatch', (results) =>
  lineChart({
    title: 'Messages due at one second: share published after so many ms',
    x: 'ms after the second',
    y: 'percent',
    series: results.flatMap(({ settings, runs }) => {
      const values = middleRun(runs)?.samples?.published_ms ?? []
      const points = values.map((value, i) => [value, (100 * (i + 1)) / values.length] as const)
      return points.length > 0
        ? [{ name: `${Number(settings.n).toLocaleString('en')} in ${settings.channels} channels`, points }]
        : []
    }),
  }),
)

draw('peers.svg', 'peers', (results) =>
  barChart({
    title: 'The same send through each queue, messages per second',
    x: 'messages per second, median',
    bars: results
      .filter(({ settings }) => settings.delivery !== 'bare-coalesced')
      .map(({ settings, figures }) => ({
        name: `${settings.peer}${settings.delivery === 'send-dispatcher' ? '' : settings.delivery === 'send-single' ? ', one per transaction' : ', coalesced'}`,
        value: figures.per_second?.median ?? 0,
        group: String(settings.delivery),
      })),
  }),
)

draw('growth.svg', 'growth-sent', (results) =>
  lineChart({
    title: 'What is due of all lanes, nothing being due, while more and more rows wait',
    x: 'pending rows',
    y: 'ms',
    logX: true,
    series: [
      { name: 'due index', points: scansOf(results, 0, 'lanes_by_due_index_ms') },
      { name: 'status index', points: scansOf(results, 0, 'lanes_by_status_index_ms') },
      { name: 'due, 10 million sent', points: scansOf(results, 10_000_000, 'lanes_by_due_index_ms') },
      { name: 'status, 10 million sent', points: scansOf(results, 10_000_000, 'lanes_by_status_index_ms') },
    ].filter(({ points }) => points.length > 0),
  }),
)

const page = path.join(PROJECT, 'docs/performance.md')
let text = readFileSync(page, 'utf8')
const reports: Reports = {}
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
  const name = path.basename(file, '.json')
  const report = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Report
  reports[name] = report
  text = fillTables(text, name, report)
}
text = fillPlace(text, 'goals', goalsTable(reports))
if (reports.peers) text = fillPlace(text, 'peer-ratios', ratiosTable(reports.peers))
writeFileSync(page, text)

function scansOf(results: readonly Result[], sentBefore: number, figure: string) {
  return results
    .filter(({ name, settings }) => name === 'scans' && settings.sentBefore === sentBefore && settings.due === 0)
    .map(({ settings, figures }) => [Number(settings.pending), figures[figure]?.median ?? 0] as const)
}

function resultsOf(bench: string): Result[] {
  const source = path.join(FOLDER, `${bench}.json`)
  return existsSync(source) ? (JSON.parse(readFileSync(source, 'utf8')) as { results: Result[] }).results : []
}

function draw(file: string, bench: string, chart: (results: Result[]) => string): void {
  const results = resultsOf(bench)
  if (results.length === 0) return
  writeFileSync(path.join(FOLDER, file), chart(results))
  console.log(`docs/performance/${file}`)
}

function middleRun(runs: Result['runs']): Result['runs'][number] | undefined {
  return runs.toSorted((a, b) => (a.figures.published_last_ms ?? 0) - (b.figures.published_last_ms ?? 0))[
    Math.floor((runs.length - 1) / 2)
  ]
}
