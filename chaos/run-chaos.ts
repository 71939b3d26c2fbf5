/** One run: start everything, let people work and things break, heal, wait for rest, judge. */
import { setTimeout as sleep } from 'node:timers/promises'
import { checkHistory, isSafe, type Verdict } from './check-history.ts'
import { createArmedPoints } from './armed-points.ts'
import { createWebTier } from './call-web.ts'
import { isCaughtUp, openPeople, viewOf, type Person } from './clients.ts'
import { readEndState } from './end-state.ts'
import { createFaultLog, ROWS_OF_POINTS, type FaultLog } from './fault-rows.ts'
import type { EndState, History } from './history.ts'
import { setScene, startLoad, type Load, type Scene } from './load.ts'
import { createNemesis, DEEDS, type Nemesis } from './nemesis.ts'
import { failOver, forgive, type LostTime } from './fail-over.ts'
import type { Loss } from './replica.ts'
import { createChance } from './seeded.ts'
import { openTopology, type Topology } from './topology.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

export type RunOptions = {
  seed: number
  /** Of load and faults; starting and coming to rest take longer. */
  seconds: number
  messages: number
  burst: number
  /** Kinds of faults; empty: none, a healthy run. Null: all. */
  faults: readonly string[] | null
  /** The checkout whose processes run: this one, or a mutant's. */
  tree: string
  dir: string
  /** Everything is down for so long in the middle of the run. */
  outage_s: number
  /** The primary is lost in the middle of the run and the replica promoted, with or without the last commits. */
  failover: Loss | null
  say: (line: string) => void
}

export type Outage = { from_ms: number; to_ms: number }

export type RunResult = {
  verdict: Verdict
  faults: FaultLog
  history: History
  end: EndState
  cameToRest: boolean
  tookToRest_ms: number
  outage: Outage | null
}

const WATCHING = 3
/** After the last fault everything has to be over within this: the minute of the sweeper, leases, back-offs; and a busy machine. */
const REST_MS = 180_000

export async function runChaos(options: RunOptions): Promise<RunResult> {
  const { seed, say } = options
  const chance = createChance(seed)
  const faults = createFaultLog()
  const armed = createArmedPoints(options.faults === null)
  const topology = await openTopology({
    tree: options.tree,
    failover: options.failover,
    dir: options.dir,
    nextFaults: armed.nextFaults,
    onFault: (point) => {
      armed.struck(point)
      faults.add(`point-${point}`, ROWS_OF_POINTS[point as keyof typeof ROWS_OF_POINTS])
    },
  })
  try {
    const scene = await setScene(topology.direct)
    for (const child of topology.children) child.start()
    const web = createWebTier(topology.webUrls)
    const owner = scene.people[0]
    if (!owner) throw new Error('nobody is there')
    await waitUntil(
      'the web tier answers',
      () =>
        web.once(owner, 'sync.serverTime', []).then(
          () => true,
          () => false,
        ),
      30_000,
    )
    const people = await openPeople(web, scene.people.slice(0, WATCHING), scene.open, topology.gatewayUrls)
    say(
      `up: seed ${seed}, ${options.messages} messages, ${topology.children.length} processes${topology.clocksAreFaked ? ', two clocks an hour off' : ''}`,
    )
    noteStanding(topology, faults)

    const typist = createChance(seed + 1)
    const load = startLoad(scene, web, chance, options, (conversationId, text) => {
      void typist.pick(people).client.engine.send({ conversationId, text })
    })
    const nemesis = createNemesis(
      { topology, chance: createChance(seed + 2), log: faults },
      options.faults ?? Object.keys(DEEDS).filter((kind) => !options.failover || kind !== 'database-kill'),
    )
    const lost = await breakThings(options, topology, nemesis, faults)
    const outage = options.outage_s > 0 ? await takeEverythingDown(topology, faults, options.outage_s) : null
    armed.disarm()
    await nemesis.heal()
    await load.done
    say(`load is over, ${faults.total()} faults so far: ${JSON.stringify(faults.kinds())}`)
    const healed_ms = Date.now()
    const cameToRest = await comeToRest(topology, scene, load, people, say)
    return await judge({
      outage,
      topology,
      scene,
      load,
      people,
      faults,
      lost,
      cameToRest,
      tookToRest_ms: Date.now() - healed_ms,
    })
  } finally {
    await topology.close()
  }
}

/** @returns when acknowledged commits were lost, if they were */
async function breakThings(
  options: RunOptions,
  topology: Topology,
  nemesis: Nemesis,
  faults: FaultLog,
): Promise<LostTime | null> {
  const { faults: kinds, failover } = options
  const ms = kinds === null || kinds.length > 0 ? options.seconds * 1000 : 0
  if (!failover) {
    await nemesis.run(ms)
    return null
  }
  await nemesis.run(ms / 2)
  await sleep(kinds?.length === 0 ? (options.seconds * 1000) / 2 : 0)
  const lost = await failOver(topology, failover, faults)
  await nemesis.run(ms / 2)
  return lost
}

/** Faults that last for the whole run. */
function noteStanding(topology: Topology, faults: FaultLog): void {
  const hydrators = topology.children.filter((child) => child.role === 'hydrator').length
  if (hydrators > 1) faults.hit('F18', 1)
  if (topology.clocksAreFaked) faults.hit('F16', 2)
}

/** Workers, gateways and Redis are gone and the database crashes once; only what accepts messages stays, so people go on. */
async function takeEverythingDown(topology: Topology, faults: FaultLog, seconds: number): Promise<Outage> {
  const from_ms = Date.now()
  faults.add('everything-down', ['F10', 'F19'], seconds * 1000)
  const down = topology.children.filter((child) => child.role !== 'web')
  for (const child of down) child.hold()
  await Promise.all([topology.redis.kill(), topology.database.kill().then(() => topology.database.restart())])
  await sleep(Math.max(0, from_ms + seconds * 1000 - Date.now()))
  const to_ms = Date.now()
  await topology.redis.restart()
  for (const child of down) child.wake()
  return { from_ms, to_ms }
}

async function comeToRest(
  topology: Topology,
  scene: Scene,
  load: Load,
  people: Person[],
  say: (line: string) => void,
): Promise<boolean> {
  const isAtRest = async () => {
    const end = await readEndState(topology.direct, scene.workspaceId)
    const waiting = end.scheduled.filter((row) => row.status === 'SCHEDULED' || row.status === 'DISPATCHING').length
    if (waiting > 0 || end.outboxLeft > 0 || end.claimsLeft > 0) return false
    const caughtUp = await Promise.all(people.map((person) => isCaughtUp(person, end.lastSeqs)))
    return caughtUp.every(Boolean)
  }
  try {
    await waitUntil('everything comes to rest', () => isAtRest().catch(() => false), REST_MS)
    return true
  } catch (error) {
    say(String(error))
    return false
  }
}

type Facts = {
  outage: Outage | null
  topology: Topology
  scene: Scene
  load: Load
  people: Person[]
  faults: FaultLog
  lost: LostTime | null
  cameToRest: boolean
  tookToRest_ms: number
}

async function judge({ topology, scene, load, people, faults, lost, ...rest }: Facts): Promise<RunResult> {
  const clients = await Promise.all(people.map(viewOf))
  for (const { client } of people) client.close()
  const end = await readEndState(topology.direct, scene.workspaceId)
  const history: History = { scheduled: load.scheduled, typed: load.typed, clients, otherChanges: load.otherChanges }
  if (lost) forgive(history, lost)
  faults.hit('F21', load.close.edit)
  faults.hit('F22', load.close.cancel)
  faults.hit('F23', load.close.later)
  faults.hit('F24', load.close.earlier)
  faults.hit('F25', end.scheduled.filter((row) => row.failReason === 'poison').length)
  faults.hit('F20', end.scheduled.filter((row) => row.lateCause === 'workers_away').length)
  faults.hit('F33', load.scheduled.filter((one) => one.createRetried).length)
  return { verdict: checkHistory(history, end), faults, history, end, ...rest }
}

export const isGood = (result: RunResult): boolean =>
  isSafe(result.verdict) && result.cameToRest && result.verdict.accepted > 0
