/** Ours against each peer, from the results alone. */
import type { Result } from '../frame/run-bench.ts'
import { spreadOf } from '../frame/statistics.ts'
import { isOf, markdown } from './cells.ts'
import type { Report } from './tables.ts'

type Way = { what: string; delivery: string; ours: string }
export const SINGLE: Way = { what: 'one transaction per message', delivery: 'send-single', ours: 'send-dispatcher' }
export const COALESCED: Way = { what: 'coalesced', delivery: 'send-coalesced', ours: 'send-dispatcher' }
export const BARE: Way = { what: 'bare, coalesced', delivery: 'bare-coalesced', ours: 'bare-coalesced' }
const WAYS = [SINGLE, COALESCED, BARE]

/** Messages per second and CPU per message, ours against each peer in the same round; a median over the rounds. */
export function ratiosTable(report: Report): string {
  const peers = [...new Set(report.results.map(({ settings }) => settings.peer))].filter((peer) => peer !== 'carillon')
  const rows = peers.map((peer) => [
    String(peer),
    ...WAYS.map(({ delivery, ours }) => {
      const theirs = report.results.find((one) => isOf(one, { peer: peer ?? '', delivery }))
      const own = report.results.find((one) => isOf(one, { peer: 'carillon', delivery: ours }))
      if (!theirs || !own) return ''
      const rate = rateRatio(own, theirs)
      const cost = pairs(theirs, own, (run) => run.cost.cpu_us_total)
      return `${rate.toFixed(1)}× / ${cost.toFixed(1)}×`
    }),
  ])
  return markdown(['', ...WAYS.map(({ what }) => what)], rows)
}

export const rateRatio = (own: Result, theirs: Result) =>
  pairs(own, theirs, (run) => run.figures.per_second ?? Number.NaN)

function pairs(above: Result, below: Result, of: (run: Result['runs'][number]) => number): number {
  const ratios = above.runs.flatMap((run, i) => {
    const other = below.runs[i]
    return other ? [of(run) / of(other)] : []
  })
  return spreadOf(ratios).median
}
