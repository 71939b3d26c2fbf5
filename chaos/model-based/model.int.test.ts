/**
 * Random histories on a real database and Redis against the oracle. A failing run prints the line that repeats it; MODEL_SEED,
 * MODEL_PATH and MODEL_REPLAY of that line are its seed, the way to its smallest history, and which of its commands ran.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANES } from '#server/domain/partition/lane-of.ts'
import type { Row } from '#server/mysql/connect.ts'
import { endAllClaims, readClaimed } from '#server/testing/pipeline.ts'
import { useTestWorld as testWorld } from '#server/testing/test-world.ts'
import { relayOutbox } from '#server/usecases/relay-outbox.ts'
import { anyCommand, compare, type Real } from './commands.ts'
import { newOracle, type Oracle } from './oracle.ts'
import { openScene, openStage, readRows, type Stage } from './stage.ts'

const RUNS = 100
const { MODEL_SEED, MODEL_PATH, MODEL_REPLAY } = process.env
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
        ...(MODEL_REPLAY ? { replayPath: MODEL_REPLAY } : {}),
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
      ...(MODEL_SEED ? { seed: Number(MODEL_SEED) } : {}),
      ...(MODEL_PATH ? { path: MODEL_PATH } : {}),
      asyncReporter: failWithLine,
    },
  )
}, 600_000)

async function failWithLine<T>(details: fc.RunDetails<T>): Promise<void> {
  if (!details.failed) return
  const { seed, counterexamplePath, counterexample } = details
  const replay = /replayPath="([^"]*)"/.exec(String((counterexample as readonly unknown[] | null)?.[0]))?.[1]
  const line = [
    `MODEL_SEED=${seed}`,
    ...(counterexamplePath ? [`MODEL_PATH=${counterexamplePath}`] : []),
    ...(replay ? [`MODEL_REPLAY=${replay}`] : []),
    'npx vitest run --project int chaos/model-based',
  ].join(' ')
  throw new Error(`${fc.defaultReportMessage(details)}\nRepeat it: ${line}`, { cause: details.errorInstance })
}

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
    await endAllClaims(resources)
    await stage.hydrate()
    await stage.dispatch()
  }
  await compareAtRest(oracle, real)
  expect((await Promise.all(LANES.map((lane) => readClaimed(resources, lane)))).flat(), 'claims are left').toEqual([])
  await resources.mysql.read.query('UPDATE outbox SET created_ms = created_ms - 10000')
  await relayOutbox(resources)
  const [left] = await resources.mysql.read.query<Row[]>('SELECT id FROM outbox')
  expect(left, 'the relay leaves nothing in the outbox').toEqual([])
}

async function compareAtRest(oracle: Oracle, real: Real): Promise<void> {
  await compare(oracle, real)
  for (const row of (await readRows(stage, real.scene.workspaceId)).values()) {
    expect(['SENT', 'FAILED', 'CANCELED'], `${row.id} is still ${row.status} (I4)`).toContain(row.status)
  }
}
