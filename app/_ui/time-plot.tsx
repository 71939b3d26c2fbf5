'use client'
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import uPlot, { type Axis, type Options, type Series } from 'uplot'
import { readTokenColours, useThemeVersion } from './token-colours.ts'

type Token = 'brass' | 'ink' | 'danger' | 'muted' | 'line'
/** Told apart by dash and width as well as by colour. */
export type PlotLine = { label: string; colour: Token; dash?: number[]; width?: number; as?: 'line' | 'bars' }

type Props = {
  /** Epoch seconds, rising, evenly spaced. */
  at_s: number[]
  lines: PlotLine[]
  /** One list per line; null is a gap. */
  values: (number | null)[][]
  /** Marks of the upright axis, the last one at its end. `log` from the first mark up. */
  marks: number[]
  scale: 'linear' | 'log'
  markText: (value: number) => string
  timeText: (at_s: number, step_s: number) => string
  height: number
  /** Of several plots above each other: the cursor of one is the cursor of all. */
  group: string
  /** Index of the point under the cursor, null outside. */
  onPoint?: (index: number | null) => void
}

/** Lines or bars over time, on a canvas. It says nothing to a screen reader: give it a table beside. */
export function TimePlot(props: Props) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const latest = useRef(props)
  const theme = useThemeVersion()
  const { at_s, values, height } = props
  const shape = props.lines.map(({ label }) => label).join() + props.scale

  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const element = host.current
    if (!element) return
    const { at_s: at, values: rows } = latest.current
    const made = new uPlot(optionsOf(element, latest), [at, ...rows], element)
    plot.current = made
    const resized = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [shape, theme, height])
  useEffect(() => plot.current?.setData([at_s, ...values]), [at_s, values])

  return <div ref={host} aria-hidden style={{ height }} className="w-full" />
}

const UPRIGHT_AXIS_PX = 58
const LEVEL_AXIS_PX = 30
/** Half a time of day, which stands under its mark. */
const RIGHT_EDGE_PX = 26
const BETWEEN_TIMES_PX = 72

function optionsOf(host: HTMLElement, latest: { current: Props }): Options {
  const { lines, scale, height, group } = latest.current
  const colours = readTokenColours(host, ['brass', 'ink', 'danger', 'muted', 'line'])
  const font = `13px ${getComputedStyle(host).fontFamily}`
  const axis: Axis = {
    stroke: colours.muted,
    font,
    grid: { stroke: colours.line, width: 1 },
    ticks: { stroke: colours.line, width: 1, size: 4 },
  }
  const range = (): [number, number] => {
    const { marks } = latest.current
    return [scale === 'log' ? (marks[0] ?? 1) : 0, marks.at(-1) ?? 1]
  }
  return {
    width: Math.max(1, host.clientWidth),
    height,
    legend: { show: false },
    padding: [8, RIGHT_EDGE_PX, 0, 0],
    cursor: { sync: { key: group }, drag: { setScale: false, x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: true }, y: { distr: scale === 'log' ? 3 : 1, range } },
    axes: [
      {
        ...axis,
        size: LEVEL_AXIS_PX,
        grid: { show: false },
        space: BETWEEN_TIMES_PX,
        values: (_, at) => timesOf(at, latest.current),
      },
      {
        ...axis,
        size: UPRIGHT_AXIS_PX,
        splits: () => latest.current.marks,
        filter: (_, marks) => marks,
        values: (_, marks) => marks.map((mark) => latest.current.markText(mark)),
      },
    ],
    series: [{}, ...lines.map((line) => seriesOf(line, colours[line.colour]))],
    hooks: { setCursor: [({ cursor }) => latest.current.onPoint?.(cursor.idx ?? null)] },
  }
}

function timesOf(at: number[], { timeText }: Props): string[] {
  const step_s = (at[1] ?? 0) - (at[0] ?? 0)
  return at.map((each) => timeText(each, step_s))
}

function seriesOf({ label, dash, width = 2, as = 'line' }: PlotLine, stroke: string): Series {
  const base: Series = { label, stroke, spanGaps: false }
  if (as === 'line') return { ...base, width, ...(dash ? { dash } : {}), points: { show: true, size: 4, fill: stroke } }
  const paths = uPlot.paths.bars?.({ size: [0.8, 24, 1] })
  return { ...base, width: 0, fill: stroke, points: { show: false }, ...(paths ? { paths } : {}) }
}
