'use client'
import { useState, type PointerEvent } from 'react'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay, type TimeStyle } from '#app/_ui/time-text.ts'
import { Answered } from './answered.tsx'
import { cellPaths, HEAT_LEVELS, isExpected, MISSING, NOT_YET } from './heat-cells.ts'
import { useHydrationStrip, type HydrationStrip } from './operations-api.ts'
import { Panel } from './panel.tsx'

/** What of the coming day is in the fast queue: sixteen lanes, a quarter of an hour a cell. */
export function HydrationPanel() {
  const strip = useHydrationStrip()
  return (
    <Panel
      title="Loaded for the next 24 hours"
      note="Ids that wait in Redis, by lane and quarter of an hour. The end of the day comes with the next hourly load."
    >
      <Answered query={strip}>{(data) => <Strip strip={data} />}</Answered>
    </Panel>
  )
}

type Cell = { lane: number; column: number }

function Strip({ strip }: { strip: HydrationStrip }) {
  const style = useTimeStyle()
  const [under, setUnder] = useState<Cell | null>(null)
  const { lanes } = strip
  const columns = lanes[0]?.length ?? 0
  const most = Math.max(0, ...lanes.flat().map((rows) => rows ?? 0))
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = (share: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(share * count)))
    setUnder({
      lane: at((event.clientY - box.top) / box.height, lanes.length),
      column: at((event.clientX - box.left) / box.width, columns),
    })
  }
  return (
    <figure className="flex flex-col gap-2">
      <div className="grid grid-cols-[1.75rem_1fr] gap-x-2">
        <div
          aria-hidden
          className="flex flex-col justify-between py-px text-right text-small leading-none text-muted tabular-nums"
        >
          {[0, 5, 10, 15].map((lane) => (
            <span key={lane}>{lane}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={summary(strip)}
          viewBox={`0 0 ${columns} ${lanes.length}`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setUnder(null)}
          className="h-56 w-full touch-pan-y rounded-small border border-line bg-surface"
        >
          <defs>
            <pattern id="not-loaded" width="1" height="0.5" patternUnits="userSpaceOnUse">
              <rect width="1" height="0.25" style={{ fill: 'var(--danger)' }} />
            </pattern>
          </defs>
          {cellPaths(lanes, most, strip.cell_s).map(({ level, d }) => (
            <path key={level} d={d} style={{ fill: fillOf(level) }} />
          ))}
        </svg>
        <div aria-hidden className="time col-start-2 flex justify-between pt-1 text-small text-muted">
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share} className={share % 0.5 === 0 ? undefined : 'hidden sm:inline'}>
              {clockTime((strip.from_s + share * columns * strip.cell_s) * 1000, style)}
            </span>
          ))}
        </div>
      </div>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-muted">
        <HeatLegend most={most} missing={lanes.some((lane) => hasGap(lane, strip.cell_s))} />
        <span className="time min-h-5" aria-hidden>
          {under && cellText(strip, under, style)}
        </span>
      </figcaption>
      <StripTable strip={strip} style={style} />
    </figure>
  )
}

function HeatLegend({ most, missing }: { most: number; missing: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
      <span className="inline-flex items-center gap-1.5">
        none
        <span aria-hidden className="inline-flex overflow-hidden rounded-small border border-line">
          {HEAT_LEVELS.map((fill) => (
            <span key={fill} className="h-3.5 w-5" style={{ background: fill }} />
          ))}
        </span>
        {most > 0 ? `${most.toLocaleString('en-US')} in a cell` : 'some'}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span
          aria-hidden
          className="h-3.5 w-5 rounded-small border border-line"
          style={{ background: 'repeating-linear-gradient(var(--danger) 0 2px, var(--surface) 2px 4px)' }}
        />
        not loaded{missing ? '' : ': none'}
      </span>
    </span>
  )
}

/** Hour by hour over all lanes, for those who cannot see the cells. */
function StripTable({ strip, style }: { strip: HydrationStrip; style: TimeStyle }) {
  const perHour = 3600 / strip.cell_s
  const hours = Math.ceil((strip.lanes[0]?.length ?? 0) / perHour)
  const rows = Array.from({ length: hours }, (_, hour) => {
    const cells = strip.lanes.map((lane) => lane.slice(hour * perHour, (hour + 1) * perHour))
    return {
      at_s: strip.from_s + hour * 3600,
      ids: cells.flat().reduce<number>((sum, ids) => sum + (ids ?? 0), 0),
      missing: cells.flatMap((lane, number) =>
        lane.some((cell, i) => cell === null && isExpected(hour * perHour + i, strip.cell_s)) ? [number] : [],
      ),
    }
  })
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-small font-medium text-muted">As a table</summary>
      <div tabIndex={0} role="region" aria-label="Loaded ids as a table" className="scroll-calm mt-2 max-h-80">
        <table className="w-full text-left tabular-nums">
          <thead className="sticky top-0 bg-raised text-small text-muted">
            <tr>
              {['Hour from', 'Waiting ids', 'Lanes not loaded'].map((name) => (
                <th key={name} scope="col" className="pr-3 pb-1 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at_s, ids, missing }) => (
              <tr key={at_s} className="border-t border-line">
                <th scope="row" className="py-1 pr-3 font-normal">
                  {shortDay(at_s * 1000, style.zone, strip.from_s * 1000)} {clockTime(at_s * 1000, style)}
                </th>
                <td className="pr-3">{ids.toLocaleString('en-US')}</td>
                <td>{missing.length === 0 ? 'none' : missing.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const fillOf = (level: number): string | undefined =>
  level === MISSING ? 'url(#not-loaded)' : level === NOT_YET ? 'transparent' : HEAT_LEVELS[level]

const hasGap = (lane: readonly (number | null)[], cell_s: number): boolean =>
  lane.some((cell, column) => cell === null && isExpected(column, cell_s))

function summary({ lanes, cell_s }: HydrationStrip): string {
  const ids = lanes.flat().reduce<number>((sum, each) => sum + (each ?? 0), 0)
  const gaps = lanes.filter((lane) => hasGap(lane, cell_s)).length
  const loaded = gaps === 0 ? 'All 16 lanes are loaded' : `${gaps} of 16 lanes are not loaded throughout`
  return `${loaded}, with ${ids.toLocaleString('en-US')} ids in the next 24 hours.`
}

function cellText({ from_s, cell_s, lanes }: HydrationStrip, { lane, column }: Cell, style: TimeStyle): string {
  const ids = lanes[lane]?.[column] ?? null
  const from = clockTime((from_s + column * cell_s) * 1000, style)
  const words = ids === 1 ? '1 id' : ids === null ? missingWords(column, cell_s) : `${ids.toLocaleString('en-US')} ids`
  return `Lane ${lane}, from ${from}: ${words}`
}

const missingWords = (column: number, cell_s: number): string =>
  isExpected(column, cell_s) ? 'not loaded' : 'loaded within the hour'
