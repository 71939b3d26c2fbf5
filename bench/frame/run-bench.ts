/** One benchmark: named, bounded, with repetitions that each start from an empty database and an empty Redis. */
import type { BenchServers, World } from './bench-servers.ts'
import type { Cost, Meter } from './meter.ts'
import { spreadOf, type Spread } from './statistics.ts'

export type BenchOptions = {
  n: number | null
  repeat: number
  binlog: boolean
  dispatchers: number
  seconds: number | null
  /** A folder for profiles of what is measured. */
  profile: string | null
}

export type Figures = Record<string, number>
/** `samples` are kept for plots: every measured value of one kind, thinned. */
export type Run = { figures: Figures; cost: Cost; samples?: Record<string, number[]> }

export type Result = {
  name: string
  settings: Record<string, string | number | boolean>
  runs: Run[]
  /** Median and spread over the runs. */
  figures: Record<string, Spread>
}

export type BenchContext = {
  servers: BenchServers
  meter: Meter
  options: BenchOptions
  openWorld(): Promise<World>
  /** Repeats, prints and records. */
  measure(name: string, settings: Result['settings'], run: RunOnce): Promise<Result>
  /** As `measure`, each repetition on the same world, which costs minutes to fill. */
  measureOn(world: World, name: string, settings: Result['settings'], run: RunOnce): Promise<Result>
  /** As `measure` for several sides that take turns in each repetition. */
  measureInTurns(name: string, sides: readonly Side[]): Promise<Result[]>
}

/** Not a divisor of the usual number of sides. */
const FIRST_MOVES_BY = 5

export type RunOnce = (world: World) => Promise<Run>
export type Side = { settings: Result['settings']; run: RunOnce }

export type Bench = {
  name: string
  about: string
  /** The smallest `--n`; 1 where it is not told. */
  fewest?: number
  run(context: BenchContext): Promise<void>
}

export function createContext(
  servers: BenchServers,
  meter: Meter,
  options: BenchOptions,
  /** To which repetitions are added. */
  earlier: readonly Result[],
  /** Called after each run, with what is known of the result by then. */
  onResult: (result: Result) => void,
): BenchContext {
  const resultOf = (name: string, settings: Result['settings']): Result =>
    earlier.find((one) => one.name === name && JSON.stringify(one.settings) === JSON.stringify(settings)) ?? {
      ...{ name, settings, runs: [], figures: {} },
    }
  const add = (result: Result, run: Run) => {
    result.runs.push(run)
    result.figures = summarise(result.runs)
    printRun(result.name, result.settings, run)
    onResult(result)
  }
  const measureInTurns: BenchContext['measureInTurns'] = async (name, sides) => {
    const results = sides.map(({ settings }) => resultOf(name, settings))
    const done = results[0]?.runs.length ?? 0
    for (let i = done; i < done + options.repeat; i++) {
      // Another begins each time, so that none is always the first.
      for (let k = 0; k < sides.length; k++) {
        const at = (k + i * FIRST_MOVES_BY) % sides.length
        const [side, result] = [sides[at], results[at]]
        if (side && result) add(result, await runInWorld(servers, side.run))
      }
    }
    return results
  }
  return {
    servers,
    meter,
    options,
    openWorld: () => servers.openWorld(),
    measureInTurns,
    async measureOn(world, name, settings, run) {
      const result = resultOf(name, settings)
      for (let i = 0; i < options.repeat; i++) add(result, await run(world))
      return result
    },
    async measure(name, settings, run) {
      const [result] = await measureInTurns(name, [{ settings, run }])
      if (!result) throw new Error('nothing was measured')
      return result
    },
  }
}

async function runInWorld(servers: BenchServers, run: RunOnce): Promise<Run> {
  const world = await servers.openWorld()
  try {
    return await run(world)
  } finally {
    await world.close()
  }
}

export function summarise(runs: readonly Run[]): Record<string, Spread> {
  const names = new Set(runs.flatMap((run) => Object.keys(run.figures)))
  const spreads = [...names].map((name) => [name, spreadOf(runs.flatMap((run) => run.figures[name] ?? []))] as const)
  return {
    ...Object.fromEntries(spreads),
    cpu_us: spreadOf(runs.map((run) => run.cost.cpu_us_total)),
    others: spreadOf(runs.map((run) => run.cost.others)),
  }
}

function printRun(name: string, settings: Result['settings'], run: Run): void {
  const pairs = (of: Record<string, unknown>) =>
    Object.entries(of)
      .map(([key, value]) => `${key}=${value}`)
      .join(' ')
  console.log(`${name} [${pairs(settings)}]\n  ${pairs(run.figures)}`)
  const { cpu_us, cpu_us_total, others, peak_mib } = run.cost
  console.log(
    `  CPU ${cpu_us_total} µs each (${pairs(cpu_us)}), others ${Math.round(others * 100)} %, peak MiB ${pairs(peak_mib)}`,
  )
}
