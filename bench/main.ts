/**
 * Measures the product on private servers: `npm run bench -- NAME [--json FILE] [options]`.
 *
 *   --n N            messages, ids or clients, instead of the benchmark's own sizes
 *   --repeat N       repetitions, each on an empty database (default 3)
 *   --seconds N      length of a steady load
 *   --dispatchers N  dispatcher processes (default 1)
 *   --binlog         with a binary log that is flushed at every commit
 *   --profile DIR    CPU profiles of the processes that are measured into DIR
 *   --append         adds repetitions to those in FILE, which are of the same commit and options
 *
 * Everything is on loopback and ends by itself. A result holds machine, versions, settings, every run, median and
 * spread, CPU per message by process, peak memory, and the share of the machine that others used meanwhile.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BENCHES } from './benches.ts'
import { startBenchServers } from './frame/bench-servers.ts'
import { describeMachine } from './frame/machine.ts'
import { createMeter } from './frame/meter.ts'
import { buildBenchWorkers } from './frame/product-process.ts'
import { createContext, type BenchOptions, type Result } from './frame/run-bench.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    n: { type: 'string' },
    repeat: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    dispatchers: { type: 'string', default: '1' },
    binlog: { type: 'boolean', default: false },
    profile: { type: 'string' },
    append: { type: 'boolean', default: false },
  },
})
const bench = BENCHES.find(({ name }) => name === positionals[0])
if (!bench) {
  console.log(
    `npm run bench -- NAME [--json FILE]\n${BENCHES.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n')}`,
  )
  process.exit(1)
}
const options: BenchOptions = {
  n: values.n === undefined ? null : wholeFrom(bench.fewest ?? 1, 'n', values.n),
  repeat: wholeFrom(1, 'repeat', values.repeat),
  seconds: values.seconds === undefined ? null : wholeFrom(1, 'seconds', values.seconds),
  dispatchers: wholeFrom(1, 'dispatchers', values.dispatchers),
  binlog: values.binlog,
  profile: values.profile ?? null,
}

// Servers and workers end with this process, which a signal alone would not tell them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** As it was when the run began, whatever is committed meanwhile. */
const machine = describeMachine()
const meter = createMeter()
await buildBenchWorkers()
const servers = await startBenchServers(meter, options)
const results: Result[] = values.append ? readEarlier() : []
try {
  const context = createContext(servers, meter, options, results, record)
  await bench.run(context)
} catch (error) {
  // A database error quotes its whole statement, which may be megabytes.
  console.error(String(error instanceof Error ? error.stack : error).slice(0, 2_000))
  process.exitCode = 1
} finally {
  await servers.close()
}
process.exit(process.exitCode ?? 0)

/** @throws if what the file holds was measured of something else, or with another machine or database */
function readEarlier(): Result[] {
  if (!values.json || !existsSync(values.json)) return []
  const earlier = JSON.parse(readFileSync(values.json, 'utf8')) as ReturnType<typeof report>
  const kindOf = ({ commit, cpu }: typeof machine, versions: Record<string, string>, of: Partial<BenchOptions>) =>
    JSON.stringify([commit, cpu, versions.database, of.n, of.seconds, of.dispatchers, of.binlog])
  const [was, is] = [
    kindOf(earlier.machine, earlier.versions, earlier.options),
    kindOf(machine, servers.versions, options),
  ]
  if (was !== is) throw new Error(`--append: ${values.json} holds ${was}, this run is ${is}: write to another file`)
  return earlier.results
}

/** Written after each run, so that a run that is broken off leaves what it measured. */
function record(result: Result): void {
  if (!results.includes(result)) results.push(result)
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report(bench?.name ?? ''), null, 2)}\n`)
}

function report(name: string) {
  return {
    bench: name,
    date: new Date().toISOString(),
    command: `npm run bench -- ${process.argv
      .slice(2)
      .join(' ')
      .replace(/ --json \S+/, '')}`,
    machine,
    versions: servers.versions,
    settings: servers.settings,
    options,
    results,
  }
}

function wholeFrom(least: number, name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least) throw new Error(`--${name} ${text}: give a whole number from ${least}`)
  return value
}
