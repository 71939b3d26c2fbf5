/**
 * Everything a run needs, on servers of its own: MariaDB, Redis, two web and two gateway processes, three dispatchers (two
 * of them with clocks an hour off, where libfaketime is installed), two hydrators, sweeper and relay, each behind its wires.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Resources } from '#server/usecases/resources.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { TEST_TICKET_SECRET } from '#server/testing/sockets.ts'
import { migrate } from '#scripts/migrate.mjs'
import { startDatabase } from '#scripts/provision/database.mjs'
import { freePort } from '#scripts/provision/ports.mjs'
import { startRedis } from '#scripts/provision/redis.mjs'
import { bundleProcesses } from './bundle.ts'
import { createChild, type Child, type Role } from './child.ts'
import { openWire, type Wire } from './fault-proxy.ts'
import { startPair, type Loss, type Pair } from './replica.ts'

export type Server = Awaited<ReturnType<typeof startRedis>>

export type Topology = {
  /** The primary. */
  database: Server
  /** Null in runs without failover. */
  pair: Pair | null
  redis: Server
  /** Of the harness itself, past all wires: for setting up and looking, never for what is tested. */
  direct: Resources
  children: Child[]
  /** `<group> <database|redis>`, and `client gateway-<n>`. */
  wires: Wire[]
  webUrls: string[]
  gatewayUrls: string[]
  clocksAreFaked: boolean
  close(): Promise<void>
}

const PLAN: [Role, number][] = [
  ['web', 2],
  ['gateway', 2],
  ['dispatcher', 3],
  ['hydrator', 2],
  ['sweeper', 1],
  ['relay', 1],
]
/** Wires are shared by what a network would cut off together. */
const GROUPS: Record<Role, string> = {
  web: 'web',
  gateway: 'gateway',
  dispatcher: 'dispatcher',
  hydrator: 'rest',
  sweeper: 'rest',
  relay: 'rest',
}
const LIBFAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
]
const LEASE_SECONDS = '6'
export const HARNESS_WIRE = 'harness database'

export type TopologyOptions = {
  /** The checkout whose processes run. */
  tree: string
  dir: string
  nextFaults: (name: string, role: Role) => string | null
  onFault: (point: string) => void
  failover: Loss | null
}

export async function openTopology({ tree, dir, nextFaults, onFault, failover }: TopologyOptions): Promise<Topology> {
  mkdirSync(join(dir, 'logs'), { recursive: true })
  const [pair, alone, redis, program] = await Promise.all([
    failover ? startPair(dir, failover) : null,
    failover ? null : startDatabase({ dir: join(dir, 'database'), bufferPoolMb: 128, maxConnections: 300 }),
    startRedis({ dir: join(dir, 'redis'), appendonly: false }),
    bundleProcesses(tree),
  ])
  const database = pair?.primary ?? alone
  if (!database) throw new Error('no database')
  const databaseUrl = `${database.url}carillon_chaos`
  await migrate(databaseUrl)

  const wires = new Map<string, Wire>()
  const through = (url: string, wire: Wire | undefined) =>
    Object.assign(new URL(url), { port: String(wire?.port) }).href
  // Follows a failover like all others, and suffers nothing else.
  const harnessWire = await openWire(HARNESS_WIRE, database.port)
  wires.set(HARNESS_WIRE, harnessWire)
  const direct = await openResources({ DATABASE_URL: through(databaseUrl, harnessWire), REDIS_URL: redis.url })
  for (const group of new Set(Object.values(GROUPS))) {
    wires.set(`${group} database`, await openWire(`${group} database`, database.port))
    wires.set(`${group} redis`, await openWire(`${group} redis`, redis.port))
  }
  const gatewayPorts = [await freePort(), await freePort()]
  const webPorts = [await freePort(), await freePort()]
  const gatewayUrls: string[] = []
  for (const [i, port] of gatewayPorts.entries()) {
    const wire = await openWire(`client gateway-${i + 1}`, port)
    wires.set(wire.name, wire)
    gatewayUrls.push(`http://127.0.0.1:${wire.port}`)
  }
  const libfaketime = LIBFAKETIME.find((file) => existsSync(file))

  const children = PLAN.flatMap(([role, count]) =>
    Array.from({ length: count }, (_, i): Child => {
      const name = `${role}-${i + 1}`
      const clock =
        role === 'dispatcher' && libfaketime && i > 0
          ? {
              LD_PRELOAD: libfaketime,
              FAKETIME: i === 1 ? '+1h' : '-1h',
              FAKETIME_DONT_FAKE_MONOTONIC: '1',
              DONT_FAKE_MONOTONIC: '1',
            }
          : {}
      return createChild({
        name,
        role,
        program: program(role),
        cwd: tree,
        // One hydrator writes its log to a full disk for the whole run.
        fullDisk: name === 'hydrator-2',
        logFile: join(dir, 'logs', `${name}.log`),
        nextFaults: () => nextFaults(name, role),
        onFault,
        env: {
          PATH: process.env.PATH ?? '',
          NODE_ENV: 'test',
          LOG_LEVEL: 'info',
          HOST: '127.0.0.1',
          LEASE_SECONDS,
          DATABASE_URL: through(databaseUrl, wires.get(`${GROUPS[role]} database`)),
          REDIS_URL: through(redis.url, wires.get(`${GROUPS[role]} redis`)),
          APP_URL: `http://127.0.0.1:${webPorts[role === 'web' ? i : 0]}`,
          GATEWAY_URL: gatewayUrls[0] ?? '',
          GATEWAY_PORT: String(gatewayPorts[role === 'gateway' ? i : 0]),
          AUTH_SECRET: 'a secret that only the chaos suite knows, long enough',
          TICKET_SECRET: TEST_TICKET_SECRET,
          ...clock,
        },
      })
    }),
  )
  return {
    database,
    pair,
    redis,
    direct,
    children,
    wires: [...wires.values()],
    webUrls: webPorts.map((port) => `http://127.0.0.1:${port}`),
    gatewayUrls,
    clocksAreFaked: libfaketime !== undefined,
    close: async () => {
      await Promise.all(children.map((child) => child.stop()))
      await closeResources(direct)
      await Promise.all([...wires.values()].map((wire) => wire.close()))
      await Promise.all([
        pair ? Promise.all([pair.primary.stop(), pair.replica.stop()]) : database.stop(),
        redis.stop(),
      ])
    },
  }
}
