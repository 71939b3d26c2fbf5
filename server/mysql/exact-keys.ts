/**
 * Ids for a row comparison such as `(workspace_id, id) IN (?)`, written out as numbers.
 *
 * Quoted, MariaDB 10.11 compares the ids inside a row comparison as doubles: two neighbours above 2^53 count as one, and
 * the second row is silently missing. A plain `id IN (?)` or `id = ?` converts quoted ids exactly and needs none of this.
 */
export function exactKeys(keys: readonly (readonly string[])[]): bigint[][] {
  return keys.map((key) => key.map(BigInt))
}
