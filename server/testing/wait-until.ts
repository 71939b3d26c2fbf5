import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 5

/** Looks until it is so. @throws after `within_ms`, with what was waited for */
export async function waitUntil(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  within_ms = 10_000,
): Promise<void> {
  const deadline = Date.now() + within_ms
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`waited ${within_ms} ms in vain: ${what}`)
    await sleep(LOOK_EVERY_MS)
  }
}
