/** Fails when a file imports what its layer may not (scripts/layers/rules.mjs), or when files import each other in a circle. */
import { findCycles } from './layers/cycles.mjs'
import { readImports } from './layers/imports.mjs'
import { problemsOf } from './layers/rules.mjs'

const { imports, problems } = readImports()
for (const one of imports) {
  for (const problem of problemsOf(one)) problems.push(`${one.from}: ${one.specifier}: ${problem}`)
}
for (const cycle of findCycles(imports)) problems.push(`circle: ${cycle.join(' -> ')}`)

for (const problem of new Set(problems)) console.error(problem)
console.log(`${imports.length} imports checked, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
