/** Plain SVG charts: one file each, readable on light and dark ground, no scripts. */

export type Series = { name: string; points: readonly (readonly [x: number, y: number])[] }
export type Bar = { name: string; value: number; group: string }

const WIDTH = 760
const HEIGHT = 380
const LEFT = 70
const RIGHT = 190
const TOP = 48
const BOTTOM = 52
const COLOURS = ['#2563eb', '#d97706', '#059669', '#be185d', '#7c3aed', '#64748b']
const INK = '#64748b'

export type LineChart = { title: string; x: string; y: string; series: readonly Series[]; logX?: boolean }

export function lineChart({ title, x, y, series, logX = false }: LineChart): string {
  const xs = series.flatMap(({ points }) => points.map(([value]) => value))
  const ys = series.flatMap(({ points }) => points.map(([, value]) => value))
  const toX = scale(logX ? Math.min(...xs) : 0, Math.max(...xs), LEFT, WIDTH - RIGHT, logX)
  const toY = scale(0, Math.max(...ys) * 1.05, HEIGHT - BOTTOM, TOP, false)
  const lines = series.map(({ points }, i) => {
    const path = points.map(([a, b], k) => `${k === 0 ? 'M' : 'L'}${toX(a).toFixed(1)} ${toY(b).toFixed(1)}`).join('')
    const dots = logX
      ? points.map(([a, b]) => `<circle cx="${toX(a)}" cy="${toY(b)}" r="3.5" fill="${colour(i)}"/>`).join('')
      : ''
    return `<path d="${path}" fill="none" stroke="${colour(i)}" stroke-width="2.5"/>${dots}`
  })
  const ticksX = logX ? [...new Set(xs)].toSorted((a, b) => a - b) : ticks(Math.max(...xs))
  return document(title, [
    ...ticksX.map((value) => text(toX(value), HEIGHT - BOTTOM + 18, label(value), 'middle')),
    ...ticks(Math.max(...ys)).map((value) => grid(toY(value), label(value))),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, x, 'middle'),
    text(LEFT, TOP - 10, y, 'start'),
    ...lines,
    ...series.map(({ name }, i) => legend(i, name)),
  ])
}

export type BarChart = { title: string; x: string; bars: readonly Bar[] }

/** Horizontal bars, longest scale for all; a group has one colour. */
export function barChart({ title, x, bars }: BarChart): string {
  const left = 250
  const groups = [...new Set(bars.map((bar) => bar.group))]
  const most = Math.max(...bars.map((bar) => bar.value))
  const toX = scale(0, most, left, WIDTH - 90, false)
  const step = (HEIGHT - TOP - BOTTOM) / bars.length
  return document(title, [
    ...bars.map(({ name, value, group }, i) => {
      const top = TOP + i * step
      const fill = colour(groups.indexOf(group))
      return (
        `<rect x="${left}" y="${(top + step * 0.15).toFixed(1)}" width="${(toX(value) - left).toFixed(1)}" height="${(step * 0.7).toFixed(1)}" fill="${fill}" rx="2"/>` +
        text(left - 8, top + step / 2 + 4, name, 'end') +
        text(toX(value) + 6, top + step / 2 + 4, label(value), 'start')
      )
    }),
    text((left + WIDTH - 90) / 2, HEIGHT - 12, x, 'middle'),
  ])
}

function document(title: string, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escape(title)}">`
  return `${head}\n${text(LEFT, 20, title, 'start', 'font-size="15" font-weight="600"')}\n${parts.join('\n')}\n</svg>\n`
}

const colour = (i: number) => COLOURS[i % COLOURS.length] ?? INK

function grid(y: number, name: string): string {
  return `<path d="M${LEFT} ${y.toFixed(1)}H${WIDTH - RIGHT}" stroke="${INK}" stroke-opacity="0.25"/>${text(LEFT - 8, y + 4, name, 'end')}`
}

function legend(i: number, name: string): string {
  const y = TOP + 8 + i * 20
  return `<rect x="${WIDTH - RIGHT + 14}" y="${y - 9}" width="12" height="12" fill="${colour(i)}"/>${text(WIDTH - RIGHT + 32, y + 1, name, 'start')}`
}

function text(x: number, y: number, words: string, anchor: string, more = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${INK}" ${more}>${escape(words)}</text>`
}

function scale(from: number, to: number, start: number, end: number, log: boolean): (value: number) => number {
  const map = log ? Math.log10 : (value: number) => value
  const span = map(to) - map(from) || 1
  return (value) => start + ((map(value) - map(from)) / span) * (end - start)
}

/** About five round steps up to `most`. */
function ticks(most: number): number[] {
  const rough = most / 5
  const size = 10 ** Math.floor(Math.log10(rough || 1))
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough) ?? size
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
}

const label = (value: number) =>
  value >= 10 || Number.isInteger(value) ? Math.round(value).toLocaleString('en') : value.toFixed(1)
const escape = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
