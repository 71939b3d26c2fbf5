/** Second defences: another guard does their work as well, so only these tests notice when one is lost (docs/model). */
import { expect, test } from 'vitest'
import { LANES } from '#server/domain/partition/lane-of.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { appendMessages, type MessageDraft } from '#server/mysql/append-messages.ts'
import { lockChannels } from '#server/mysql/channel-locks.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { isDuplicate, withTransaction } from '#server/mysql/tx.ts'
import { beginLoad, finishLoad } from '#server/redis/due-queue.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { openDispatcher, openHydrator, readAllClaimed } from '#server/testing/pipeline.ts'
import {
  eventually,
  listPosted,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
  sendThese,
} from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { hydrateOnce } from '#workers/hydrator/hydrate-once.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { editScheduled } from './edit-scheduled.ts'

const world = useTestWorld()

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  return { resources, workspaceId, author, conversationId }
}

test('the key refuses a second message of the same id, whatever its sender believes (I1)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  const view = await scheduleDue(resources, author, conversationId)
  await sendThese(resources, [refOf(author, view.id)])

  const again = withTransaction(resources.mysql, async (tx) => {
    const channel = (await lockChannels(tx, [{ workspaceId, conversationId }])).get(conversationId)
    if (!channel) throw new Error('no channel')
    const draft: MessageDraft = {
      channel,
      id: view.id,
      authorId: author.memberId,
      threadRootId: null,
      origin: 'scheduled',
      text: 'twice',
      payload: null,
      sendAt: epochSeconds(view.sendAt),
      clientToken: null,
    }
    return appendMessages(tx, [draft], await loadDbNow(tx))
  })
  await expect(again).rejects.toSatisfy((error) => isDuplicate(error, 'exactly_once'))
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
})

test('an edit raises the fence, also where the state stays the same (I8)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleOne(resources, author, conversationId)
  await editScheduled(resources, author, { id: view.id, text: 'other' })
  expect(await readRow(resources, author, view.id)).toMatchObject({ status: 'SCHEDULED', fence: 1 })
})

test('a cancel raises the fence (I8)', async () => {
  const { resources, author, conversationId } = await setUp()
  const view = await scheduleOne(resources, author, conversationId)
  await cancelScheduled(resources, author, { id: view.id })
  expect(await readRow(resources, author, view.id)).toMatchObject({ status: 'CANCELED', fence: 1 })
})

test('a load that lost its keys declares nothing (S3)', async () => {
  const { redis } = world().resources
  const lane = LANES[3]!
  await beginLoad(redis, lane, 'mine')
  await redis.client.flushall()
  expect(await finishLoad(redis, lane, 'mine', 'run')).toBe(false)
})

test('a claim ends only after the commit (S4)', async () => {
  const { resources, workspaceId, author, conversationId } = await setUp()
  await scheduleDue(resources, author, conversationId)
  await hydrateOnce(openHydrator(resources))
  const claimed = async () => (await readAllClaimed(resources)).length
  const dispatcher = await openDispatcher(resources)

  const holder = await resources.mysql.send.getConnection()
  await holder.query('BEGIN')
  await lockChannels(holder, [{ workspaceId, conversationId }])
  const pass = dispatchOnce(dispatcher)
  await eventually('it is claimed', async () => (await claimed()) === 1)
  expect(await listPosted(resources, author, conversationId)).toEqual([])
  await holder.query('COMMIT')
  holder.release()
  await pass

  expect(await claimed()).toBe(0)
  expect(await listPosted(resources, author, conversationId)).toHaveLength(1)
})
