/** Whoever has the scheduled page open, or the conversation, learns what a sender did without asking (K25, C4). */
import { afterEach, expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import { listenTo, type Ear } from '#server/testing/listening.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { openDispatcher, openHydrator } from '#server/testing/pipeline.ts'
import { refOf, scheduleDue, scheduleOne, sendThese, setRow } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { hydrateOnce } from '#workers/hydrator/hydrate-once.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { editScheduled } from './edit-scheduled.ts'

const world = useTestWorld()
const ears: Ear[] = []
afterEach(async () => {
  for (const ear of ears.splice(0)) await ear.end()
})

async function setUp() {
  const { resources, redisUrl } = world()
  const workspaceId = await addWorkspace(resources)
  const [author, reader] = [await addMember(resources, workspaceId), await addMember(resources, workspaceId)]
  const conversationId = await addConversation(resources, [author, reader], { kind: 'private' })
  const ear = await listenTo(redisUrl, { conversations: [conversationId], members: [author.memberId, reader.memberId] })
  ears.push(ear)
  /** What this member was nudged about, in order. */
  const nudges = (memberId: string) =>
    ear.signals.flatMap((one) => (one.memberId === memberId && one.signal.type === 'nudge' ? [one.signal.about] : []))
  return { resources, workspaceId, author, reader, conversationId, ear, nudges }
}

test('sent by a worker: the conversation gets the message, which tells its author too; nobody is nudged (K25)', async () => {
  const { resources, author, reader, conversationId, ear, nudges } = await setUp()
  const { id, sendAt } = await scheduleDue(resources, author, conversationId, { text: 'hello' })
  ear.clear()
  await hydrateOnce(openHydrator(resources))
  await dispatchOnce(await openDispatcher(resources))

  await waitUntil('all are told', () => ear.frames.length > 0, 2_000)
  expect(ear.frames).toMatchObject([
    {
      conversationId,
      fromSeq: 1,
      toSeq: 1,
      changes: [
        {
          type: 'message',
          message: { id, authorId: author.memberId, text: 'hello', origin: 'scheduled', sendAt },
        },
      ],
    },
  ])
  expect([nudges(author.memberId), nudges(reader.memberId)]).toEqual([[], []])
})

test('late: the author is told of a notice as well (C7)', async () => {
  const { resources, author, conversationId, ear, nudges } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId, { overdue_s: 120 })
  ear.clear()
  await sendThese(resources, [refOf(author, id)])
  await waitUntil('the author is told', () => nudges(author.memberId).length > 0)
  expect(nudges(author.memberId)).toEqual([['scheduled', 'notices']])
})

test('failed: the author is told, the conversation hears nothing of it (K14, I7)', async () => {
  const { resources, workspaceId, author, reader, conversationId, ear, nudges } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId, { text: 'secret' })
  await resources.mysql.read.query('UPDATE channel_member SET left_ms = 1 WHERE workspace_id = ? AND member_id = ?', [
    workspaceId,
    author.memberId,
  ])
  ear.clear()
  await sendThese(resources, [refOf(author, id)])
  await waitUntil('the author is told', () => nudges(author.memberId).length > 0)
  expect(nudges(author.memberId)).toEqual([['scheduled', 'notices']])
  expect([ear.frames, nudges(reader.memberId)]).toEqual([[], []])
})

test('given up as poison: the author is told (I4)', async () => {
  const { resources, author, conversationId, ear, nudges } = await setUp()
  const { id } = await scheduleDue(resources, author, conversationId)
  await setRow(resources, author, id, { attempts: 5 })
  ear.clear()
  await sendThese(resources, [refOf(author, id)])
  await waitUntil('the author is told', () => nudges(author.memberId).length > 0)
  expect(nudges(author.memberId)).toEqual([['scheduled', 'notices']])
})

test('scheduled, edited, cancelled in one tab: the others are told each time; saving without a change tells nobody (K27)', async () => {
  const { resources, author, conversationId, nudges } = await setUp()
  const told = (n: number) => waitUntil(`${n} nudges`, () => nudges(author.memberId).length === n)
  const { id } = await scheduleOne(resources, author, conversationId, { text: 'same' })
  await told(1)
  await editScheduled(resources, author, { id, text: 'other' })
  await told(2)
  await editScheduled(resources, author, { id, text: 'other' })
  await cancelScheduled(resources, author, { id })
  await told(3)
  await cancelScheduled(resources, author, { id })
  expect(nudges(author.memberId)).toHaveLength(3)
})

test('one batch over several conversations is one frame each, with the numbers of each (I5)', async () => {
  const { resources, author, conversationId } = await setUp()
  const other = await addConversation(resources, [author])
  const ear = await listenTo(world().redisUrl, { conversations: [conversationId, other] })
  ears.push(ear)
  const ids: MessageId[] = []
  for (const where of [conversationId, other, conversationId, other, conversationId])
    ids.push((await scheduleDue(resources, author, where)).id)
  await sendThese(
    resources,
    ids.map((id) => refOf(author, id)),
  )
  await waitUntil('both frames', () => ear.frames.length >= 2)
  const told = new Map(
    ear.frames.map((frame) => [frame.conversationId, [frame.fromSeq, frame.toSeq, frame.changes.length]]),
  )
  expect(told).toEqual(
    new Map([
      [conversationId, [1, 3, 3]],
      [other, [1, 2, 2]],
    ]),
  )
})
