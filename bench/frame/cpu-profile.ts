import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import path from 'node:path'

const INTERVAL_US = 250

/** Of node, for a process that writes a profile of itself when it ends. @param folder null for none */
export const profileArgs = (folder: string | null): string[] =>
  folder === null ? [] : ['--cpu-prof', `--cpu-prof-interval=${INTERVAL_US}`, `--cpu-prof-dir=${path.resolve(folder)}`]

/** Runs `work` under the CPU profiler of this process; the file opens in any browser's performance panel. */
export async function profiled<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
  await session.post('Profiler.start')
  try {
    return await work()
  } finally {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    writeFileSync(path.join(folder, `${name}.cpuprofile`), JSON.stringify(profile))
  }
}
