/**
 * `npm run chaos -- --seed N --seconds S --json FILE`: thousands of scheduled messages while everything breaks, then a
 * judgement. Exit 1 on any breach of safety.
 *   --messages N --burst N     size of the load; default 15 a second, a third of them due in one second
 *   --faults a,b | none        only these kinds (chaos/nemesis.ts); `none` is a healthy run
 *   --outage S                 after the faults: workers and Redis are down for S seconds, the database and the web tier for
 *                              the first half of them, so people go on while nothing is sent
 *   --failover clean|lossy     the primary is lost and its replica promoted, with or without the last commits
 *   --full                     two real web servers, two people in Chromium, two failovers, the restore of an older backup,
 *                              a split Redis, a database whose clock steps; a run of ten minutes always is
 *   --lateness                 also fail if messages were later than the target of this kind of run allows, or the backlog of
 *                              an outage went out less than twice as fast as it came
 *   --mutants [name]           mutation gate: each patch of chaos/mutants has to be caught
 *   --keep                     keep the logs of a good run
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from '#scripts/build.mjs'
import { PROJECT } from '#scripts/provision/paths.mjs'
import { ROWS_OF_A_LONG_RUN } from './fault-rows.ts'
import { DEEDS } from './nemesis.ts'
import { isGood, runChaos, type RunOptions, type RunResult } from './run-chaos.ts'
import { runMutants } from './run-mutants.ts'

const LONG_RUN_S = 600
const PER_SECOND = 15
/** Of the arrival: the backlog of an outage has to go out at least so fast. */
const DRAIN_TIMES = 2
/** Of the faults during which the latest message waited. */
const NAMED = 6

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '45' },
    json: { type: 'string' },
    messages: { type: 'string' },
    burst: { type: 'string' },
    faults: { type: 'string' },
    outage: { type: 'string', default: '0' },
    failover: { type: 'string' },
    lateness: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
})
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (values.mutants) {
  process.exit((await runMutants(positionals, say)) ? 0 : 1)
}
const seconds = Number(values.seconds)
const outage_s = Number(values.outage)
const messages = Number(values.messages ?? (seconds + outage_s) * PER_SECOND)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const faults = values.faults === undefined ? null : values.faults === 'none' ? [] : values.faults.split(',')
const unknown = (faults ?? []).filter((kind) => !(kind in DEEDS))
if (unknown.length > 0 || ![seed, seconds, outage_s, messages].every(Number.isFinite)) {
  console.error(
    `--faults knows ${Object.keys(DEEDS).join(', ')}${unknown.length > 0 ? `, not ${unknown.join(', ')}` : ''}; numbers have to be numbers`,
  )
  process.exit(2)
}

const dir = mkdtempSync(join(tmpdir(), 'carillon-chaos-'))
const isLong = seconds >= LONG_RUN_S && faults === null
const isFull = isLong || values.full
if (isFull) await buildAll()
const options: RunOptions = {
  seed,
  seconds,
  messages,
  faults,
  dir,
  say,
  tree: PROJECT,
  burst: Number(values.burst ?? Math.min(1_000, Math.floor(messages / 3))),
  outage_s,
  isFull,
  failover: values.failover === 'clean' || values.failover === 'lossy' ? values.failover : null,
}
const result = await runChaos(options)
const lateness = latenessOf(result)
const drain = drainOf(result)
const offered = offeredOf(result)
const missing = isLong ? ROWS_OF_A_LONG_RUN.filter((row) => !(row in result.faults.rows())) : []
const valid = isGood(result) && missing.length === 0
report(result)
if (values.json) writeFileSync(values.json, `${JSON.stringify(summaryOf(result), null, 2)}\n`)
const onTime = !values.lateness || isOnTime()
if (valid && onTime && !values.keep) rmSync(dir, { recursive: true, force: true })
else say(`logs of every process, and what was judged: ${dir}`)
process.exit(valid && onTime ? 0 : 1)

function summaryOf({ verdict, faults: log }: RunResult) {
  const {
    accepted,
    sent,
    failed,
    canceled,
    lost,
    duplicates,
    clientDuplicates,
    early,
    wrongBody,
    brokenCancels,
    gaps,
    clientMismatches,
  } = verdict
  return {
    seed,
    faults: log.total(),
    faultRows: log.rows(),
    offered,
    accepted,
    sent,
    failed,
    canceled,
    lost,
    duplicates,
    clientDuplicates,
    early,
    wrongBody,
    brokenCancels,
    gaps,
    clientMismatches,
    latenessMs: lateness,
    ...(drain ? { drain } : {}),
    valid,
  }
}

function latenessOf({ verdict: { latenesses_ms } }: RunResult) {
  const at = (share: number) =>
    latenesses_ms[Math.min(latenesses_ms.length - 1, Math.floor(latenesses_ms.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: latenesses_ms.at(-1) ?? 0 }
}

/** Targets of docs/reliability.md; a mixed run is held to the sweeper's minute and a lease, an outage to how fast it drains. */
function isOnTime(): boolean {
  if (drain) {
    say(
      `drained ${drain.times.toFixed(1)} times as fast, target ${DRAIN_TIMES}: ${drain.times >= DRAIN_TIMES ? 'met' : 'MISSED'}`,
    )
    return drain.times >= DRAIN_TIMES
  }
  const targets: Record<string, ['p99' | 'max', number]> = {
    '': ['p99', 250],
    'kill-dispatcher': ['max', 7_000],
    flush: ['max', 3_000],
    'redis-older': ['max', 3_000],
    'redis-absent': ['p99', 1_000],
    'database-kill': ['max', result.faults.longest_ms('database-kill') + 3_000],
    roll: ['p99', 1_000],
  }
  const [figure, most_ms] = targets[(faults ?? ['mixed']).join(',')] ?? ['max', 75_000]
  const isSo = lateness[figure] <= most_ms
  say(`lateness ${figure} ${lateness[figure]} ms, target ${most_ms} ms: ${isSo ? 'met' : 'MISSED'}`)
  return isSo
}

function report(run: RunResult): void {
  const { verdict } = run
  for (const breach of verdict.breaches.slice(0, 40)) say(`BREACH ${breach}`)
  if (missing.length > 0) say(`INVALID: a long run has to hit ${missing.join(', ')}`)
  if (!run.cameToRest) say('INVALID: it did not come to rest')
  if (drain)
    say(
      `outage of ${options.outage_s} s: ${drain.waiting} were waiting, all gone ${drain.took_ms} ms after its end, ` +
        `${drain.times.toFixed(1)} times as fast as they came`,
    )
  say(
    `${offered.all} offered; of the ${offered.burst} that were due in one second ${offered.burstAccepted} were accepted`,
  )
  say(
    `rows hit: ${Object.entries(run.faults.rows())
      .map(([row, n]) => `${row}×${n}`)
      .join(' ')}`,
  )
  say(
    `${run.faults.total()} faults; ${verdict.accepted} accepted, ${verdict.sent} sent, ${verdict.failed} failed, ${verdict.canceled} canceled; ` +
      `${verdict.lost} lost, ${verdict.duplicates} duplicates, ${verdict.early} early; ` +
      `late p50 ${lateness.p50} p99 ${lateness.p99} max ${lateness.max} ms${worstCause(run)}; at rest after ${run.tookToRest_ms} ms; ` +
      `seed ${seed}: ${valid ? 'ok' : 'NOT OK'}`,
  )
}

function offeredOf({ history }: RunResult) {
  const burst = history.scheduled.slice(0, options.burst).filter((one) => !one.isPoison)
  const burstAccepted = burst.filter((one) => one.created === 'ok').length
  return { all: history.scheduled.length, burst: burst.length, burstAccepted }
}

/** How the backlog of an outage went out, against how it came in. */
function drainOf({ outage, end }: RunResult): { waiting: number; took_ms: number; times: number } | null {
  if (!outage) return null
  const { from_ms, to_ms } = outage
  const backlog = end.messages.filter(
    ({ sendAt, createdMs }) =>
      sendAt !== null && sendAt * 1000 > from_ms && sendAt * 1000 < to_ms && createdMs >= to_ms,
  )
  const took_ms = Math.max(...backlog.map((message) => message.createdMs)) - to_ms
  return { waiting: backlog.length, took_ms, times: backlog.length === 0 ? 0 : (to_ms - from_ms) / took_ms }
}

/** The faults during which the latest message waited. */
function worstCause({ history, end, faults: log }: RunResult): string {
  const sent = new Map(end.messages.map((message) => [message.id, message]))
  const waits = history.scheduled.flatMap((one) => {
    const message = one.id === null ? undefined : sent.get(one.id)
    return message
      ? [{ from_ms: Math.max((message.sendAt ?? 0) * 1000, one.answered_ms), to_ms: message.createdMs }]
      : []
  })
  const worst = waits.toSorted((a, b) => b.to_ms - b.from_ms - (a.to_ms - a.from_ms))[0]
  const causes = worst ? [...new Set(log.during(worst.from_ms - 500, worst.to_ms))] : []
  const others = causes.length > NAMED ? ` and ${causes.length - NAMED} others` : ''
  return causes.length > 0 ? ` (the worst during ${causes.slice(0, NAMED).join(', ')}${others})` : ''
}
