/** Breaks things, by plan of the seed: every kind once in a shuffled order, then by chance. Afterwards everything is healed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '#server/testing/wait-until.ts'
import { COMMIT } from '#server/testing/tcp-proxy.ts'
import type { Deed, Tools } from './deed.ts'
import type { FaultRow } from './fault-rows.ts'
import type { WireFault } from './fault-proxy.ts'
import type { Chance } from './seeded.ts'
import { splitRedis } from './split-redis.ts'
import { HARNESS_WIRE, SPLIT } from './topology.ts'

export type Nemesis = {
  run(for_ms: number): Promise<void>
  /** Until the sweeper has to do their work (F20). @returns brings them back */
  takeDispatchersAway(): () => void
  heal(): Promise<void>
}

const wireDeed =
  (make: (chance: Chance) => WireFault, least_ms: number, most_ms: number): Deed =>
  async ({ topology, chance, log }) => {
    const wire = chance.pick(topology.wires.filter((one) => one.name !== HARNESS_WIRE))
    const fault = make(chance)
    const lasts_ms = chance.between(least_ms, most_ms)
    log.add(`wire-${fault.kind} ${wire.name}`, [], lasts_ms)
    await wire.set(fault)
    setTimeout(() => void wire.set({ kind: 'pass' }), lasts_ms)
  }

const childrenOf = ({ topology }: Tools, role?: string) =>
  topology.children.filter((child) => role === undefined || child.role === role)

/** Redis is away; how it comes back is the caller's. */
async function withoutRedis({ topology, log }: Tools, what: string, rows: FaultRow[], lasts_ms: number): Promise<void> {
  log.add(what, rows, lasts_ms)
  await topology.redis.kill()
  await sleep(lasts_ms)
  await topology.redis.restart()
}

const BACK_WITHIN_MS = 5_000
/** Longer than dispatchers take to notice: they compare the clocks every five seconds. */
const STEPPED_MS = 8_000

export const DEEDS: Record<string, Deed> = {
  kill: async (tools) => {
    const child = tools.chance.pick(childrenOf(tools))
    tools.log.add(`kill ${child.name}`)
    child.kill('SIGKILL')
  },
  'kill-dispatcher': async (tools) => {
    const child = tools.chance.pick(childrenOf(tools, 'dispatcher'))
    tools.log.add(`kill-dispatcher ${child.name}`)
    child.kill('SIGKILL')
  },
  half: async (tools) => {
    const half = tools.chance.shuffled(childrenOf(tools)).slice(0, Math.floor(childrenOf(tools).length / 2))
    tools.log.add(`half ${half.map((child) => child.name).join(' ')}`)
    for (const child of half) child.kill('SIGKILL')
  },
  drain: async (tools) => {
    const child = tools.chance.pick(childrenOf(tools))
    tools.log.add(`drain ${child.name}`, child.role === 'dispatcher' ? ['F26'] : [])
    child.kill('SIGTERM')
  },
  // As a deploy does: of every kind of process the next one goes when the one before is back.
  roll: async (tools) => {
    const isOver = tools.log.add('roll', ['F26'], 5_000)
    const roll = async (role: string) => {
      for (const child of childrenOf(tools, role)) {
        child.kill('SIGTERM')
        await waitUntil(`${child.name} is back`, child.isReady, BACK_WITHIN_MS).catch(() => undefined) // another fault has it
      }
    }
    await Promise.all([...new Set(childrenOf(tools).map(({ role }) => role))].map(roll))
    isOver()
  },
  'freeze-dispatcher': async (tools) => {
    const child = tools.chance.pick(childrenOf(tools, 'dispatcher'))
    const ms = tools.chance.between(7_000, 10_000)
    tools.log.add(`freeze-dispatcher ${child.name}`, ['F15'], ms)
    child.freeze(ms)
  },
  freeze: async (tools) => {
    const child = tools.chance.pick(childrenOf(tools))
    const ms = tools.chance.between(1_000, 4_000)
    tools.log.add(`freeze ${child.name}`, [], ms)
    child.freeze(ms)
  },
  'hydrators-away': async (tools) => {
    const ms = tools.chance.between(4_000, 7_000)
    tools.log.add('hydrators-away', ['F19'], ms)
    for (const child of childrenOf(tools, 'hydrator')) {
      setTimeout(child.hold(), ms)
    }
  },
  flush: async ({ topology, log }) => {
    const isDone = await topology.direct.redis.client.flushall().then(
      () => true,
      () => false, // already gone: another fault has it
    )
    if (isDone) log.add('flush', ['F8'])
  },
  'redis-older': async (tools) => {
    const { client } = tools.topology.direct.redis
    await client.save().catch(() => undefined)
    await sleep(1_500)
    await withoutRedis(tools, 'redis-older', ['F9'], 0)
  },
  'redis-absent': async (tools) => withoutRedis(tools, 'redis-absent', ['F10'], tools.chance.between(2_000, 5_000)),
  'redis-paused': async ({ topology, chance, log }) => {
    const ms = chance.between(1_000, 4_000)
    log.add('redis-paused', ['F10'], ms)
    process.kill(topology.redis.pid, 'SIGSTOP')
    await sleep(ms)
    process.kill(topology.redis.pid, 'SIGCONT')
  },
  'database-kill': async ({ topology, log }) => {
    const isOver = log.add('database-kill', [], 2_000)
    const database = topology.databases.primary()
    await database.kill()
    await database.restart()
    isOver()
  },
  'database-clock': async ({ topology, chance, log }) => {
    const clock = topology.databaseClock
    if (!clock) return
    const ahead_s = chance.pick([-4, 4])
    log.add(`database-clock ${ahead_s}s`, ['F17'], STEPPED_MS)
    clock.step(ahead_s)
    setTimeout(() => clock.step(0), STEPPED_MS)
  },
  'redis-split': splitRedis,
  'commit-answer-lost': async ({ topology, log }) => {
    const wire = topology.wires.find((one) => one.name === 'dispatcher database')
    const lost = wire?.loseAnswerTo(COMMIT)
    await Promise.race([lost?.then(() => log.add('commit-answer-lost', ['F5'])), sleep(3_000)])
  },
  delay: wireDeed((chance) => ({ kind: 'delay', ms: chance.between(20, 200) }), 1_000, 4_000),
  cut: wireDeed(() => ({ kind: 'cut' }), 200, 2_000),
  reset: wireDeed(() => ({ kind: 'reset' }), 0, 500),
  'half-open': wireDeed(() => ({ kind: 'half-open' }), 1_000, 4_000),
  'one-way': wireDeed(
    (chance) => ({ kind: 'one-way', lost: chance.pick(['answers', 'requests'] as const) }),
    1_000,
    4_000,
  ),
  pause: wireDeed(() => ({ kind: 'pause' }), 500, 3_000),
}

/** What a topology needs to be full for. */
const NEEDS_FULL = new Set(['redis-split', 'database-clock'])

export function createNemesis(tools: Tools, kinds: readonly string[] = Object.keys(DEEDS)): Nemesis {
  const { topology, chance, log } = tools
  const possible = kinds.filter((kind) => topology.otherRedis || !NEEDS_FULL.has(kind))
  let queue: string[] = []
  return {
    async run(for_ms) {
      const until_ms = Date.now() + for_ms
      while (Date.now() < until_ms) {
        if (queue.length === 0) queue = chance.shuffled(possible)
        const deed = DEEDS[queue.shift() ?? '']
        await deed?.(tools)
        await sleep(Math.min(chance.between(500, 1_500), Math.max(0, until_ms - Date.now())))
      }
    },
    takeDispatchersAway() {
      const isOver = log.add('dispatchers-away', [], Infinity)
      const wakes = childrenOf(tools, 'dispatcher').map((child) => child.hold())
      return () => {
        for (const wake of wakes.splice(0)) wake()
        isOver()
      }
    },
    async heal() {
      topology.databaseClock?.step(0)
      await Promise.all(topology.wires.map((wire) => wire.set({ kind: 'pass' })))
      await topology.wires.find(({ name }) => name === `${SPLIT} redis`)?.moveTo(topology.redis.port)
      if (topology.redis.running) process.kill(topology.redis.pid, 'SIGCONT')
      else await topology.redis.restart()
      const database = topology.databases.primary()
      if (!database.running) await database.restart()
      for (const child of topology.children) child.wake()
    },
  }
}
