/**
 * One scheduled message to thousands of connected clients of one channel: through a real dispatcher and real gateways, from
 * its second and from its publication to the last client. `held_ms` is how long a gateway's event loop was held at the most
 * meanwhile, told by the process itself.
 */
import { randomUUID } from 'node:crypto'
import { loadDbNow } from '#server/mysql/now.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { addSessions } from '../fanout/add-sessions.ts'
import { startClients } from '../fanout/start-clients.ts'
import type { World } from '../frame/bench-servers.ts'
import { watchFrames } from '../frame/frame-watch.ts'
import { freePort } from '#scripts/provision/ports.mjs'
import { watchLoopDelay } from '../frame/loop-delay.ts'
import { startWorker, type ProductProcess } from '../frame/product-process.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { round, spreadOf } from '../frame/statistics.ts'
import { waitForWorkers } from '../frame/wait-for-workers.ts'
import { buildCompany, type Place } from '../world/company.ts'
import { startSenders } from './dispatch.ts'

type Crowd = { clients: number; members: number; gateways: number }

const CROWDS: readonly Crowd[] = [
  { clients: 2_000, members: 2_000, gateways: 1 },
  { clients: 2_000, members: 2_000, gateways: 2 },
  { clients: 2_000, members: 100_000, gateways: 1 },
  { clients: 10_000, members: 10_000, gateways: 1 },
  { clients: 10_000, members: 10_000, gateways: 2 },
]
const ROUNDS = 8

export const fanout: Bench = {
  name: 'fanout',
  about: 'one message to 2,000 and 10,000 clients of one channel, one and two gateways',
  async run(context) {
    const { n } = context.options
    const crowds = n === null ? CROWDS : [{ clients: n, members: n, gateways: 1 }]
    for (const crowd of crowds) {
      await context.measure('fanout', crowd, (world) => runFanout(context, world, crowd))
    }
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
      nodeArgs: nodeArgs ?? [],
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
    const connecting = context.meter.start()
    await clients.connect(ports, holders)
    const connect = connecting.stop(crowd.clients)
    const measurement = context.meter.start()
    await readHeld()
    const rounds: { published_ms: number; due_ms: number; last_ms: number }[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const { due_ms, id } = await scheduleNext(world, place, `fan:${i}`)
      const last_ms = await clients.untilAll(i, crowd.clients)
      rounds.push({ due_ms, last_ms, published_ms: watch.arrivals().get(id) ?? Number.NaN })
    }
    const held_ms = round(Math.max(...(await readHeld())))
    const cost = measurement.stop(ROUNDS * crowd.clients)
    const median = (of: (one: (typeof rounds)[number]) => number) => spreadOf(rounds.map(of)).median
    return {
      cost,
      figures: {
        published_to_last_ms: median((one) => one.last_ms - one.published_ms),
        due_to_last_ms: median((one) => one.last_ms - one.due_ms),
        held_ms,
        gateway_us_per_send: cost.cpu_us.gateway ?? Number.NaN,
        connect_gateway_us: connect.cpu_us.gateway ?? Number.NaN,
        kib_per_connection: round(
          (((cost.peak_mib.gateway ?? 0) - crowd.gateways * EMPTY_GATEWAY_MIB) * 1024) / crowd.clients,
        ),
      },
    }
  } finally {
    clients.kill()
    await watch.end()
    await Promise.all([...senders, ...gateways].map((one) => one.stop('SIGKILL')))
  }
}

/** Resident memory of a gateway without sockets. */
const EMPTY_GATEWAY_MIB = 105

async function scheduleNext({ resources }: World, place: Place, text: string): Promise<{ due_ms: number; id: string }> {
  const sendAt = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) + 2
  const memberId = place.memberIds[0]
  if (!memberId) throw new Error('a channel without people')
  const actor = { workspaceId: place.workspaceId, memberId, role: 'member' as const, client: 'bench' }
  const view = await scheduleMessage(resources, actor, {
    conversationId: place.conversationId,
    text,
    sendAt,
    zone: 'Europe/Berlin',
    clientToken: randomUUID(),
  })
  return { due_ms: sendAt * 1000, id: view.id }
}
