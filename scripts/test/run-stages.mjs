/** Runs stages one after the other, sums what they report, and says so in the last line. */

/**
 * @param {import('./stages.mjs').Stage[]} stages
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<boolean>} whether nothing failed
 */
export async function runStages(stages, env) {
  const total = { passed: 0, failed: 0 }
  const summary = []
  for (const stage of stages) {
    const began = Date.now()
    console.log(`\n--- ${stage.name}`)
    const { passed, failed } = await stage.run(env).catch((error) => {
      console.error(error)
      return { passed: 0, failed: 1 }
    })
    total.passed += passed
    total.failed += failed
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(failed === 0 ? `ok (${seconds} s)` : `FAILED (${seconds} s)`)
    summary.push(`${stage.name.padEnd(12)} ${seconds.padStart(6)} s  ${passed} passed, ${failed} failed`)
  }
  console.log(`\n${summary.join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0
}
