import { afterEach, expect, test, vi } from 'vitest'
import type { MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { Row } from '#server/mysql/connect.ts'
import type { Frame } from '#server/protocol/frame.ts'
import { listenTo, type Ear } from '#server/testing/listening.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { refOf, scheduleDue, sendThese } from '#server/testing/scheduling.ts'
import { openWithLostSignals } from '#server/testing/sockets.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { inviteToConversation } from './conversations/change-members.ts'
import { setTopic } from './conversations/change-properties.ts'
import { postMessage } from './messages/post-message.ts'
import { relayOutbox } from './relay-outbox.ts'
import type { Resources } from './resources.ts'

const world = useTestWorld()
const open: { end(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.end()
})

async function setUp() {
  const { resources, redisUrl } = world()
  const workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  const conversationId = await addConversation(resources, [author])
  const ear = await listenTo(redisUrl, { conversations: [conversationId], members: [author.memberId] })
  /** A process that cannot reach Redis: it commits, and its publication is lost. */
  const mute = await openWithLostSignals(world())
  open.push(ear, { end: mute.close })
  const post = (from: Resources, text: string) =>
    postMessage(from, author, { conversationId, text, clientToken: crypto.randomUUID() })
  return { resources, mute, workspaceId, author, conversationId, ear, post }
}

const countDebts = async ({ mysql }: Resources) =>
  Number((await mysql.read.query<Row[]>('SELECT COUNT(*) AS n FROM outbox'))[0][0]?.n)
/** As if the two seconds that a sender has for itself were over. */
const letDebtsAge = ({ mysql }: Resources) => mysql.read.query('UPDATE outbox SET created_ms = created_ms - 10000')
/** The conversation as it was before anything happened in it. */
async function startAnew({ mysql }: Resources, workspaceId: WorkspaceId, guestId: MemberId): Promise<void> {
  await mysql.read.query('DELETE FROM message WHERE workspace_id = ?', [workspaceId])
  await mysql.read.query(
    "UPDATE channel SET last_seq = 0, last_message_seq = 0, topic = '', changed_seq = 0 WHERE workspace_id = ?",
    [workspaceId],
  )
  await mysql.read.query('DELETE FROM channel_member WHERE workspace_id = ? AND member_id = ?', [workspaceId, guestId])
}

/** Without what differs between two messages with the same text, and the version of the rights, which is told as it is now. */
function withoutChance(frame: Frame): Frame {
  const changes = frame.changes.map((change) =>
    change.type === 'message'
      ? { ...change, message: { ...change.message, id: '0' as MessageId, tsUs: '', createdMs: 0, clientToken: '' } }
      : change,
  )
  return { ...frame, aclVersion: 0, changes }
}

const heard = (ear: Ear, n: number) => waitUntil(`${n} frames`, () => ear.frames.length >= n)

test('who publishes itself leaves no debt behind', async () => {
  const { resources, ear, post } = await setUp()
  await post(resources, 'heard')
  await heard(ear, 1)
  expect(await countDebts(resources)).toBe(0)
  await letDebtsAge(resources)
  expect(await relayOutbox(resources)).toBe(0)
})

test('a publication that failed stays as a debt, and the relay tells what the sender would have told (I6)', async () => {
  const { resources, mute, author, conversationId, ear, post } = await setUp()
  const scheduled = await scheduleDue(mute, author, conversationId, { text: 'lost on the way' })
  await sendThese(mute, [refOf(author, scheduled.id)])
  await post(mute, 'also lost')
  expect(await countDebts(resources)).toBe(2)
  expect(await relayOutbox(resources), 'its sender still has time').toBe(0)

  await letDebtsAge(resources)
  expect(await relayOutbox(resources)).toBe(2)
  await heard(ear, 2)
  expect(await countDebts(resources)).toBe(0)
  expect(ear.frames).toMatchObject([
    {
      conversationId,
      fromSeq: 1,
      toSeq: 1,
      epoch: 1,
      changes: [{ type: 'message', message: { id: scheduled.id, text: 'lost on the way', origin: 'scheduled' } }],
    },
    {
      conversationId,
      fromSeq: 2,
      toSeq: 2,
      changes: [{ type: 'message', message: { text: 'also lost', origin: 'typed' } }],
    },
  ])
})

test('a hundred debts are told and forgotten together: what an outage of Redis leaves behind is not told one by one', async () => {
  const { resources, mute, ear, post } = await setUp()
  for (let i = 0; i < 150; i++) await post(mute, `m${i}`)
  await letDebtsAge(resources)
  const statements = vi.spyOn(resources.mysql.read, 'query')
  const deletes = () => statements.mock.calls.filter(([sql]) => String(sql).startsWith('DELETE o FROM outbox')).length
  expect(await relayOutbox(resources)).toBe(100)
  expect(deletes()).toBe(1)
  expect(await relayOutbox(resources)).toBe(50)
  expect(deletes()).toBe(2)
  statements.mockRestore()
  await heard(ear, 150)
  expect(ear.frames.map(({ fromSeq, toSeq }) => [fromSeq, toSeq])).toEqual(
    Array.from({ length: 150 }, (_, i) => [i + 1, i + 1]),
  )
})

test("the relay's frame of messages, joins and properties is equal, field by field, to the sender's", async () => {
  const { resources, mute, workspaceId, author, conversationId, ear, post } = await setUp()
  const guest = await addMember(resources, workspaceId)
  const told: Frame[][] = []
  for (const from of [resources, mute]) {
    ear.clear()
    await startAnew(resources, workspaceId, guest.memberId)
    await post(from, 'one')
    await inviteToConversation(from, author, conversationId, guest.memberId)
    await setTopic(from, author, conversationId, 'News')
    await letDebtsAge(resources)
    await relayOutbox(resources)
    await heard(ear, 3)
    told.push(ear.frames.map(withoutChance))
  }
  expect(told[1]).toEqual(told[0])
}, 30_000)

test('a row that changed again since is not told twice: an empty range says where the conversation stands (I5, I6)', async () => {
  const { resources, mute, author, conversationId, ear, post } = await setUp()
  await post(mute, 'one')
  await setTopic(mute, author, conversationId, 'first')
  await setTopic(mute, author, conversationId, 'second')
  await letDebtsAge(resources)
  await relayOutbox(resources)
  await heard(ear, 3)
  expect(ear.frames.map(({ fromSeq, toSeq, changes }) => [fromSeq, toSeq, changes.length])).toEqual([
    [1, 1, 1],
    [3, 2, 0],
    [3, 3, 1],
  ])
})

test('a range longer than a frame is told as an empty one: clients catch up', async () => {
  const { resources, mute, author, conversationId, ear } = await setUp()
  const views = await Promise.all(Array.from({ length: 501 }, () => scheduleDue(mute, author, conversationId)))
  await sendThese(
    mute,
    views.map((view) => refOf(author, view.id)),
  )
  await letDebtsAge(resources)
  await relayOutbox(resources)
  await heard(ear, 1)
  expect(ear.frames).toMatchObject([{ fromSeq: 502, toSeq: 501, changes: [] }])
}, 30_000)

test('whose rights changed is told so by the relay too: their gateways reload (I7)', async () => {
  const { resources, mute, workspaceId, author, conversationId } = await setUp()
  const guest = await addMember(resources, workspaceId)
  const guestEar = await listenTo(world().redisUrl, { members: [guest.memberId] })
  open.push(guestEar)
  await inviteToConversation(mute, author, conversationId, guest.memberId)
  await letDebtsAge(resources)
  await relayOutbox(resources)
  await waitUntil('the guest is told', () => guestEar.signals.some(({ signal }) => signal.type === 'memberships'))
})

test('with Redis away nothing is tried and nothing is forgotten; once it is back the debts are paid', async () => {
  const { resources, mute, ear, post } = await setUp()
  const { redisServer } = world()
  await post(mute, 'waits')
  await letDebtsAge(resources)
  await redisServer.kill()
  await relayOutbox(resources).catch(() => 0)
  expect(await countDebts(resources)).toBe(1)
  await redisServer.restart()
  expect(await resources.redis.waitReady(5_000)).toBe(true)
  await waitUntil('the listener is back', () => ear.isReady())
  await relayOutbox(resources)
  await heard(ear, 1)
  expect(await countDebts(resources)).toBe(0)
})

test('two relays at once tell perhaps twice, and leave nothing', async () => {
  const { resources, mute, ear, post } = await setUp()
  for (let i = 0; i < 10; i++) await post(mute, `m${i}`)
  await letDebtsAge(resources)
  await Promise.all([relayOutbox(resources), relayOutbox(await world().openResources())])
  await waitUntil('all ten are heard', () => new Set(ear.frames.map((frame) => frame.fromSeq)).size === 10)
  expect(await countDebts(resources)).toBe(0)
})
