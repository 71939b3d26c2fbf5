/**
 * The send alone: `sendDue` in this process on rows that are due already, batches in flight as in a dispatcher, without
 * claims. With `--profile DIR`, what each statement costs the server is printed too.
 */
import { loadDbNow } from '#server/mysql/now.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import type { NewScheduled } from '#server/mysql/scheduled-messages.ts'
import { millis } from '#server/domain/time/units.ts'
import { sendDue } from '#server/usecases/scheduled/send-due.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { World } from '../frame/bench-servers.ts'
import { profiled } from '../frame/cpu-profile.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { round } from '../frame/statistics.ts'
import { timeStatements } from '../frame/statement-times.ts'
import { checkVerified, verifySent } from '../frame/verify-sent.ts'
import { buildCompany } from '../world/company.ts'
import { fillScheduled } from '../world/fill-scheduled.ts'

const BATCH = 500
const IN_FLIGHT = 2

export const send: Bench = {
  name: 'send',
  about: 'the send transaction alone, statement by statement',
  async run(context) {
    const n = context.options.n ?? 20_000
    for (const channels of [5_000, 50]) {
      await context.measure('send', { n, channels, batch: BATCH, inFlight: IN_FLIGHT }, (world) =>
        runSend(context, world, { n, channels, batch: BATCH }),
      )
    }
  },
}

export type SendLoad = { n: number; channels: number; batch: number }

export async function runSend(context: BenchContext, world: World, { n, channels, batch }: SendLoad): Promise<Run> {
  const { resources } = world
  const company = await buildCompany(resources, { workspaces: 200, channels, people: 25 })
  const due = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) - 1
  const { rows } = await fillScheduled(resources, company.places, n, () => due, false)
  const times = context.options.profile ? timeStatements(resources.mysql, context.servers.databasePid) : null
  const measurement = context.meter.start()
  const usage = process.cpuUsage()
  const began = performance.now()
  const { profile } = context.options
  if (times && profile) {
    await profiled(profile, `send-${channels}`, () => sendAll({ ...resources, mysql: times.mysql }, rows, batch))
  } else {
    await sendAll(resources, rows, batch)
  }
  const took_s = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(usage)
  const cost = measurement.stop(n)
  checkVerified(await verifySent(resources), n)
  if (times) console.table(times.perUnit(n))
  return { cost, figures: { per_second: round(n / took_s), sender_us: round((user + system) / n) } }
}

/** As the dispatchers do it: no two batches in flight share a lane. */
async function sendAll(resources: Resources, rows: readonly NewScheduled[], batchSize: number): Promise<void> {
  const lanes = new Map<NewScheduled['lane'], NewScheduled[]>()
  for (const row of rows) {
    const lane = lanes.get(row.lane)
    if (lane) lane.push(row)
    else lanes.set(row.lane, [row])
  }
  const waiting = new Set(lanes.keys())
  const takeBatch = () => {
    const batch: DueRef[] = []
    const taken: NewScheduled['lane'][] = []
    for (const lane of waiting) {
      if (batch.length >= batchSize) break
      batch.push(...(lanes.get(lane) ?? []).splice(0, batchSize - batch.length))
      waiting.delete(lane)
      taken.push(lane)
    }
    return { batch, taken }
  }
  const sender = async () => {
    for (let next = takeBatch(); next.batch.length > 0; next = takeBatch()) {
      await sendDue(resources, next.batch, {
        path: 'queue',
        owner: 'bench',
        lease_ms: millis(30_000),
        leaseFirst: false,
      })
      for (const lane of next.taken) if (lanes.get(lane)?.length) waiting.add(lane)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, sender))
}
