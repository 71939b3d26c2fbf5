/** Where the bytes of files lie. Knows no names, types or people: keys and bytes alone. */

export type FileStore = {
  /** Durable when it returns; what lay there before is replaced. @param bytes a few MiB: larger files come in parts */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** @returns null where there is nothing */
  get(key: string): Promise<Uint8Array | null>
  /** Those that are not there are no error. */
  remove(keys: readonly string[]): Promise<void>
}

/** Letters, digits, `-` and `_` between slashes: whatever a store makes of a key, it cannot leave its place. */
const KEY = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/

export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key of the file store: ${JSON.stringify(key)}`)
  return key
}
