'use client'
import { useMemo, useState } from 'react'
import type { LatenessRange } from '#server/domain/operations/lateness.ts'
import { durationText } from '#server/domain/time/plain-time.ts'
import { TimePlot, type PlotLine } from '#app/_ui/time-plot.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay, type TimeStyle } from '#app/_ui/time-text.ts'
import { Answered } from './answered.tsx'
import { LatenessTable } from './lateness-table.tsx'
import { useLateness, type LatenessPlot } from './operations-api.ts'
import { Panel } from './panel.tsx'
import { RangeChoice } from './range-choice.tsx'

/** How late messages were, over time: the promise of the product, in one picture. */
export function LatenessPanel() {
  const [range, setRange] = useState<LatenessRange>('hour')
  const lateness = useLateness(range)
  return (
    <Panel
      title="Lateness"
      note="From a message's second to its commit, of every message sent in this installation."
      aside={<RangeChoice value={range} onChange={setRange} />}
    >
      <Answered query={lateness}>{(data) => <Plots plot={data} />}</Answered>
    </Panel>
  )
}

const LINES: PlotLine[] = [
  { label: 'worst', colour: 'danger', dash: [2, 4], width: 2 },
  { label: 'p99', colour: 'ink', dash: [8, 4], width: 1.5 },
  { label: 'p50', colour: 'brass', width: 2.5 },
]
const BARS: PlotLine[] = [{ label: 'messages', colour: 'muted', as: 'bars' }]

function Plots({ plot }: { plot: LatenessPlot }) {
  const style = useTimeStyle()
  const [point, setPoint] = useState<number | null>(null)
  const series = useMemo(() => seriesOf(plot), [plot])
  const timeText = (at_s: number, step_s: number) => timeMark(at_s, step_s, style)
  const shown = point === null ? null : plot.points[point]
  return (
    <>
      <Legend plot={plot} point={shown ?? null} style={style} />
      <div className="relative mt-2">
        <TimePlot
          at_s={series.at_s}
          lines={LINES}
          values={series.lateness}
          marks={latenessMarks(plot)}
          scale="log"
          markText={durationText}
          timeText={timeText}
          height={240}
          group="lateness"
          onPoint={setPoint}
        />
        {plot.total === null && (
          <p className="pointer-events-none absolute inset-x-14 top-20 text-center text-muted">
            Nothing was sent in this time.
          </p>
        )}
      </div>
      <p className="mt-3 text-small text-muted">Messages sent</p>
      <TimePlot
        at_s={series.at_s}
        lines={BARS}
        values={series.messages}
        marks={countMarks(plot)}
        scale="linear"
        markText={(n) => n.toLocaleString('en-US', { notation: 'compact' })}
        timeText={timeText}
        height={110}
        group="lateness"
        onPoint={setPoint}
      />
      <LatenessTable plot={plot} />
    </>
  )
}

type Point = LatenessPlot['points'][number]

/** The dash of each line beside its name and value: of the point under the cursor, otherwise of the whole. */
function Legend({ plot, point, style }: { plot: LatenessPlot; point: Point | null; style: TimeStyle }) {
  const of = point ?? plot.total
  const value = {
    worst: of && 'worst_ms' in of ? of.worst_ms : null,
    p99: of && 'p99_ms' in of ? of.p99_ms : null,
    p50: of && 'p50_ms' in of ? of.p50_ms : null,
  }
  const when = point ? `${timeMark(point.at_s, 60, style)}` : 'in all'
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 tabular-nums">
      {[...LINES].toReversed().map(({ label, colour, dash, width }) => (
        <span key={label} className="inline-flex items-center gap-2">
          <svg width="28" height="8" aria-hidden>
            <line
              x1="0"
              x2="28"
              y1="4"
              y2="4"
              style={{ stroke: `var(--${colour})`, strokeWidth: width, strokeDasharray: dash?.join(' ') }}
            />
          </svg>
          <span className="text-muted">{label}</span>
          <span className="min-w-14 font-semibold">{durationOr(value[label as keyof typeof value])}</span>
        </span>
      ))}
      <span className="time text-small text-muted">
        {(of?.messages ?? 0).toLocaleString('en-US')} messages, {when}
      </span>
    </div>
  )
}

const durationOr = (ms: number | null): string => (ms === null ? '–' : durationText(ms))

function seriesOf({ points }: LatenessPlot) {
  // A logarithm begins at 1: what was on time to the millisecond stands on the line below.
  const of = (key: 'worst_ms' | 'p99_ms' | 'p50_ms') =>
    points.map((each) => (key in each ? Math.max(1, (each as Record<typeof key, number>)[key]) : null))
  return {
    at_s: points.map(({ at_s }) => at_s),
    lateness: [of('worst_ms'), of('p99_ms'), of('p50_ms')],
    messages: [points.map(({ messages }) => messages)],
  }
}

const MARKS_MS = [1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000, 864_000_000]

/** Up to the first mark above the worst; a second at least, so that a calm day looks calm. */
function latenessMarks({ total }: LatenessPlot): number[] {
  const worst = Math.max(1_000, total?.worst_ms ?? 0)
  const last = MARKS_MS.findIndex((mark) => mark >= worst)
  return MARKS_MS.slice(0, (last === -1 ? MARKS_MS.length : last) + 1)
}

function countMarks({ points }: LatenessPlot): number[] {
  const most = Math.max(4, ...points.map(({ messages }) => messages))
  const power = 10 ** Math.floor(Math.log10(most))
  const top = [1, 2, 4, 5, 10].map((digit) => digit * power).find((mark) => mark >= most) ?? most
  return [0, top / 2, top]
}

/** Days where marks are days apart, else the clock. */
const timeMark = (at_s: number, step_s: number, style: TimeStyle): string =>
  step_s >= 86_400 ? shortDay(at_s * 1000, style.zone, Date.now()) : clockTime(at_s * 1000, style)
