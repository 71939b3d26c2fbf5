declare const unit: unique symbol

/** A plain value that remembers what it means. One helper, so no two brands can share a tag by typo. */
export type Brand<T, Name extends string> = T & { readonly [unit]: Name }

/** Whole seconds since 1970-01-01T00:00Z. The unit of `send_at`, everywhere (S2). */
export type EpochSeconds = Brand<number, 'EpochSeconds'>
/** Milliseconds since 1970-01-01T00:00Z: `*_ms` columns and Redis scores. */
export type EpochMillis = Brand<number, 'EpochMillis'>
/** A duration in milliseconds: timers, leases, latencies. */
export type Millis = Brand<number, 'Millis'>
/** A duration in whole seconds: freezes and late policies. */
export type Seconds = Brand<number, 'Seconds'>
/** An IANA zone name such as `Europe/Paris`, checked by `parseZone`. */
export type ZoneId = Brand<string, 'ZoneId'>

/** The year 5138. Thirteen digits of milliseconds are far beyond it, so a unit mix-up throws here. */
const LAST_SECOND = 99_999_999_999

/** @throws RangeError if `n` is not a whole number of seconds in 1970–5138. */
export function epochSeconds(n: number): EpochSeconds {
  if (!Number.isSafeInteger(n) || n < 0 || n > LAST_SECOND) throw new RangeError(`not epoch seconds: ${n}`)
  return n as EpochSeconds
}

/** @throws RangeError if `n` is not a whole, non-negative number of milliseconds. */
export function epochMillis(n: number): EpochMillis {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`not epoch milliseconds: ${n}`)
  return n as EpochMillis
}

export const millis = (n: number): Millis => n as Millis
export const seconds = (n: number): Seconds => n as Seconds

export const secondsToMillis = (at: EpochSeconds): EpochMillis => epochMillis(at * 1000)
/** The second that `at` falls in. */
export const floorToSeconds = (at: EpochMillis): EpochSeconds => epochSeconds(Math.floor(at / 1000))
