/** One run: start everything, let people work and things break, heal, wait for rest, judge. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '#server/testing/wait-until.ts'
import { createArmedPoints } from './armed-points.ts'
import { openBrowsers, type Browsers } from './browsers.ts'
import { createWebTier, plainDoor, type WebTier } from './call-web.ts'
import { failOver, restoreOlderBackup, takeEverythingDown, type Outage } from './catastrophes.ts'
import { checkHistory, isSafe, type Verdict } from './check-history.ts'
import { openPeople, type Person } from './clients.ts'
import { readEndState } from './end-state.ts'
import { createFaultLog, rowsOfStrike, type FaultLog } from './fault-rows.ts'
import type { EndState, History, LostTime, ScheduledFact } from './history.ts'
import { startLoad, type Load } from './load.ts'
import { countGivenAgain, forgive } from './lost-time.ts'
import { createNemesis, DEEDS, type Nemesis } from './nemesis.ts'
import { isTakenByNext, nextDoor, signUp, type Sessions } from './next-door.ts'
import { countTakenOver } from './overlap.ts'
import type { Loss } from './replica.ts'
import { setScene, type Scene } from './scene.ts'
import { createChance } from './seeded.ts'
import { ON_A_FULL_DISK, openTopology, type Topology } from './topology.ts'

export type RunOptions = {
  seed: number
  /** Of load and faults; an outage, starting and coming to rest take longer. */
  seconds: number
  messages: number
  burst: number
  /** Kinds of faults; empty: none, a healthy run. Null: all. */
  faults: readonly string[] | null
  /** The checkout whose processes run: this one, or a mutant's. */
  tree: string
  dir: string
  /** Everything is down for so long, after the faults. */
  outage_s: number
  /** The primary is lost in the middle of the run and the replica promoted, with or without the last commits. */
  failover: Loss | null
  /** With everything there is: real web servers and browsers, two failovers and a restore. */
  isFull: boolean
  say: (line: string) => void
}

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
const STARTING_MS = 60_000
/** After the last fault everything has to be over within this: the minute of the sweeper, leases, back-offs; and a busy machine. */
const REST_MS = 180_000
/** Whatever a run schedules is due within an hour of its end. */
const DUE_SOON_MS = 3_600_000

/** Of sweeper and dispatchers, once for a run. */
type Overlap = { whenSweeperStops: (() => Promise<number>) | null; counted: Promise<number> | null }

type Run = {
  options: RunOptions
  topology: Topology
  scene: Scene
  people: Person[]
  nemesis: Nemesis
  faults: FaultLog
  overlap: Overlap
  lostTimes: LostTime[]
  restores: LostTime[]
}

export async function runChaos(options: RunOptions): Promise<RunResult> {
  const { seed, say } = options
  const faults = createFaultLog()
  const armed = createArmedPoints(options.faults === null)
  const overlap: Overlap = { whenSweeperStops: null, counted: null }
  const topology = await openTopology({
    tree: options.tree,
    dir: options.dir,
    isFull: options.isFull,
    replicas: options.isFull ? 2 : options.failover ? 1 : 0,
    nextFaults: armed.nextFaults,
    onFault: (strike) => {
      armed.struck(strike)
      faults.add(`point-${strike.point}`, rowsOfStrike(strike))
      if (strike.name.startsWith('sweeper') && overlap.whenSweeperStops) overlap.counted ??= overlap.whenSweeperStops()
    },
  })
  let browsers: Browsers | null = null
  try {
    const scene = await setScene(topology.direct)
    for (const child of topology.children) child.start()
    const { web, sessions } = await openWeb(topology, scene)
    const people = await openPeople(web, scene.people.slice(0, WATCHING), scene, topology.gatewayUrls)
    if (options.isFull) {
      browsers = await openBrowsers(visitorsOf(topology, scene), sessions)
      people.push(...browsers.people)
    }
    say(
      `up: seed ${seed}, ${options.messages} messages, ${topology.children.length} processes, ${people.length} people` +
        `${options.isFull ? ', two of them in Chromium' : ''}; ${ON_A_FULL_DISK} logs to a full disk${topology.clocksAreFaked ? ', two clocks an hour off' : ', no libfaketime: all clocks right'}`,
    )
    if (topology.clocksAreFaked) faults.hit('F16', 2)

    const typist = createChance(seed + 1)
    const seconds = options.seconds + options.outage_s
    const early = options.outage_s > 0 ? 0.5 : 0.02
    // What stands behind a bad row in its second waits for it, which is not the lateness of another kind of fault.
    const hasPoison = options.faults === null
    const load = startLoad(scene, web, createChance(seed), { ...options, seconds, early, hasPoison }, async (text) => {
      const person = typist.pick(people)
      const conversationId = typist.pick(person.conversations)
      return (await person.type(conversationId, text)) ? conversationId : null
    })
    const kinds = options.faults ?? Object.keys(DEEDS)
    const nemesis = createNemesis({ topology, chance: createChance(seed + 2), log: faults }, kinds)
    const run: Run = { options, topology, scene, people, nemesis, faults, overlap, lostTimes: [], restores: [] }
    await breakThings(run)
    armed.disarm()
    await nemesis.heal()
    const outage = options.outage_s > 0 ? await takeEverythingDown(topology, faults, options.outage_s) : null
    await load.done
    say(`load is over, ${faults.total()} faults so far: ${JSON.stringify(faults.kinds())}`)
    const healed_ms = Date.now()
    const cameToRest = await comeToRest(run)
    await browsers?.photograph(options.dir)
    return { outage, cameToRest, tookToRest_ms: Date.now() - healed_ms, faults, ...(await judge(run, load)) }
  } finally {
    await browsers?.close()
    await topology.close()
  }
}

async function openWeb(topology: Topology, scene: Scene): Promise<{ web: WebTier; sessions: Sessions }> {
  const [owner] = scene.people
  if (!owner) throw new Error('nobody is there')
  const answers = (what: string, ask: () => Promise<unknown>) =>
    waitUntil(
      what,
      () =>
        ask().then(
          () => true,
          () => false,
        ),
      STARTING_MS,
    )
  const plain = topology.webUrls.map(plainDoor)
  for (const [i, door] of plain.entries())
    await answers(`web-${i + 1} answers`, () => door(owner, 'sync.serverTime', [], AbortSignal.timeout(1_000)))
  const [first] = topology.nextUrls
  if (!first) return { web: createWebTier(() => plain), sessions: new Map() }
  for (const [i, url] of topology.nextUrls.entries())
    await answers(`next-${i + 1} answers`, () => fetch(`${url}/healthz`))
  const sessions = await signUp(topology.direct, first, scene.people)
  const all = [...plain, ...topology.nextUrls.map((url) => nextDoor(url, sessions))]
  return { web: createWebTier((method) => (isTakenByNext(method) ? all : plain)), sessions }
}

/** One at each real web server, each in another conversation. */
const visitorsOf = ({ nextUrls }: Topology, { people, open }: Scene) =>
  nextUrls.flatMap((url, i) => {
    const [actor, conversationId] = [people[WATCHING + i], open[i]]
    return actor && conversationId ? [{ actor, conversationId, url }] : []
  })

async function breakThings(run: Run): Promise<void> {
  const { options, nemesis, topology, faults } = run
  const ms = options.seconds * 1000
  const pass = (share: number) => (options.faults?.length === 0 ? sleep(ms * share) : nemesis.run(ms * share))
  const loseDatabase = async (loss: Loss) => {
    await nemesis.heal()
    const lost = await failOver(topology, loss, faults)
    if (lost) run.lostTimes.push(lost)
    options.say(`${loss} failover`)
  }
  if (options.isFull) {
    const bringBack = nemesis.takeDispatchersAway()
    run.overlap.whenSweeperStops = () => countTakenOver(topology.direct, bringBack)
    await pass(0.25)
    bringBack()
    await loseDatabase('clean')
    await pass(0.2)
    await loseDatabase('lossy')
    await pass(0.2)
    await nemesis.heal()
    const restored = await restoreOlderBackup(topology, options.dir, faults)
    run.lostTimes.push(restored)
    run.restores.push(restored)
    options.say('an older backup is restored')
    await pass(0.2)
  } else if (options.failover) {
    await pass(0.5)
    await loseDatabase(options.failover)
    await pass(0.5)
  } else await pass(1)
}

async function comeToRest(run: Run): Promise<boolean> {
  let left: string[] = []
  const isAtRest = async () => {
    left = await listUnfinished(run).catch((error: unknown) => [String(error)])
    return left.length === 0
  }
  try {
    await waitUntil('everything comes to rest', isAtRest, REST_MS)
    return true
  } catch (error) {
    run.options.say(`${String(error)}: ${left.join(', ')}`)
    return false
  }
}

async function listUnfinished({ topology, scene, people }: Run): Promise<string[]> {
  const end = await readEndState(topology.direct, scene.workspaceId)
  const isOpen = (row: ScheduledFact) => row.status === 'SCHEDULED' || row.status === 'DISPATCHING'
  // A series has messages stored ahead.
  const waiting = end.scheduled.filter((row) => isOpen(row) && row.sendAt * 1000 < Date.now() + DUE_SOON_MS).length
  const left: string[] = []
  if (waiting > 0) left.push(`${waiting} messages wait`)
  if (end.outboxLeft > 0) left.push(`${end.outboxLeft} outbox rows`)
  if (end.claimsLeft > 0) left.push(`${end.claimsLeft} claims`)
  for (const person of people) if (!(await person.isCaughtUp(end))) left.push(`${person.name} has not caught up`)
  return left
}

async function judge(run: Run, load: Load) {
  const { options, topology, scene, people, faults, lostTimes, restores } = run
  const clients = await Promise.all(people.map((person) => person.view()))
  await Promise.all(people.map((person) => person.close()))
  const end = await readEndState(topology.direct, scene.workspaceId)
  const { scheduled, typed, series, away, rights, close } = load
  const history: History = { scheduled, typed, series, away, clients, rights, lostTimes, restores }
  forgive(history)
  faults.hit('F21', close.edit)
  faults.hit('F22', close.cancel)
  faults.hit('F23', close.later)
  faults.hit('F24', close.earlier)
  faults.hit('F25', end.scheduled.filter((row) => row.failReason === 'poison').length)
  faults.hit('F14', countGivenAgain(history, end))
  faults.hit('F20', (await run.overlap.counted?.catch(() => 0)) ?? 0)
  faults.hit('F33', scheduled.filter((one) => one.createRepeated).length)
  // What the judgement rests on, for whoever looks into a bad run.
  const asText = (_: string, value: unknown) => (value instanceof Set || value instanceof Map ? [...value] : value)
  writeFileSync(join(options.dir, 'history.json'), JSON.stringify({ history, end }, asText))
  return { verdict: checkHistory(history, end), history, end }
}

export const isGood = (result: RunResult): boolean =>
  isSafe(result.verdict) && result.cameToRest && result.verdict.accepted > 0
