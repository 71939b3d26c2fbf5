/**
 * One scheduled message to thousands of connected clients of one channel: through a real dispatcher and real gateways, from
 * its second and from its publication to the last client. `held_ms` is the longest answer of a gateway to a probe
 * meanwhile: how long its event loop was held, and the machine busy with the clients.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadDbNow } from '#server/mysql/now.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import type { FanPlan } from '../fanout/fan-clients.ts'
import { startClients } from '../fanout/start-clients.ts'
import type { World } from '../frame/bench-servers.ts'
import { watchFrames } from '../frame/frame-watch.ts'
import { freePort } from '#scripts/provision/ports.mjs'
import { startWorker } from '../frame/product-process.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { round, spreadOf } from '../frame/statistics.ts'
import { waitForWorkers } from '../frame/wait-for-workers.ts'
import { buildCompany, insert, type Place } from '../world/company.ts'
import { startSenders } from './dispatch.ts'

type Crowd = { clients: number; members: number; gateways: number }

const CROWDS: readonly Crowd[] = [
  { clients: 2_000, members: 2_000, gateways: 1 },
  { clients: 2_000, members: 100_000, gateways: 1 },
  { clients: 10_000, members: 10_000, gateways: 1 },
  { clients: 10_000, members: 10_000, gateways: 2 },
]
const ROUNDS = 8
const PROBE_EVERY_MS = 5

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
  const gateways = ports.map((port) =>
    startWorker(world, context.meter, 'gateway', { env: { GATEWAY_PORT: String(port) } }),
  )
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
    const probe = startProbe(ports)
    const rounds: { published_ms: number; due_ms: number; last_ms: number }[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const { due_ms, id } = await scheduleNext(world, place, `fan:${i}`)
      const last_ms = await clients.untilAll(i, crowd.clients)
      rounds.push({ due_ms, last_ms, published_ms: watch.arrivals().get(id) ?? Number.NaN })
    }
    const held_ms = await probe.stop()
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

async function addSessions({ resources }: World, place: Place, count: number): Promise<FanPlan['holders']> {
  const holders = place.memberIds
    .slice(0, count)
    .map((memberId) => ({ workspaceId: place.workspaceId, memberId, sessionId: randomUUID() }))
  await insert(
    resources.mysql,
    'auth_session (id, expiresAt, token, userId, createdAt, updatedAt)',
    holders.map(({ sessionId, memberId }) => [
      sessionId,
      '2099-01-01 00:00:00',
      randomUUID(),
      `account-${memberId}`,
      '2026-01-01 00:00:00',
      '2026-01-01 00:00:00',
    ]),
  )
  return holders
}

function startProbe(ports: readonly number[]): { stop(): Promise<number> } {
  let stopped = false
  const probing = Promise.all(
    ports.map(async (port) => {
      let longest = 0
      while (!stopped) {
        const began = performance.now()
        await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()
        longest = Math.max(longest, performance.now() - began)
        await sleep(PROBE_EVERY_MS)
      }
      return longest
    }),
  )
  return {
    stop: async () => {
      stopped = true
      return round(Math.max(...(await probing)))
    },
  }
}
