'use client'
import { durationText } from '#server/domain/time/plain-time.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay } from '#app/_ui/time-text.ts'
import type { LatenessPlot } from './operations-api.ts'

/** The plot for those who cannot see it, or want its numbers: newest first, silent steps left out. */
export function LatenessTable({ plot }: { plot: LatenessPlot }) {
  const { zone, hour12 } = useTimeStyle()
  const rows = plot.points.flatMap((point) => ('p50_ms' in point ? [point] : [])).toReversed()
  return (
    <details className="mt-3">
      <summary className="min-h-6 cursor-pointer text-small font-medium text-muted">As a table</summary>
      <div tabIndex={0} role="region" aria-label="Lateness as a table" className="scroll-calm mt-2 max-h-80">
        <table className="w-full text-left tabular-nums">
          <thead className="sticky top-0 bg-raised text-small text-muted">
            <tr>
              {['From', 'Messages', 'p50', 'p99', 'Worst'].map((name) => (
                <th key={name} scope="col" className="pr-3 pb-1 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at_s, messages, p50_ms, p99_ms, worst_ms }) => (
              <tr key={at_s} className="border-t border-line">
                <th scope="row" className="py-1 pr-3 font-normal">
                  {shortDay(at_s * 1000, zone, plot.now_s * 1000)} {clockTime(at_s * 1000, { zone, hour12 })}
                </th>
                <td className="pr-3">{messages.toLocaleString('en-US')}</td>
                <td className="pr-3">{durationText(p50_ms)}</td>
                <td className="pr-3">{durationText(p99_ms)}</td>
                <td>{durationText(worst_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="py-2 text-muted">Nothing was sent in this time.</p>}
      </div>
    </details>
  )
}
