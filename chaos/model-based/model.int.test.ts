/**
 * Random histories on a real database and Redis against the oracle. A failing run prints the line that repeats it; MODEL_SEED,
 * MODEL_PATH and MODEL_REPLAY of that line are its seed, the way to its smallest history, and which of its commands ran.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#server/mysql/connect.ts'
import { patiently } from '#server/testing/patiently.ts'
import { readAllClaimed } from '#server/testing/pipeline.ts'
import { useTestWorld as testWorld } from '#server/testing/test-world.ts'
import { anyCommand } from './commands.ts'
import { compare, type Real } from './compare.ts'
import { newOracle, type Oracle } from './oracle.ts'
import { failWithLine, REPEATED } from './repeat-line.ts'
import { openScene, openStage, readRows, type Stage } from './stage.ts'

const RUNS = 100
/** Beyond every time a message was scheduled for, every lease and the minute the sweeper waits. */
const LONG_S = 200

const world = testWorld()
let stage: Stage
beforeAll(async () => {
  stage = await openStage(world())
})
afterAll(() => stage.close())

test(`${RUNS} random histories with crashes, races and losses: once, on time, as last acknowledged, or failed for a reason (I1–I5)`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands(anyCommand, {
        maxCommands: 25,
        size: 'max',
        ...REPEATED.commands,
      }),
      fc.boolean(),
      async (commands, sweeperAlone) => {
        const oracle = newOracle()
        const real: Real = { stage, scene: await openScene(stage) }
        await fc.asyncModelRun(() => ({ model: oracle, real }), commands)
        await settle(oracle, real, sweeperAlone)
      },
    ),
    {
      numRuns: RUNS,
      interruptAfterTimeLimit: 480_000,
      markInterruptAsFailure: true,
      endOnFailure: false,
      ...REPEATED.parameters,
      asyncReporter: failWithLine('chaos/model-based/model.int.test.ts'),
    },
  )
}, 600_000)

/** Time goes by, the sweeper alone or everyone does their duty: nothing may be left. */
async function settle(oracle: Oracle, real: Real, sweeperAlone: boolean): Promise<void> {
  const { resources } = stage
  oracle.now += LONG_S
  await stage.tick(real.scene.workspaceId, LONG_S)
  if (sweeperAlone) {
    await stage.sweep()
    await compareAtRest(oracle, real)
  }
  for (let pass = 0; pass < 4; pass++) {
    await stage.endClaims()
    await stage.hydrate()
    await stage.dispatch()
  }
  await compareAtRest(oracle, real)
  expect(await patiently(() => readAllClaimed(resources)), 'claims are left').toEqual([])
  await resources.mysql.read.query('UPDATE outbox SET created_ms = created_ms - 10000')
  await stage.relay()
  const [left] = await resources.mysql.read.query<Row[]>('SELECT id FROM outbox')
  expect(left, 'the relay leaves nothing in the outbox').toEqual([])
}

async function compareAtRest(oracle: Oracle, real: Real): Promise<void> {
  await compare(oracle, real)
  for (const row of (await readRows(stage, real.scene.workspaceId)).values()) {
    expect(['SENT', 'FAILED', 'CANCELED'], `${row.id} is still ${row.status} (I4)`).toContain(row.status)
  }
}
