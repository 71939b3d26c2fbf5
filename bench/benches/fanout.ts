/**
 * One scheduled message to thousands of connected clients of one channel: through a real dispatcher and real gateways, from
 * its second and from its publication to the last client. Then ten written messages in one second, each with a frame of its
 * own, for what one gateway can send when it has no pause. `held_ms` is how long a gateway's event loop was held at the most
 * by the single ones, `held_cpu_ms` and `held_waited_ms` how much of that its thread ran and waited for a core, and
 * `turn_cpu_ms` the most that one turn ran: all told by the process itself.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadDbNow } from '#server/mysql/now.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { addSessions } from '../fanout/add-sessions.ts'
import { startClients } from '../fanout/start-clients.ts'
import type { World } from '../frame/bench-servers.ts'
import { profileArgs } from '../frame/cpu-profile.ts'
import { watchFrames, type FrameWatch } from '../frame/frame-watch.ts'
import { residentOf } from '../frame/meter.ts'
import { freePort } from '#scripts/provision/ports.mjs'
import { watchLoopDelay } from '../frame/loop-delay.ts'
import { startWorker, type ProductProcess } from '../frame/product-process.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { round, spreadOf } from '../frame/statistics.ts'
import { checkVerified, verifySent } from '../frame/verify-sent.ts'
import { waitForWorkers } from '../frame/wait-for-workers.ts'
import { buildCompany, type Place } from '../world/company.ts'
import { startSenders, untilPublished } from './dispatch.ts'

type Crowd = { clients: number; members: number; gateways: number }

const CROWDS: readonly Crowd[] = [
  { clients: 2_000, members: 2_000, gateways: 1 },
  { clients: 2_000, members: 2_000, gateways: 2 },
  { clients: 2_000, members: 100_000, gateways: 1 },
  { clients: 10_000, members: 10_000, gateways: 1 },
  { clients: 10_000, members: 10_000, gateways: 2 },
]
const ROUNDS = 8
const BURST = 10
const BURST_APART_MS = 100

export const fanout: Bench = {
  name: 'fanout',
  about: 'one message to 2,000 and 10,000 clients of one channel, one and two gateways',
  async run(context) {
    const { n } = context.options
    const crowds = n === null ? CROWDS : [{ clients: n, members: n, gateways: 1 }]
    await context.measureInTurns(
      'fanout',
      crowds.map((crowd) => ({ settings: crowd, run: (world) => runFanout(context, world, crowd) })),
    )
  },
}

async function runFanout(context: BenchContext, world: World, crowd: Crowd): Promise<Run> {
  const { resources } = world
  const { places } = await buildCompany(resources, { workspaces: 1, channels: 1, people: crowd.members })
  const place = places[0]
  if (!place) throw new Error('no channel')
  const ports = await Promise.all(Array.from({ length: crowd.gateways }, () => freePort()))
  const loops = ports.map(() => watchLoopDelay())
  const gateways = ports.map((port, i) => {
    const { nodeArgs, env } = loops[i]?.options ?? {}
    return startWorker(world, context.meter, 'gateway', {
      nodeArgs: [...(nodeArgs ?? []), ...profileArgs(context.options.profile)],
      env: { ...env, GATEWAY_PORT: String(port) },
    })
  })
  const readHeld = () => Promise.all(loops.map((loop, i) => loop.read(gateways[i] as ProductProcess)))
  const senders = startSenders(context, world, 1)
  const watch = await watchFrames(world.redisUrl, places)
  const clients = startClients(context.meter)
  try {
    await waitForWorkers(resources, { dispatcher: 1, gateway: crowd.gateways })
    const holders = await addSessions(world, place, crowd.clients)
    const resident = () => gateways.reduce((sum, { pid }) => sum + residentOf(pid), 0)
    const empty_mib = resident()
    const connecting = context.meter.start()
    await clients.connect(ports, holders)
    const connect = connecting.stop(crowd.clients)
    const connected_mib = resident()
    const measurement = context.meter.start()
    await readHeld()
    const rounds: { published_ms: number; due_ms: number; last_ms: number }[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const { due_ms, id } = await scheduleNext(world, place, `fan:${i}`)
      const last_ms = await clients.untilAll(i, crowd.clients)
      rounds.push({ due_ms, last_ms, published_ms: watch.arrivals().get(id) ?? Number.NaN })
    }
    const holds = (await readHeld()).toSorted((a, b) => b.held_ms - a.held_ms)
    const cost = measurement.stop(ROUNDS * crowd.clients)
    const burst = await runBurst(context, world, place, watch, clients, crowd.clients)
    await untilPublished(world)
    checkVerified(await verifySent(resources), ROUNDS)
    const median = (of: (one: (typeof rounds)[number]) => number) => spreadOf(rounds.map(of)).median
    return {
      cost,
      figures: {
        published_to_last_ms: median((one) => one.last_ms - one.published_ms),
        due_to_last_ms: median((one) => one.last_ms - one.due_ms),
        held_ms: round(holds[0]?.held_ms ?? Number.NaN),
        held_cpu_ms: round(holds[0]?.cpu_ms ?? Number.NaN),
        held_waited_ms: round(holds[0]?.waited_ms ?? Number.NaN),
        turn_cpu_ms: round(Math.max(...holds.map((hold) => hold.mostCpu_ms))),
        ...burst,
        gateway_us_per_send: cost.cpu_us.gateway ?? Number.NaN,
        connect_gateway_us: connect.cpu_us.gateway ?? Number.NaN,
        kib_per_connection: round(((connected_mib - empty_mib) * 1024) / crowd.clients),
      },
    }
  } finally {
    clients.kill()
    await watch.end()
    // A profile is written by a process that ends by itself.
    const signal = context.options.profile ? 'SIGTERM' : 'SIGKILL'
    await Promise.all([...senders, ...gateways].map((one) => one.stop(signal)))
  }
}

/** Ten messages a tenth of a second apart, from the first publication to the last client that has the last of them. */
async function runBurst(
  context: BenchContext,
  world: World,
  place: Place,
  watch: FrameWatch,
  clients: ReturnType<typeof startClients>,
  count: number,
): Promise<{ burst_ms: number; burst_sends_per_second: number; burst_gateway_us: number }> {
  const measurement = context.meter.start()
  const posted: Promise<{ id: string }>[] = []
  for (let i = 0; i < BURST; i++) {
    posted.push(postNow(world, place, `fan:${ROUNDS + i}`))
    await sleep(BURST_APART_MS)
  }
  const [first] = await Promise.all(posted)
  const ended_ms: number[] = []
  for (let i = 0; i < BURST; i++) ended_ms.push(await clients.untilAll(ROUNDS + i, count))
  const burst_ms = Math.max(...ended_ms) - (watch.arrivals().get(first?.id ?? '') ?? Number.NaN)
  return {
    burst_ms: round(burst_ms),
    burst_sends_per_second: round((BURST * count * 1000) / burst_ms),
    burst_gateway_us: measurement.stop(BURST * count).cpu_us.gateway ?? Number.NaN,
  }
}

function postNow({ resources }: World, place: Place, text: string): Promise<{ id: string }> {
  return postMessage(resources, actorOf(place), {
    conversationId: place.conversationId,
    text,
    clientToken: randomUUID(),
  })
}

function actorOf({ workspaceId, memberIds: [memberId] }: Place) {
  if (!memberId) throw new Error('a channel without people')
  return { workspaceId, memberId, role: 'member' as const, client: 'bench' }
}

async function scheduleNext({ resources }: World, place: Place, text: string): Promise<{ due_ms: number; id: string }> {
  const sendAt = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) + 2
  const view = await scheduleMessage(resources, actorOf(place), {
    conversationId: place.conversationId,
    text,
    sendAt,
    zone: 'Europe/Berlin',
    clientToken: randomUUID(),
  })
  return { due_ms: sendAt * 1000, id: view.id }
}
