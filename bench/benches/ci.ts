/**
 * The short form for CI: small loads, judged by ratios, by CPU per message and by rows read, never by wall time, so that
 * a busy machine does not fail it. Ends with 1 and names what is out of bounds.
 */
import { LANES } from '#server/domain/partition/lane-of.ts'
import type { Db, Row } from '#server/mysql/connect.ts'
import { listOverdue } from '#server/mysql/due-rows.ts'
import type { World } from '../frame/bench-servers.ts'
import type { Bench, BenchContext, Result } from '../frame/run-bench.ts'
import { buildCompany } from '../world/company.ts'
import { fillScheduled } from '../world/fill-scheduled.ts'
import { runAccept } from './accept.ts'
import { runSpike } from './dispatch.ts'
import { runHydrate } from './hydrate.ts'
import { runPeer } from './peers.ts'
import { runSend } from './send.ts'

const MESSAGES = 4_000
const CHANNELS = 1_000
const PEER_MESSAGES = 3_000
/** Through real processes, with time enough to write it first on a machine that is busy. */
const SPIKE = { n: 3_000, channels: CHANNELS, dispatchers: 1, warm: 3_000, leisure_s: 12 }
const CALLERS = 50
const IDS = 60_000
const PENDING = [2_000, 20_000] as const
const AHEAD_S = 3_600

type Judged = { what: string; value: number; atMost: number }

export const ci: Bench = {
  name: 'ci',
  about: 'small versions for CI: ratios, CPU per message and rows read, never wall time',
  async run(context) {
    const whole = await sendIn(context, 500)
    const parts = await sendIn(context, 100)
    const single = await sendIn(context, 1, MESSAGES / 4)
    const queue = await context.measure('ci bullmq', { n: PEER_MESSAGES }, (world) =>
      runPeer(context, world, null, {
        peer: 'bullmq',
        delivery: 'send-coalesced',
        n: PEER_MESSAGES,
        warm: PEER_MESSAGES,
      }),
    )
    const accepted = await context.measure('ci accept', { n: MESSAGES, callers: CALLERS }, (world) =>
      runAccept(context, world, 'use case', CALLERS, MESSAGES),
    )
    const spike = await context.measure('ci spike', SPIKE, (world) => runSpike(context, world, SPIKE))
    const loaded = await loadIds(context)
    const [few, many] = [await scanWith(context, PENDING[0]), await scanWith(context, PENDING[1])]
    const judged: Judged[] = [
      { what: 'CPU µs per message, batches of 500', value: cpuOf(whole), atMost: 270 },
      {
        what: 'CPU per message, ours against BullMQ coalesced doing the same send',
        value: cpuOf(whole) / cpuOfAll(queue),
        atMost: 0.6,
      },
      {
        what: 'CPU µs per accepted message, 50 callers',
        value: cpuOfAll(accepted) + (accepted.figures.web_us?.median ?? Number.NaN),
        atMost: 500,
      },
      { what: 'CPU µs per message of a spike, all processes', value: cpuOfAll(spike), atMost: 400 },
      { what: 'early, of the spike', value: spike.figures.early?.max ?? Number.NaN, atMost: 0 },
      { what: 'published twice, of the spike', value: spike.figures.duplicates?.max ?? Number.NaN, atMost: 0 },
      { what: 'CPU µs per id loaded into the queue', value: cpuOfAll(loaded), atMost: 16 },
      {
        what: 'batches of 100 against batches of 500, CPU per message',
        value: cpuOf(parts) / cpuOf(whole),
        atMost: 2.5,
      },
      {
        what: 'batches of 500 against single sends, CPU per message',
        value: cpuOf(whole) / cpuOf(single),
        atMost: 0.1,
      },
      { what: 'rows read by the due scan, ten times more pending', value: readOf(many) / readOf(few), atMost: 1.1 },
    ]
    for (const { what, value, atMost } of judged) {
      const isWithin = value <= atMost
      console.log(`${isWithin ? 'ok  ' : 'FAIL'} ${what}: ${value.toFixed(2)}, at most ${atMost}`)
      if (!isWithin) process.exitCode = 1
    }
  },
}

function sendIn(context: BenchContext, batch: number, n = MESSAGES): Promise<Result> {
  return context.measure('ci send', { n, channels: CHANNELS, batch }, (world) =>
    runSend(context, world, { n, channels: CHANNELS, batch }),
  )
}

/** What is not of the bench's own process. */
const cpuOfAll = ({ figures }: Result) => figures.cpu_us?.median ?? Number.NaN
/** Server and sender together, which is the bench's own process. */
const cpuOf = (result: Result) => cpuOfAll(result) + (result.figures.sender_us?.median ?? Number.NaN)
const readOf = ({ figures }: Result) => (figures.rows_read?.median ?? Number.NaN) + 1

/** A real hydrator fills an empty Redis. */
async function loadIds(context: BenchContext): Promise<Result> {
  return context.measure('ci hydrate', { n: IDS }, async (world) => {
    const { places } = await buildCompany(world.resources, { workspaces: 20, channels: 200, people: 5 })
    const later = Math.floor(Date.now() / 1000) + AHEAD_S
    await fillScheduled(world.resources, places, IDS, (i) => later + (i % AHEAD_S), false)
    return runHydrate(context, world, places, 0)
  })
}

function scanWith(context: BenchContext, pending: number): Promise<Result> {
  return context.measure('ci scan', { pending }, async (world) => {
    const measurement = context.meter.start()
    const rows_read = await countRowsRead(world, pending)
    return { cost: measurement.stop(1), figures: { rows_read } }
  })
}

async function countRowsRead({ resources }: World, pending: number): Promise<number> {
  const { places } = await buildCompany(resources, { workspaces: 20, channels: 200, people: 5 })
  const later = Math.floor(Date.now() / 1000) + AHEAD_S
  await fillScheduled(resources, places, pending, (i) => later + i, false)
  const connection = await resources.mysql.read.getConnection()
  // Asking reads rows of the status table itself: asked twice, it tells how many.
  const [first, before] = [await readHandlerReads(connection), await readHandlerReads(connection)]
  for (const lane of LANES) await listOverdue(connection, lane, 0, 500)
  const read = (await readHandlerReads(connection)) - before - (before - first)
  connection.release()
  return read
}

/** How many index and table entries this connection's statements have looked at. */
async function readHandlerReads(db: Db): Promise<number> {
  const [rows] = await db.query<Row[]>("SHOW SESSION STATUS LIKE 'Handler_read%'")
  return rows.reduce((sum, row) => sum + Number(row.Value), 0)
}
