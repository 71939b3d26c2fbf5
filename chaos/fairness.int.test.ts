/** One company's crowd at one second, and another company's single message at the same second (S7). */
import { expect, test } from 'vitest'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import type { Row } from '#server/mysql/connect.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { allSent, dispatchUntil, openDispatcher, openHydrator } from '#server/testing/pipeline.ts'
import { nowSeconds, scheduleOne } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { hydrateOnce } from '#workers/hydrator/hydrate-once.ts'

const CROWD = 10_000
/** Of the crowd, before the single message: five full batches. Each dispatcher has one in hand when it looks past the crowd. */
const AHEAD_AT_MOST = 2_500
const world = useTestWorld()

test(`${CROWD} messages of one company, all in one channel, let another's single message pass after a few batches`, async () => {
  const { resources } = world()
  const [crowded, quiet] = [await addWorkspace(resources), await addWorkspace(resources)]
  const [busy, calm] = [await addMember(resources, crowded), await addMember(resources, quiet)]
  const crowdedChannel = await addConversation(resources, [busy])
  // The worst case: the same lane, and everything of the crowd was accepted before.
  let quietChannel = await addConversation(resources, [calm])
  while (laneOf(quietChannel) !== laneOf(crowdedChannel)) quietChannel = await addConversation(resources, [calm])
  await Promise.all(Array.from({ length: CROWD }, () => scheduleOne(resources, busy, crowdedChannel)))
  await scheduleOne(resources, calm, quietChannel)
  await hydrateOnce(openHydrator(resources))
  const sendAt = (await nowSeconds(resources)) - 1
  await resources.mysql.read.query('UPDATE scheduled_message SET send_at = ?, wake_at_ms = ?', [sendAt, sendAt * 1000])
  await resources.redis.client.flushall()
  await hydrateOnce(openHydrator(resources))

  const started = Date.now()
  const dispatchers = [await openDispatcher(resources), await openDispatcher(await world().openResources())]
  await dispatchUntil('the single message is sent', dispatchers, allSent(resources, quiet, 1))
  const took_ms = Date.now() - started
  await dispatchUntil('all are sent', dispatchers, allSent(resources, crowded, CROWD), 120_000)
  const [rows] = await resources.mysql.read.query<Row[]>(
    `SELECT COUNT(*) AS ahead FROM message WHERE workspace_id = ? AND created_ms <=
       (SELECT MIN(created_ms) FROM message WHERE workspace_id = ?)`,
    [crowded, quiet],
  )
  const ahead = Number(rows[0]?.ahead)
  console.log(
    `the single message after ${ahead} of the crowd and ${took_ms} ms, all ${CROWD} after ${Date.now() - started} ms`,
  )
  expect(ahead).toBeLessThanOrEqual(AHEAD_AT_MOST)
}, 240_000)
