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
  /** A folder for profiles of the dispatchers. */
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
  measure(
    name: string,
    settings: Result['settings'],
    run: (world: World) => Promise<Run>,
    repeat?: number,
  ): Promise<Result>
}

export type Bench = { name: string; about: string; run(context: BenchContext): Promise<void> }

export function createContext(
  servers: BenchServers,
  meter: Meter,
  options: BenchOptions,
  onResult: (result: Result) => void,
): BenchContext {
  return {
    servers,
    meter,
    options,
    openWorld: () => servers.openWorld(),
    async measure(name, settings, run, repeat = options.repeat) {
      const runs: Run[] = []
      for (let i = 0; i < repeat; i++) {
        const world = await servers.openWorld()
        try {
          runs.push(await run(world))
        } finally {
          await world.close()
        }
        printRun(name, settings, runs.at(-1))
      }
      const result = { name, settings, runs, figures: summarise(runs) }
      onResult(result)
      return result
    },
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

function printRun(name: string, settings: Result['settings'], run: Run | undefined): void {
  if (!run) return
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
