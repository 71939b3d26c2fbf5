/**
 * Everything a run needs, on servers of its own: MariaDB, Redis, web and gateway processes, three dispatchers (two of them
 * with clocks an hour off, where libfaketime is installed), two hydrators, sweeper, relay and jobs, each behind its wires. A full
 * topology also has two replicas, a second Redis, a database whose clock can step, and two real web servers for browsers.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Resources } from '#server/usecases/resources.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { TEST_TICKET_SECRET } from '#server/testing/sockets.ts'
import { migrate } from '#scripts/migrate.mjs'
import { freePort } from '#scripts/provision/ports.mjs'
import { startRedis } from '#scripts/provision/redis.mjs'
import { bundleProcesses } from './bundle.ts'
import { createChild, type Child, type Role, type Strike } from './child.ts'
import { findFaketime, steppableClock, wrongBy, type SteppableClock } from './fake-clocks.ts'
import { startDatabases, type Databases, type Server } from './replica.ts'
import { startWires, type RemoteWire } from './wires.ts'

export type Topology = {
  databases: Databases
  redis: Server
  /** Of a full topology: what one dispatcher sees while Redis is split. */
  otherRedis: Server | null
  /** Of the harness itself, past all wires: for setting up and looking, never for what is tested. */
  direct: Resources
  children: Child[]
  /** `<group> <database|redis>`, and `client <name>` of each process that people reach. */
  wires: RemoteWire[]
  webUrls: string[]
  /** Of the real web servers, as browsers reach them. */
  nextUrls: string[]
  gatewayUrls: string[]
  clocksAreFaked: boolean
  databaseClock: SteppableClock | null
  close(): Promise<void>
}

const PLAN: [Role, number][] = [
  ['web', 2],
  ['gateway', 2],
  ['dispatcher', 3],
  ['hydrator', 2],
  ['sweeper', 1],
  ['relay', 1],
  ['jobs', 1],
]
const FULL_PLAN: [Role, number][] = [...PLAN, ['next', 2]]
/** Wires are shared by what a network would cut off together. */
const GROUPS: Record<Role, string> = {
  web: 'web',
  next: 'web',
  gateway: 'gateway',
  dispatcher: 'dispatcher',
  hydrator: 'rest',
  sweeper: 'rest',
  relay: 'rest',
  jobs: 'rest',
}
const CLOCKS: Record<string, string> = { 'dispatcher-2': '+1h', 'dispatcher-3': '-1h' }
/** One hydrator writes its log to a full disk for the whole run. */
export const ON_A_FULL_DISK = 'hydrator-2'
/** Has a wire to Redis of its own, so that it alone can see another Redis. */
export const SPLIT = 'dispatcher-3'
const LEASE_SECONDS = '6'
export const HARNESS_WIRE = 'harness database'

export type TopologyOptions = {
  /** The checkout whose processes run. */
  tree: string
  dir: string
  nextFaults: (name: string, role: Role) => string | null
  onFault: (strike: Strike) => void
  replicas: number
  isFull: boolean
}

export async function openTopology(options: TopologyOptions): Promise<Topology> {
  const { tree, dir, isFull } = options
  mkdirSync(join(dir, 'logs'), { recursive: true })
  const faketime = findFaketime()
  const databaseClock = isFull && faketime ? steppableClock(faketime, join(dir, 'database-clock')) : null
  const [databases, redis, otherRedis, program] = await Promise.all([
    startDatabases(dir, options.replicas, databaseClock?.env),
    startRedis({ dir: join(dir, 'redis'), appendonly: false }),
    isFull ? startRedis({ dir: join(dir, 'other-redis'), appendonly: false }) : null,
    bundleProcesses(tree),
  ])
  const databasePort = databases.primary().port
  const databaseUrl = `${databases.primary().url}carillon_chaos`
  await migrate(databaseUrl)

  const cables = startWires(program('wire'), tree)
  const wires = new Map<string, RemoteWire>()
  const lay = async (name: string, port: number) => {
    const wire = await cables.open(name, port)
    wires.set(name, wire)
    return wire
  }
  const through = (url: string, wire: RemoteWire | undefined) =>
    Object.assign(new URL(url), { port: String(wire?.port) }).href
  // Follows a failover like all others, and suffers nothing else.
  const harnessWire = await lay(HARNESS_WIRE, databasePort)
  const direct = await openResources({ DATABASE_URL: through(databaseUrl, harnessWire), REDIS_URL: redis.url })
  for (const group of new Set(Object.values(GROUPS))) {
    await lay(`${group} database`, databasePort)
    await lay(`${group} redis`, redis.port)
  }
  await lay(`${SPLIT} redis`, redis.port)
  const serve = async (role: Role) => {
    const count = (isFull ? FULL_PLAN : PLAN).find(([one]) => one === role)?.[1] ?? 0
    return Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const port = await freePort()
        const wire = await lay(`client ${role}-${i + 1}`, port)
        return { port, url: `http://127.0.0.1:${wire.port}` }
      }),
    )
  }
  const doors = { web: await serve('web'), next: await serve('next'), gateway: await serve('gateway') }

  const children = (isFull ? FULL_PLAN : PLAN).flatMap(([role, count]) =>
    Array.from({ length: count }, (_, i): Child => {
      const name = `${role}-${i + 1}`
      const isNext = role === 'next'
      const door = doors[isNext ? 'next' : 'web'][role === 'web' || isNext ? i : 0]
      const clock = faketime && CLOCKS[name] ? wrongBy(faketime, CLOCKS[name]) : {}
      return createChild({
        name,
        role,
        command: isNext
          ? ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', String(door?.port)]
          : [program(role)],
        cwd: tree,
        fullDisk: name === ON_A_FULL_DISK,
        logFile: join(dir, 'logs', `${name}.log`),
        nextFaults: () => options.nextFaults(name, role),
        onFault: options.onFault,
        env: {
          PATH: process.env.PATH ?? '',
          NODE_ENV: isNext ? 'production' : 'test',
          NEXT_TELEMETRY_DISABLED: '1',
          LOG_LEVEL: 'info',
          HOST: '127.0.0.1',
          LEASE_SECONDS,
          DATABASE_URL: through(databaseUrl, wires.get(`${GROUPS[role]} database`)),
          REDIS_URL: through(redis.url, wires.get(name === SPLIT ? `${SPLIT} redis` : `${GROUPS[role]} redis`)),
          // The plain door listens where its address says, behind its wire.
          APP_URL: role === 'web' ? `http://127.0.0.1:${door?.port}` : (door?.url ?? ''),
          GATEWAY_URL: doors.gateway[isNext ? i : 0]?.url ?? '',
          GATEWAY_PORT: String(doors.gateway[role === 'gateway' ? i : 0]?.port),
          AUTH_SECRET: 'a secret that only the chaos suite knows, long enough',
          TICKET_SECRET: TEST_TICKET_SECRET,
          ...clock,
        },
      })
    }),
  )
  return {
    databases,
    redis,
    otherRedis,
    direct,
    children,
    wires: [...wires.values()],
    webUrls: doors.web.map(({ url }) => url),
    nextUrls: doors.next.map(({ url }) => url),
    gatewayUrls: doors.gateway.map(({ url }) => url),
    clocksAreFaked: faketime !== null,
    databaseClock,
    close: async () => {
      await Promise.all(children.map((child) => child.stop()))
      await closeResources(direct)
      cables.close()
      await Promise.all([databases.stop(), redis.stop(), otherRedis?.stop()])
    },
  }
}

/** Everything that talks to the database follows the new primary. */
export async function followPrimary({ wires, databases }: Topology): Promise<void> {
  const { port } = databases.primary()
  await Promise.all(wires.filter((one) => one.name.endsWith('database')).map((wire) => wire.moveTo(port)))
}
