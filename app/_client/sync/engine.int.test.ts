import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { formatId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { addConversation } from '#server/testing/people.ts'
import type { SyncClient } from '#server/testing/sync-client.ts'
import { isOnline, syncRoom } from '#server/testing/sync-room.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { inviteToConversation, removeFromConversation } from '#server/usecases/conversations/change-members.ts'
import { setArchived } from '#server/usecases/conversations/change-properties.ts'
import { saveContentRules } from '#server/usecases/moderation/administer-rules.ts'
import { cancelScheduled } from '#server/usecases/scheduled/cancel-scheduled.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { sendScheduledNow } from '#server/usecases/scheduled/send-scheduled-now.ts'
import { countUnread } from '../store/count-unread.ts'

const { resources, lossy, people, post, open, reader, shows } = syncRoom()

test('what one writes all read, once, in one order, and nothing stays unsent', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(resources(), [ann, ben])
  const [a, b] = await Promise.all([reader(ann, id), reader(ben, id)])
  const written = Array.from({ length: 10 }, (_, i) => `message ${i}`)
  for (const text of written) await a.engine.send({ conversationId: id, text })
  await Promise.all([shows(a, id, written), shows(b, id, written)])
  expect(await a.store.db().unsent.count()).toBe(0)
})

test('whoever is named in a conversation that is not on the device is told how often, without a new list', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const here = await addConversation(resources(), [ann, ben])
  const there = await addConversation(resources(), [ann, ben])
  const b = await reader(ben, here)
  await waitUntil('the list is here', async () => (await b.store.db().conversations.get(there)) !== undefined)
  const counted = async () => {
    const row = await b.store.db().conversations.get(there)
    return row && countUnread(b.store.db(), row, ben.memberId)
  }
  await post(resources(), ann, there, `<@${formatId('member', ben.memberId)}> and <!channel>`)
  await post(resources(), ann, there, 'nobody')
  await waitUntil('both are counted', async () => isDeepStrictEqual(await counted(), { messages: 2, mentions: 1 }))
})

test('frames that were lost on the way are caught up without a hole', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(resources(), [ann, ben])
  const b = await reader(ben, id)
  const texts: string[] = []
  for (let i = 0; i < 12; i++) {
    texts.push(`message ${i}`)
    await post(i % 3 === 0 ? resources() : lossy(), ann, id, `message ${i}`)
  }
  await shows(b, id, texts)
})

test('a refused message keeps its text, lets the next one pass, and can be tried again', async () => {
  const [ann] = (await people(1)) as [Actor]
  const [id, other] = [await addConversation(resources(), [ann]), await addConversation(resources(), [ann])]
  const a = await reader(ann, id)
  await setArchived(resources(), ann, id, true)
  const token = await a.engine.send({ conversationId: id, text: 'too late' })
  await a.engine.send({ conversationId: other, text: 'fine' })
  await waitUntil('it is refused', async () => (await a.store.db().unsent.get(token))?.state === 'failed')
  expect(await a.store.db().unsent.get(token)).toMatchObject({ text: 'too late', errorCode: 'conversation_archived' })
  a.engine.showConversation(other)
  await shows(a, other, ['fine'])
  await setArchived(resources(), ann, id, false)
  await a.engine.retryUnsent(token)
  await shows(a, id, ['too late'])
})

test('a message that the workspace does not allow keeps what was found in it, and goes out as its author changed it', async () => {
  const [ann] = (await people(1)) as [Actor]
  const id = await addConversation(resources(), [ann])
  const a = await reader(ann, id)
  const rules = { words: ['darn'], links: { rule: 'refuse' as const, hosts: [] } }
  await saveContentRules(resources(), { ...ann, role: 'owner' }, rules)
  const token = await a.engine.send({ conversationId: id, text: 'darn' })
  await waitUntil('it is refused', async () => (await a.store.db().unsent.get(token))?.state === 'failed')
  expect(await a.store.db().unsent.get(token)).toMatchObject({
    text: 'darn',
    errorCode: 'content_refused',
    errorFacts: { kind: 'word', found: 'darn' },
  })
  await a.engine.retryUnsent(token, { text: 'dear me' })
  await shows(a, id, ['dear me'])
  expect(await a.store.db().unsent.count()).toBe(0)
})

test('a member who is removed keeps nothing on the device; one who is invited reads from the start (I7)', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const id = await addConversation(resources(), [ann, ben])
  await post(resources(), ann, id, 'secret')
  const b = await reader(ben, id)
  await shows(b, id, ['secret'])
  await b.engine.setDraft(id, 'my reply')
  await removeFromConversation(resources(), ann, id, ben.memberId)
  await waitUntil('nothing is left', async () => {
    const db = b.store.db()
    const left = await Promise.all([
      db.messages.count(),
      db.cursors.count(),
      db.drafts.count(),
      db.conversations.count(),
      db.processed.count(),
    ])
    return left.every((count) => count === 0)
  })
  await post(resources(), ann, id, 'more secret')
  await inviteToConversation(resources(), ann, id, ben.memberId)
  await shows(b, id, ['secret', 'more secret'])
})

test('a removal while the device was away takes effect with the next handshake', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const [id, stays] = [await addConversation(resources(), [ann, ben]), await addConversation(resources(), [ben])]
  await post(resources(), ann, id, 'secret')
  const disk = new IDBFactory()
  const before = await reader(ben, id, { disk })
  await shows(before, id, ['secret'])
  before.close()
  await removeFromConversation(resources(), ann, id, ben.memberId)
  const after = await open(ben, { disk })
  await waitUntil('it is gone', async () => isOnline(after) && (await after.store.db().messages.count()) === 0)
  await waitUntil(
    'the other stays',
    async () => (await after.store.db().conversations.toArray()).map((row) => row.id).join() === stays,
  )
})

test('history comes page by page as one scrolls back, to the first message', async () => {
  const [ann] = (await people(1)) as [Actor]
  const id = await addConversation(resources(), [ann])
  const texts = Array.from({ length: 170 }, (_, i) => `message ${i}`)
  for (const text of texts) await post(resources(), ann, id, text)
  const a = await reader(ann, id)
  await shows(a, id, texts.slice(-60))
  expect(await Promise.all([a.engine.loadEarlier(id), a.engine.loadEarlier(id)])).toEqual([true, true])
  expect(await a.texts(id)).toEqual(texts.slice(-140))
  expect(await a.engine.loadEarlier(id)).toBe(false)
  expect(await a.texts(id)).toEqual(texts)
})

test('a message sent by the scheduler leaves the pending lists of both tabs within two seconds (K25)', async () => {
  const [ann] = (await people(1)) as [Actor]
  const id = await addConversation(resources(), [ann])
  const [one, two] = await Promise.all([reader(ann, id), reader(ann, id)])
  const sendAt = Math.floor(Date.now() / 1000) + 3_600
  const scheduled = await scheduleMessage(resources(), ann, {
    conversationId: id,
    text: 'later',
    sendAt,
    zone: 'UTC',
    clientToken: randomUUID(),
  })
  const statusIn = async (client: SyncClient) => (await client.store.db().scheduled.get(scheduled.id))?.status
  await waitUntil(
    'both list it',
    async () => (await statusIn(one)) === 'SCHEDULED' && (await statusIn(two)) === 'SCHEDULED',
  )
  await sendScheduledNow(resources(), ann, { id: scheduled.id })
  await waitUntil(
    'both know it was sent',
    async () => (await statusIn(one)) === 'SENT' && (await statusIn(two)) === 'SENT',
    2_000,
  )
  await Promise.all([shows(one, id, ['later']), shows(two, id, ['later'])])
  await expect(cancelScheduled(resources(), ann, { id: scheduled.id })).rejects.toMatchObject({
    code: 'already_sent',
  })
})
