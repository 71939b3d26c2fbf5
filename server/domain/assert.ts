/** For what cannot happen: a broken invariant, never bad input. @throws Error */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`)
}

/** The value, where its absence would be a bug. @throws Error */
export function must<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message)
  return value
}
