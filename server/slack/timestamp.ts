/** `ts`: seconds and six digits of microseconds, the name of a message within its conversation. */

const MICROS = 1_000_000n

export function formatTs(tsUs: string): string {
  const us = BigInt(tsUs)
  return `${us / MICROS}.${String(us % MICROS).padStart(6, '0')}`
}

/** @returns microseconds, or null for what is no `ts`. Seconds alone, or with fewer digits behind the point, are taken too. */
export function parseTs(text: string): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d{1,11})(?:\.(\d{0,6}))?$/.exec(text.trim()) ?? []
  return whole === '' ? null : BigInt(whole) * MICROS + BigInt(fraction.padEnd(6, '0'))
}
