/** The tables of docs/performance.md: one per benchmark, a row per result, between `<!-- NAME -->` and `<!-- /NAME -->`. */
import type { Result } from '../frame/run-bench.ts'
import { format } from './cells.ts'
import type { Spread } from '../frame/statistics.ts'

export type Report = {
  date: string
  command: string
  machine: Record<string, string | number>
  versions: Record<string, string>
  settings: Record<string, string>
  results: Result[]
}

/** Puts the report's tables into the text; a name that the text has no place for is left out. */
export function fillTables(text: string, name: string, report: Report): string {
  return fillPlace(text, name, tablesOf(report))
}

export function fillPlace(text: string, name: string, content: string): string {
  const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
  return text.replace(place, (_, open: string, close: string) => `${open}${content}\n${close}`)
}

function tablesOf(report: Report): string {
  const names = [...new Set(report.results.map((result) => result.name))]
  const tables = names.map((name) => tableOf(report.results.filter((result) => result.name === name)))
  const { machine, versions } = report
  const where = `${machine.cores} cores (${machine.cpu}), database ${versions.database}, Redis ${versions.redis}, Node ${machine.node}`
  const speed = machine.loop_ms === undefined ? '' : `, fixed loop ${machine.loop_ms} ms`
  return `${tables.join('\n')}\n${report.date.slice(0, 16).replace('T', ' ')} UTC, commit ${machine.commit}, ${where}${speed}. \`${report.command}\`\n`
}

function tableOf(results: readonly Result[]): string {
  const settings = [...new Set(results.flatMap((result) => Object.keys(result.settings)))]
  const figures = [...new Set(results.flatMap((result) => Object.keys(result.figures)))].filter(
    (name) => name !== 'cpu_us' && name !== 'others',
  )
  const head = [...settings, ...figures.map(toWords), 'CPU µs each', 'by process', 'peak MiB', 'used by others']
  const rows = results.map((result) => [
    ...settings.map((name) => toCell(result.settings[name])),
    ...figures.map((name) => spread(result.figures[name])),
    spread(result.figures.cpu_us),
    partsOf(result),
    peaksOf(result),
    percent(result.figures.others),
  ])
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
    .concat('\n')
}

/** The last repetition's shares; those of a twentieth or less are left out. */
function partsOf({ runs }: Result): string {
  const cost = runs.at(-1)?.cost
  if (!cost) return ''
  return Object.entries(cost.cpu_us)
    .filter(([part, us]) => !NO_PART.has(part) && us > cost.cpu_us_total / 20)
    .map(([part, us]) => `${part} ${format(us)}`)
    .join(', ')
}

const NO_PART = new Set(['bench', 'clients'])

/** The most of all repetitions, of each part: several processes of one part together. */
function peaksOf({ runs }: Result): string {
  const parts = [...new Set(runs.flatMap(({ cost }) => Object.keys(cost.peak_mib)))].filter(
    (part) => !NO_PART.has(part),
  )
  return parts
    .map((part) => `${part} ${format(Math.max(...runs.map(({ cost }) => cost.peak_mib[part] ?? 0)))}`)
    .join(', ')
}

function spread(value: Spread | undefined): string {
  if (!value || Number.isNaN(value.median)) return ''
  const { median, min, max } = value
  return min === max ? format(median) : `${format(median)} (${format(min)}–${format(max)})`
}

const percent = (value: Spread | undefined) =>
  value ? `${[...new Set([value.min, value.max].map((share) => Math.round(share * 100)))].join('–')} %` : ''
const toWords = (name: string) => name.replaceAll('_', ' ')
const toCell = (value: string | number | boolean | undefined) =>
  typeof value === 'number' ? value.toLocaleString('en') : String(value ?? '')
