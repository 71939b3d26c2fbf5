/** Circles among files that need each other at run time. Types may refer to each other freely: they are gone by then. */

/**
 * @param {import('./rules.mjs').Import[]} imports
 * @returns {string[][]} each circle once, as the files on it
 */
export function findCycles(imports) {
  /** @type {Map<string, Set<string>>} */
  const next = new Map()
  for (const { from, to, typeOnly } of imports) {
    if (to !== null && !typeOnly) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  /** @type {Set<string>} */
  const finished = new Set()
  /** @type {string[][]} */
  const cycles = []
  const visit = (/** @type {string} */ file, /** @type {string[]} */ trail) => {
    const seenAt = trail.indexOf(file)
    if (seenAt >= 0) return void cycles.push([...trail.slice(seenAt), file])
    if (finished.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...trail, file])
    finished.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return cycles
}
