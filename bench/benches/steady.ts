/**
 * So many messages per second, for a while: how late each is, from its due second to the clock its transaction read
 * (`started`), to a listener (`published`, which bounds the commit from above), and one of each second to the last of the 25
 * clients of its channel (`client`). Send times are whole seconds, so a second's messages are all due at its first
 * millisecond. Rate 0 is an idle dispatcher.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '#server/mysql/connect.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { freePort } from '#scripts/provision/ports.mjs'
import type { NewScheduled } from '#server/mysql/scheduled-messages.ts'
import { addSessions } from '../fanout/add-sessions.ts'
import { startClients } from '../fanout/start-clients.ts'
import type { World } from '../frame/bench-servers.ts'
import { wakesOf } from '../frame/meter.ts'
import { startWorker } from '../frame/product-process.ts'
import { watchFrames } from '../frame/frame-watch.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { quantilesOf, round } from '../frame/statistics.ts'
import { checkVerified, verifySent } from '../frame/verify-sent.ts'
import { waitForWorkers } from '../frame/wait-for-workers.ts'
import { buildCompany } from '../world/company.ts'
import { fillScheduled } from '../world/fill-scheduled.ts'
import { startSenders, WARM_UP, warmUp } from './dispatch.ts'

const RATES = [0, 200, 1_000, 3_000]
const SECONDS = 30
const IDLE_S = 30
/** A process that has just started still compiles and collects. */
const SETTLE_MS = 15_000
/** Rows that the setup writes per second, at worst. */
const SETUP_PER_S = 4_000
const PATIENCE_MS = 60_000

export const steady: Bench = {
  name: 'steady',
  fewest: 0,
  about: '200, 1,000 and 3,000 messages per second for 30 s: lateness; and an idle dispatcher',
  async run(context) {
    const seconds = context.options.seconds ?? SECONDS
    const rates = context.options.n === null ? RATES : [context.options.n]
    for (const rate of rates) {
      const settings = { rate, seconds: rate === 0 ? IDLE_S : seconds, dispatchers: context.options.dispatchers }
      await context.measure('steady', settings, (world) =>
        rate === 0 ? runIdle(context, world) : runSteady(context, world, rate, seconds),
      )
    }
  },
}

async function runSteady(context: BenchContext, world: World, rate: number, seconds: number): Promise<Run> {
  const { resources } = world
  const { dispatchers } = context.options
  const n = rate * seconds
  const { places } = await buildCompany(resources, { workspaces: 200, channels: 5_000, people: 25 })
  const port = await freePort()
  const gateway = startWorker(world, context.meter, 'gateway', { env: { GATEWAY_PORT: String(port) } })
  const processes = [gateway, ...startSenders(context, world, dispatchers)]
  const watch = await watchFrames(world.redisUrl, places)
  const clients = startClients(context.meter)
  try {
    await waitForWorkers(resources, { dispatcher: dispatchers, gateway: 1 })
    const marked = places[Math.floor(rate / 2) % places.length]
    if (!marked) throw new Error('a company without channels')
    await clients.connect([port], await addSessions(world, marked, marked.memberIds.length))
    await warmUp(world, places, watch)
    const from = Math.ceil((await loadDbNow(resources.mysql.read)) / 1000) + Math.ceil(n / SETUP_PER_S) + 3
    const { rows } = await fillScheduled(resources, places, n, (i) => from + Math.floor(i / rate))
    const marks = Array.from({ length: seconds }, (_, second) => rows[second * rate + Math.floor(rate / 2)])
    await markForClients(world, marks)
    await sleep(from * 1000 - Date.now() - 300)
    const measurement = context.meter.start()
    const atClients: number[] = []
    for (let second = 0; second < seconds; second++)
      atClients.push((await clients.untilAll(second, marked.memberIds.length)) - (from + second) * 1000)
    await watch.until(WARM_UP + n, seconds * 1000 + PATIENCE_MS)
    const cost = measurement.stop(n)
    await sleep(500)
    checkVerified(await verifySent(resources), WARM_UP + n)
    const arrivals = watch.arrivals()
    const published = quantilesOf(rows.map((row) => (arrivals.get(row.id) ?? Number.NaN) - row.sendAt * 1000))
    const started = quantilesOf(await readLateness(world, from))
    const client = quantilesOf(atClients)
    return {
      cost,
      figures: {
        started_p50_ms: started.p50,
        started_p99_ms: started.p99,
        published_p50_ms: published.p50,
        published_p99_ms: published.p99,
        published_max_ms: published.max,
        client_p50_ms: client.p50,
        client_p99_ms: client.p99,
        client_max_ms: client.max,
      },
    }
  } finally {
    clients.kill()
    await watch.end()
    await Promise.all(processes.map((one) => one.stop(one === gateway ? 'SIGKILL' : 'SIGTERM')))
  }
}

/**
 * The message in the middle of each second carries a text that the clients know. As places are dealt out in turn, these all
 * are of one workspace, whose people the clients are.
 */
async function markForClients({ resources }: World, marks: readonly (NewScheduled | undefined)[]): Promise<void> {
  for (const [second, mark] of marks.entries()) {
    if (!mark) throw new Error(`no message for second ${second}`)
    await resources.mysql.read.query('UPDATE scheduled_message SET text = ? WHERE workspace_id = ? AND id = ?', [
      `fan:${second}`,
      mark.workspaceId,
      mark.id,
    ])
  }
}

async function runIdle(context: BenchContext, world: World): Promise<Run> {
  const processes = startSenders(context, world, context.options.dispatchers)
  try {
    await waitForWorkers(world.resources, { dispatcher: context.options.dispatchers })
    await sleep(SETTLE_MS)
    const wakes = () =>
      processes.filter(({ name }) => name === 'dispatcher').reduce((sum, { pid }) => sum + wakesOf(pid), 0)
    const measurement = context.meter.start()
    const before = wakes()
    await sleep(IDLE_S * 1000)
    const dispatcher_wakes_per_second = round((wakes() - before) / IDLE_S)
    // CPU µs per second, as parts of a million: a hundredth of it is the percentage of a core.
    const cost = measurement.stop(IDLE_S)
    const dispatcher_percent_of_core = round((cost.cpu_us.dispatcher ?? 0) / 10_000)
    return { cost, figures: { dispatcher_percent_of_core, dispatcher_wakes_per_second } }
  } finally {
    await Promise.all(processes.map((one) => one.stop()))
  }
}

/** When each message's transaction read the clock, against its second. */
async function readLateness({ resources }: World, from: number): Promise<number[]> {
  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT CAST(created_ms AS SIGNED) - CAST(send_at AS SIGNED) * 1000 AS late_ms FROM message WHERE send_at >= ?',
    [from],
  )
  return rows.map((row) => Number(row.late_ms))
}
