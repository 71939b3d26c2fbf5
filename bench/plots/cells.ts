/** How results are found by their settings, and how figures stand in a table. */
import type { Result } from '../frame/run-bench.ts'

export const isOf = (result: Result, settings: Result['settings']) =>
  Object.entries(settings).every(([name, value]) => result.settings[name] === value)

export function markdown(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export const format = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)))
