import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const namesIn = (text: string) => new Set(text.match(/\bcarillon_[a-z_]+[a-z]\b/g) ?? [])

const told = new Set([
  ...namesIn(read('server/web/health-metrics.ts')),
  ...[...read('server/realtime/status.ts').matchAll(/^ {4}\['([a-z_]+)',/gm)].map(
    ([, name]) => `carillon_gateway_${name}`,
  ),
])

test.each(['docs/grafana-dashboard.json', 'docs/alerts.md', 'docs/health.md'])(
  '%s names only figures that /metrics tells',
  (file) => {
    const named = [...namesIn(read(file))].filter((name) => !/^carillon_gateway_$/.test(name))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !told.has(name))).toEqual([])
  },
)

test('the dashboard shows every figure of the whole system', () => {
  const shown = namesIn(read('docs/grafana-dashboard.json'))
  const alerts = namesIn(read('docs/alerts.md'))
  const missing = [...namesIn(read('server/web/health-metrics.ts'))].filter(
    (name) => !shown.has(name) && !alerts.has(name),
  )
  expect(missing).toEqual([])
})
