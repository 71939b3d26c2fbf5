/** Dispatchers and hydrators driven pass by pass, so that a test chooses what happens between two passes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { LANES, type Lane } from '#server/domain/partition/lane-of.ts'
import { claimKey, dueKey, epochKey } from '#server/domain/partition/redis-keys.ts'
import { millis } from '#server/domain/time/units.ts'
import type { Row } from '#server/mysql/connect.ts'
import { measureClockOffset, type ClockOffset } from '#server/usecases/operations/clock-offset.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { dispatchOnce, type Dispatcher } from '#workers/dispatcher/dispatch-once.ts'
import { createFigures } from '#workers/dispatcher/figures.ts'
import { createHydrator, hydrateOnce, type Hydrator } from '#workers/hydrator/hydrate-once.ts'

export type TestDispatcher = Dispatcher & { errors: unknown[] }

/** As workers/dispatcher/main.ts makes it. Without Redis the offset is unknown, as there. */
export async function openDispatcher(resources: Resources, changed: Partial<Dispatcher> = {}): Promise<TestDispatcher> {
  const offset = await measureClockOffset(resources).catch(() => null)
  const errors: unknown[] = []
  return {
    resources,
    errors,
    lease: { owner: 'dispatcher:test', lease_ms: millis(30_000) },
    figures: createFigures(),
    offset: () => offset,
    onErrors: (some) => void errors.push(...some),
    signal: new AbortController().signal,
    firstLane: 0,
    ...changed,
  }
}

export const openHydrator = (resources: Resources): Hydrator => createHydrator(resources, new AbortController().signal)

/** Pass after pass until it is so. @throws after `patience_ms` */
export async function dispatchUntil(
  what: string,
  dispatchers: readonly Dispatcher[],
  isSo: () => Promise<boolean>,
  patience_ms = 60_000,
): Promise<void> {
  const deadline = performance.now() + patience_ms
  let reached = false
  const run = async (dispatcher: Dispatcher) => {
    while (!reached) {
      const next = await dispatchOnce(dispatcher)
      reached ||= await isSo()
      if (!reached && performance.now() > deadline) throw new Error(`not within ${patience_ms} ms: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, Math.min(250, Math.max(0, next - Date.now()))))
    }
  }
  await Promise.all(dispatchers.map(run))
}

/** A dispatcher and a hydrator as their processes run them: passes with pauses, the clocks compared on every return of Redis. */
export async function startWorkers(resources: Resources) {
  let offset: ClockOffset | null = await measureClockOffset(resources).catch(() => null)
  resources.redis.onStateChange((state) => {
    if (state === 'away') offset = null
    else
      void measureClockOffset(resources).then(
        (measured) => (offset = measured),
        () => undefined,
      )
  })
  const stop = new AbortController()
  const loop = async (pause_ms: number, pass: () => Promise<unknown>) => {
    while (!stop.signal.aborted) {
      await pass().catch(() => undefined) // a pass that fails is logged by its process and run again
      await sleep(pause_ms, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  const dispatcher = await openDispatcher(resources, { offset: () => offset })
  const hydrator = openHydrator(resources)
  const loops = [loop(50, () => dispatchOnce(dispatcher)), loop(500, () => hydrateOnce(hydrator))]
  return {
    dispatcher,
    hydrator,
    stop: async () => {
      stop.abort()
      await Promise.all(loops)
    },
  }
}

export async function countByStatus({ mysql }: Resources, workspaceId: string): Promise<Record<string, number>> {
  const [rows] = await mysql.read.query<Row[]>(
    'SELECT status, COUNT(*) AS n FROM scheduled_message WHERE workspace_id = ? GROUP BY status',
    [workspaceId],
  )
  return Object.fromEntries(rows.map((row) => [row.status, Number(row.n)]))
}

export const allSent = (resources: Resources, workspaceId: string, n: number) => async (): Promise<boolean> =>
  (await countByStatus(resources, workspaceId)).SENT === n

/** Makes every partition count as loaded in the Redis now connected. */
export async function declareLoaded({ redis }: Resources): Promise<void> {
  for (const lane of LANES) await redis.client.set(epochKey(lane), `${redis.runId()}:test`)
}

/** Everything that waits, by partition. */
export async function readDue({ redis }: Resources, lane: Lane): Promise<[member: string, score: number][]> {
  const flat = await redis.client.zrange(dueKey(lane), '0', '-1', 'WITHSCORES')
  return flat.flatMap((member, i) => (i % 2 === 0 ? [[member, Number(flat[i + 1])] as [string, number]] : []))
}

export const readClaimed = ({ redis }: Resources, lane: Lane): Promise<string[]> =>
  redis.client.zrange(claimKey(lane), '0', '-1')

export const readAllClaimed = async (resources: Resources): Promise<string[]> =>
  (await Promise.all(LANES.map((lane) => readClaimed(resources, lane)))).flat()

/** Every claim ends now: what its holder would have had left of it is over. */
export async function endAllClaims({ redis }: Resources): Promise<void> {
  for (const lane of LANES) {
    for (const member of await redis.client.zrange(claimKey(lane), '0', '-1'))
      await redis.client.zadd(claimKey(lane), 'XX', 1, member)
  }
}
