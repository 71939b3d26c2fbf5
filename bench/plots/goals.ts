/** The goals of docs/performance.md beside what was measured: from the results alone. */
import type { Result } from '../frame/run-bench.ts'
import { format, isOf, markdown } from './cells.ts'
import { BARE, COALESCED, rateRatio, SINGLE } from './ratios.ts'
import type { Report } from './tables.ts'

export type Reports = Partial<Record<string, Report>>
type Goal = {
  what: string
  bench: string
  settings: Result['settings']
  value: (result: Result, all: readonly Result[]) => number | undefined
  unit: string
  atMost?: number
  atLeast?: number
}

const median = (name: string) => (result: Result) => result.figures[name]?.median
const spike = { bench: 'dispatch', settings: { dispatchers: 1 } }
const crowd = { bench: 'fanout', settings: { clients: 10_000, gateways: 1 } }

/** In the callers' process, whose CPU is not part of the product's. */
function perCore({ figures }: Result): number | undefined {
  const [database, web] = [figures.cpu_us?.median, figures.web_us?.median]
  return database === undefined || web === undefined ? undefined : 1e6 / (database + web)
}

/** Through a web process of its own, which is counted with the others. */
const perCoreOverHttp = ({ figures }: Result) =>
  figures.cpu_us === undefined ? undefined : 1e6 / figures.cpu_us.median

/** Of each call: the middle one and the longest of all repetitions. */
const claimGoals = (settings: Result['settings'], what: string): Goal[] => [
  { ...spike, settings, what: `${what}: a claim`, value: median('claim_ms'), unit: 'ms', atMost: 1 },
  {
    ...spike,
    settings,
    what: `${what}: the longest claim`,
    value: ({ figures }) => figures.claim_max_ms?.max,
    unit: 'ms',
    atMost: 1,
  },
]

const spikeGoals = ([n, channels]: readonly [number, number], last_ms: number): Goal[] => {
  const settings = { ...spike.settings, n, channels }
  const what = `${n.toLocaleString('en')} due at one second, ${channels.toLocaleString('en')} channels`
  return [
    { ...spike, settings, what: `${what}: the last`, value: median('published_last_ms'), unit: 'ms', atMost: last_ms },
    { ...spike, settings, what: `${what}: sent`, value: median('per_second'), unit: 'per second', atLeast: 12_000 },
    { ...spike, settings, what: `${what}: CPU a message`, value: median('cpu_us'), unit: 'µs', atMost: 120 },
    { ...spike, settings, what: `${what}: early`, value: median('early'), unit: '', atMost: 0 },
    ...claimGoals(settings, what),
  ]
}

const PEER_GOALS = [
  ...['bullmq', 'graphile-worker', 'pg-boss', 'bee-queue'].map((peer) => ({ peer, way: SINGLE, atLeast: 6 })),
  { peer: 'bullmq', way: COALESCED, atLeast: 2 },
  { peer: 'graphile-worker', way: COALESCED, atLeast: 1.5 },
  { peer: 'bullmq', way: BARE, atLeast: 3 },
  { peer: 'graphile-worker', way: BARE, atLeast: 2 },
]

function againstPeers(): Goal[] {
  return PEER_GOALS.map(({ peer, way: { what, delivery, ours }, atLeast }) => {
    return {
      bench: 'peers',
      settings: { peer, delivery },
      what: `beside ${peer}, ${what}`,
      value: (theirs, all) => {
        const own = all.find((one) => isOf(one, { peer: 'carillon', delivery: ours }))
        return own && rateRatio(own, theirs)
      },
      unit: '×',
      atLeast,
    }
  })
}

const GOALS: readonly Goal[] = [
  ...spikeGoals([10_000, 5_000], 900),
  ...spikeGoals([10_000, 50], 900),
  ...spikeGoals([20_000, 5_000], 1_700),
  ...spikeGoals([20_000, 50], 1_700),
  {
    ...spike,
    settings: { channels: 1 },
    what: 'everything in one channel',
    value: median('per_second'),
    unit: 'per second',
    atLeast: 2_000,
  },
  ...claimGoals({ channels: 1 }, 'everything in one channel'),
  ...(['p50', 'p99'] as const).map((quantile) => ({
    bench: 'steady',
    settings: { rate: 1_000 },
    what: `1,000 per second, ${quantile} to the frame`,
    value: median(`published_${quantile}_ms`),
    unit: 'ms',
    atMost: quantile === 'p50' ? 20 : 50,
  })),
  {
    bench: 'steady',
    settings: { rate: 0 },
    what: 'idle dispatcher, of a core',
    value: median('dispatcher_percent_of_core'),
    unit: '%',
    atMost: 1,
  },
  {
    bench: 'accept',
    settings: { door: 'use case', callers: 50 },
    what: 'accepting, 50 callers',
    value: median('per_second'),
    unit: 'per second',
    atLeast: 10_000,
  },
  {
    bench: 'accept',
    settings: { door: 'use case', callers: 50 },
    what: 'accepting, 50 callers, p99',
    value: median('p99_ms'),
    unit: 'ms',
    atMost: 20,
  },
  ...[50, 500].map((callers) => ({
    bench: 'accept',
    settings: { door: 'Slack door', callers },
    what: `Slack door, ${callers} callers, per core`,
    value: perCore,
    unit: 'per second',
    atLeast: 1_500,
  })),
  ...[50, 500].map((callers) => ({
    bench: 'accept',
    settings: { door: 'Slack door over HTTP', callers },
    what: `Slack door over HTTP, ${callers} callers, per core`,
    value: perCoreOverHttp,
    unit: 'per second',
    atLeast: 1_500,
  })),
  {
    bench: 'hydrate',
    settings: { accepting: 0 },
    what: 'loading 1,000,000 ids',
    value: (result) => ((result.figures.seconds?.median ?? Number.NaN) * 1e6) / Number(result.settings.n),
    unit: 's',
    atMost: 8,
  },
  {
    bench: 'hydrate',
    settings: { accepting: 0 },
    what: 'memory of an id',
    value: median('bytes_per_id'),
    unit: 'bytes',
    atMost: 140,
  },
  {
    bench: 'backlog',
    settings: {},
    what: 'after an outage, drained to arriving',
    value: median('drain_to_arrival'),
    unit: '×',
    atLeast: 2,
  },
  ...againstPeers(),
  {
    ...crowd,
    what: '10,000 clients: the last after the publication',
    value: median('published_to_last_ms'),
    unit: 'ms',
    atMost: 350,
  },
  {
    ...crowd,
    what: '10,000 clients: the last after its second',
    value: median('due_to_last_ms'),
    unit: 'ms',
    atMost: 350,
  },
  { ...crowd, what: '10,000 clients: event loop held', value: median('held_ms'), unit: 'ms', atMost: 20 },
  {
    ...crowd,
    bench: 'fanout-10000',
    what: '10,000 clients: the most that one turn of the event loop ran',
    value: ({ figures }) => figures.turn_cpu_ms?.max,
    unit: 'ms',
    atMost: 20,
  },
  {
    ...crowd,
    bench: 'fanout-10000',
    what: '10,000 clients, ten messages in a second: sends of one gateway',
    value: median('burst_sends_per_second'),
    unit: 'per second',
    atLeast: 30_000,
  },
]

/** A row per goal; what has not been measured says so. */
export function goalsTable(reports: Reports): string {
  const rows = GOALS.map((goal) => {
    const report = reports[goal.bench]
    const result = report?.results.find((one) => isOf(one, goal.settings))
    const value = result && goal.value(result, report?.results ?? [])
    if (!result || value === undefined || Number.isNaN(value)) return [goal.what, '', 'not measured', '', '']
    const bound = goal.atMost === undefined ? `≥ ${format(goal.atLeast ?? 0)}` : `≤ ${format(goal.atMost)}`
    const isMet = value <= (goal.atMost ?? Number.POSITIVE_INFINITY) && value >= (goal.atLeast ?? 0)
    const others = Math.round((result.figures.others?.median ?? 0) * 100)
    const verdict = isMet ? 'met' : '**missed**'
    return [goal.what, `${bound} ${goal.unit}`, `${format(value)} ${goal.unit}`, verdict, `${others} %`]
  })
  return markdown(['', 'goal', 'measured', '', 'used by others'], rows)
}
