/**
 * Job queues beside ours on the same work at the same hour: N messages due at one second. `send` is the product's whole
 * send, called by each peer's handler, one transaction per message and coalesced; `bare` is mark and insert alone.
 * The sides take turns in each round, so that what others do to the machine meets all of them.
 */
import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageId } from '#server/domain/ids.ts'
import { PROJECT } from '#scripts/provision/paths.mjs'
import type { World } from '../frame/bench-servers.ts'
import { startPostgres, type Postgres } from '../frame/postgres-server.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { quantilesOf, round } from '../frame/statistics.ts'
import { checkVerified, verifySent } from '../frame/verify-sent.ts'
import { HANDLERS, PEER_SETTINGS, PEERS, type Job, type PeerName } from '../peers/adapters.ts'
import { BARE_TABLES, type Delivery } from '../peers/deliveries.ts'
import { openOwnClaims } from '../peers/own-claims.ts'
import { installPeers, versionOf } from '../peers/peer-packages.ts'
import type { FromWorker, WorkerPlan } from '../peers/peer-worker.ts'
import { buildCompany, insert, type Place } from '../world/company.ts'
import { fillScheduled, TEXT } from '../world/fill-scheduled.ts'
import { runSpike, WARM_UP } from './dispatch.ts'

export type Side = { peer: PeerName | 'carillon'; delivery: Delivery | 'send-dispatcher' }

const PEER_NAMES: readonly PeerName[] = ['bullmq', 'graphile-worker', 'pg-boss', 'bee-queue']
const SIDES: readonly Side[] = [
  { peer: 'carillon', delivery: 'send-dispatcher' },
  ...PEER_NAMES.map((peer) => ({ peer, delivery: 'send-coalesced' as const })),
  ...PEER_NAMES.map((peer) => ({ peer, delivery: 'send-single' as const })),
  { peer: 'carillon', delivery: 'bare-coalesced' },
  ...PEER_NAMES.map((peer) => ({ peer, delivery: 'bare-coalesced' as const })),
]
/** A transaction per message is slow: fewer messages show its rate as well. */
const SINGLE_SHARE = 0.3
/** Sent before, as by ours: a worker that has just started has not compiled its hot code yet. */
const warmUpOf = (delivery: Delivery, n: number) => (delivery === 'send-single' ? n : WARM_UP)
const CHANNELS = 5_000
/** A queue's time to take jobs is measured with those sent before; their second is that many times farther ahead. */
const ROOM = 2
const SETUP_S = 2
const PATIENCE_MS = 60_000

export const peers: Bench = {
  name: 'peers',
  about: 'BullMQ, graphile-worker, pg-boss and bee-queue doing the same send, in turns with ours',
  async run(context) {
    await installPeers()
    const postgres = await startPostgres()
    Object.assign(context.servers.settings, PEER_SETTINGS)
    if (postgres) {
      context.meter.watch('postgres', postgres.pid, 'tree')
      context.servers.versions.postgres = postgres.version
    } else {
      console.log(
        'no PostgreSQL on this machine: pg-boss and graphile-worker are left out (Debian: apt-get install postgresql)',
      )
    }
    const sides = SIDES.filter(({ peer }) => postgres || (peer !== 'pg-boss' && peer !== 'graphile-worker'))
    const n = context.options.n ?? 10_000
    try {
      await context.measureInTurns(
        'peers',
        sides.map((side) => {
          const count = side.delivery === 'send-single' ? Math.round(n * SINGLE_SHARE) : n
          const version = side.peer === 'carillon' ? 'this commit' : versionOf(side.peer)
          return {
            settings: { ...side, n: count, version },
            run: (world) => runSide(context, world, postgres, side, count),
          }
        }),
      )
    } finally {
      await postgres?.stop()
    }
  },
}

async function runSide(
  context: BenchContext,
  world: World,
  postgres: Postgres | null,
  { peer, delivery }: Side,
  n: number,
): Promise<Run> {
  if (delivery === 'send-dispatcher') return runSpike(context, world, { n, channels: CHANNELS, dispatchers: 1 })
  return runPeer(context, world, postgres, { peer, delivery, n, warm: warmUpOf(delivery, n) })
}

export type PeerLoad = { peer: Side['peer']; delivery: Delivery; n: number; warm: number; handlers?: number }

export async function runPeer(
  context: BenchContext,
  world: World,
  postgres: Postgres | null,
  { peer: name, delivery, n, warm, handlers = HANDLERS }: PeerLoad,
): Promise<Run> {
  const servers = { redisUrl: world.redisUrl, postgresUrl: await freshDatabase(postgres), handlers }
  const peer = name === 'carillon' ? openOwnClaims(world.resources) : await PEERS[name](servers)
  await peer.prepare()
  const worker = await startPeerWorker(context, { ...servers, peer: name, delivery, databaseUrl: world.databaseUrl })
  try {
    const { places } = await buildCompany(world.resources, { workspaces: 200, channels: CHANNELS, people: 25 })
    const due = async (count: number, at_ms: number) => {
      const refs = await writeRows(world, delivery, places, count, at_ms)
      await peer.enqueue(refs.map((ref) => ({ ...ref, due_ms: at_ms })))
    }
    const began = performance.now()
    await due(warm, Math.ceil(Date.now() / 1000 + 1) * 1000)
    const each_s = (performance.now() - began) / 1000 / warm
    await worker.untilDone(warm)
    const due_ms = Math.ceil(Date.now() / 1000 + ROOM * each_s * n + SETUP_S) * 1000
    await due(n, due_ms)
    const left_ms = due_ms - Date.now() - 300
    if (left_ms < 0) throw new Error(`${name} did not take ${n} jobs before their second: take fewer`)
    await sleep(left_ms)
    const measurement = context.meter.start()
    await worker.untilDone(warm + n)
    const cost = measurement.stop(n)
    const { ended_ms, twice } = await worker.finish()
    const late = ended_ms.slice(warm).map((at_ms) => at_ms - due_ms)
    const ended = quantilesOf(late)
    await check(world, delivery, warm + n)
    return {
      cost,
      figures: {
        per_second: round(n / (ended.max / 1000)),
        p50_ms: ended.p50,
        p99_ms: ended.p99,
        last_ms: ended.max,
        early: late.filter((ms) => ms < 0).length,
        duplicates: twice,
      },
    }
  } finally {
    worker.kill()
    await peer.close()
  }
}

const SWEPT = [250, 500, 1_000, 1_500]

/** How many handlers at once suit the two queues that run one per job and live in Redis: by it their settings were chosen. */
export const peerHandlers: Bench = {
  name: 'peer-handlers',
  about: 'BullMQ and bee-queue coalesced with 250 to 1,500 handlers at once',
  async run(context) {
    await installPeers()
    const n = context.options.n ?? 10_000
    const load = { delivery: 'send-coalesced' as const, n, warm: WARM_UP }
    await context.measureInTurns(
      'peer-handlers',
      SWEPT.flatMap((handlers) =>
        (['bullmq', 'bee-queue'] as const).map((peer) => ({
          settings: { peer, handlers, n, version: versionOf(peer) },
          run: (world: World) => runPeer(context, world, null, { ...load, peer, handlers }),
        })),
      ),
    )
  },
}

/** Each peer starts from an empty database of its own. */
async function freshDatabase(postgres: Postgres | null): Promise<string> {
  return postgres ? postgres.createDatabase() : ''
}

async function writeRows(
  { resources }: World,
  delivery: Delivery,
  places: readonly Place[],
  n: number,
  due_ms: number,
): Promise<Omit<Job, 'due_ms'>[]> {
  if (delivery !== 'bare-coalesced') {
    const { rows } = await fillScheduled(resources, places, n, () => due_ms / 1000, false)
    return rows.map(({ workspaceId, id }) => ({ workspaceId, id }))
  }
  for (const table of BARE_TABLES) await resources.mysql.read.query(table)
  const refs = Array.from({ length: n }, (_, i) => ({
    workspaceId: places[i % places.length]?.workspaceId ?? '',
    id: resources.makeId<MessageId>() as string,
  }))
  const rows = refs.map(({ workspaceId, id }) => [workspaceId, id, TEXT, 0])
  await insert(resources.mysql, 'bare_due (workspace_id, id, body, sent)', rows)
  return refs
}

async function check({ resources }: World, delivery: Delivery, n: number): Promise<void> {
  if (delivery !== 'bare-coalesced') return checkVerified(await verifySent(resources), n)
  const [rows] = await resources.mysql.read.query<{ n: string }[] & never>('SELECT COUNT(*) AS n FROM bare_sent')
  const sent = Number((rows as { n: string }[])[0]?.n)
  if (sent !== n) throw new Error(`expected ${n} rows, found ${sent}`)
}

/** When each job was done, and how many were handed to a handler a second time. */
type Handled = { ended_ms: number[]; twice: number }
type PeerWorker = { untilDone(n: number): Promise<void>; finish(): Promise<Handled>; kill(): void }

async function startPeerWorker({ meter }: BenchContext, plan: WorkerPlan): Promise<PeerWorker> {
  const child = fork(path.join(PROJECT, 'bench/peers/peer-worker.ts'), [JSON.stringify(plan)], {
    cwd: PROJECT,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const pid = child.pid ?? 0
  let done = 0
  let handled: Handled | null = null
  child.on('message', (message: FromWorker) => {
    if ('done' in message) done = message.done
    if ('ended_ms' in message) handled = message
  })
  await once(child, (message) => 'ready' in message)
  meter.watch('worker', pid)
  return {
    async untilDone(n) {
      const deadline = Date.now() + PATIENCE_MS
      while (done < n && Date.now() < deadline) await sleep(20)
    },
    async finish() {
      child.send('finish')
      const deadline = Date.now() + PATIENCE_MS
      while (handled === null && Date.now() < deadline) await sleep(20)
      return handled ?? { ended_ms: [], twice: Number.NaN }
    },
    kill() {
      meter.forget(pid)
      child.kill('SIGKILL')
    },
  }
}

function once(child: ChildProcess, isIt: (message: FromWorker) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: FromWorker) => isIt(message) && resolve())
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code} before it was ready`)))
  })
}
