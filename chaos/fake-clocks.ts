/** Clocks that are wrong on purpose (libfaketime): of a worker for good, of the database for a while. Monotonic time is left alone. */
import { existsSync, writeFileSync } from 'node:fs'

const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
const MONOTONIC = { FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' }

/** Debian's package `faketime`; null where it is not installed: then no clock is wrong, and the run says so. */
export const findFaketime = (): string | null => LIBRARIES.find((file) => existsSync(file)) ?? null

/** @param offset `+1h`, `-30s` */
export const wrongBy = (library: string, offset: string): Record<string, string> => ({
  LD_PRELOAD: library,
  FAKETIME: offset,
  ...MONOTONIC,
})

export type SteppableClock = {
  env: Record<string, string>
  /** Seconds it is ahead of the true time, from a second later on. */
  step(ahead_s: number): void
}

export function steppableClock(library: string, file: string): SteppableClock {
  const step = (ahead_s: number) => writeFileSync(file, `${ahead_s < 0 ? '-' : '+'}${Math.abs(ahead_s)}s\n`)
  step(0)
  return {
    env: { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', ...MONOTONIC },
    step,
  }
}
