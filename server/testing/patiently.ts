import { vi } from 'vitest'

/**
 * Again and again until it succeeds: on a busy machine a test's own connection to Redis counts as away for a moment.
 * @param work may run twice
 */
export const patiently = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 15_000, interval: 50 })
