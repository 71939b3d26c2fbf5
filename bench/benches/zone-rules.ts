/**
 * A new edition of the zone rules while a million messages wait: how long the job takes to note it where every time is
 * what it was, to find an hour later that there is nothing to do, and to move one message in fifty, whose zone changed.
 * Each pass needs what the one before left, so `--repeat 1`.
 */
import type { ZoneId } from '#server/domain/time/units.ts'
import type { ZoneRules } from '#server/domain/time/zone-rules.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { applyZoneRules, type RulesReport } from '#server/usecases/scheduled/apply-zone-rules.ts'
import type { World } from '../frame/bench-servers.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { round } from '../frame/statistics.ts'
import { buildCompany } from '../world/company.ts'
import { fillScheduled } from '../world/fill-scheduled.ts'

const PENDING = 1_000_000
const SPREAD_S = 90 * 86_400
const HOUR_S = 3_600
const ONE_IN = 50
const CHANGED = 'Asia/Almaty' as ZoneId
const zoneOf = (i: number): ZoneId => (i % ONE_IN === 0 ? CHANGED : ('Europe/Berlin' as ZoneId))

export const zoneRules: Bench = {
  name: 'zone-rules',
  about: '1,000,000 pending messages looked at by the job that keeps wall clocks when zone rules change',
  async run(context) {
    const n = context.options.n ?? PENDING
    const world = await context.openWorld()
    try {
      const { resources } = world
      const { places } = await buildCompany(resources, { workspaces: 200, channels: 5_000, people: 5 })
      const from = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) + 86_400
      await fillScheduled(resources, places, n, (i) => from + (i % SPREAD_S), false, zoneOf)
      await resources.mysql.read.query("UPDATE scheduled_message SET zone_rules = '2026a', promised = NULL")
      const { offsetAt } = resources.zoneRules
      const passes: [string, ZoneRules][] = [
        ['same times', { version: '2026b', offsetAt }],
        ['nothing to do', { version: '2026b', offsetAt }],
        [
          'one in fifty moved',
          { version: '2026c', offsetAt: (at, zone) => offsetAt(at, zone) + (zone === CHANGED ? HOUR_S : 0) },
        ],
      ]
      for (const [pass, rules] of passes) {
        await context.measureOn(world, 'zone-rules', { n, pass }, () => runPass(context, world, n, rules))
      }
    } finally {
      await world.close()
    }
  },
}

async function runPass(context: BenchContext, world: World, n: number, rules: ZoneRules): Promise<Run> {
  const resources: Resources = { ...world.resources, zoneRules: rules }
  const measurement = context.meter.start()
  const began = performance.now()
  const { confirmed, moved }: RulesReport = await applyZoneRules(resources)
  const seconds = (performance.now() - began) / 1000
  const cost = measurement.stop(n)
  const app_us = cost.cpu_us.bench ?? Number.NaN
  return {
    cost,
    figures: { seconds: round(seconds), rows_per_second: round(n / seconds), confirmed, moved, app_us },
  }
}
