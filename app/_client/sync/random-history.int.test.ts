/** The copy of who was there all along, with frames lost, late and repeated, and the copy of who has just come are one (I6). */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { addConversation } from '#server/testing/people.ts'
import type { SyncClient } from '#server/testing/sync-client.ts'
import { syncRoom } from '#server/testing/sync-room.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { setTopic } from '#server/usecases/conversations/change-properties.ts'
import { deleteMessage } from '#server/usecases/messages/delete-message.ts'
import { editMessage } from '#server/usecases/messages/edit-message.ts'
import { pinMessage } from '#server/usecases/messages/pin.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { react } from '#server/usecases/messages/react.ts'
import type { Frame, MessageView } from '#server/protocol/frame.ts'
import { publishToTopics } from '#server/redis/topics.ts'
import { listenTo } from '#server/testing/listening.ts'
import { relayOutbox } from '#server/usecases/relay-outbox.ts'
import type { Resources } from '#server/usecases/resources.ts'

const { world, resources, lossy, people, reader } = syncRoom()

const ACTS = [
  'post',
  'post',
  'post',
  'edit',
  'edit',
  'delete',
  'react',
  'react',
  'reply',
  'reply',
  'pin',
  'topic',
] as const
const step = fc.record({
  act: fc.constantFrom(...ACTS),
  /** Its frame gets lost. */
  lost: fc.boolean(),
  /** An old frame comes again, or those that were lost come after all, behind newer ones. */
  then: fc.constantFrom('nothing', 'nothing', 'again', 'late'),
  pick: fc.nat(1_000),
  who: fc.nat(1),
})

test('posts, edits, deletions, reactions, replies, pins and topics at random, their frames lost, late and repeated: the old copy ends as a fresh one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30, size: 'max' }), async (steps) => {
      const both = (await people(2)) as [Actor, Actor]
      const id = await addConversation(resources(), both)
      const old = await reader(both[1], id)
      const ear = await listenTo(world().redisUrl, { conversations: [id] })
      const said: MessageView[] = []
      for (const one of steps) {
        const actor = both[one.who] ?? both[0]
        await run(one.lost ? lossy() : resources(), actor, id, said, one)
        await deliver(one, ear.frames)
      }
      await ear.end()
      // The last is heard of, and with it that something is missing.
      await postMessage(resources(), both[0], { conversationId: id, text: 'last', clientToken: randomUUID() })
      const fresh = await reader(both[0], id)
      const expected = await copyOf(fresh, id)
      await waitUntil('the old copy has all', async () => isDeepStrictEqual(await copyOf(old, id), expected))
      expect(expected.filter(({ deletedMs }) => deletedMs !== null).every(({ text }) => text === '')).toBe(true)
      expect(expected).toHaveLength(said.length + 1)
      for (const client of [old, fresh]) client.close()
    }),
    { numRuns: 6 },
  )
}, 60_000)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function run(
  r: Resources,
  actor: Actor,
  conversationId: ConversationId,
  said: MessageView[],
  { act, pick }: Step,
): Promise<void> {
  const own = said.filter(({ authorId }) => authorId === actor.memberId)
  const target = own[pick % Math.max(1, own.length)]
  const ref = target && { conversationId, messageId: target.id }
  const refused = () => undefined // it was deleted before
  if (act === 'topic') return setTopic(r, actor, conversationId, `topic ${pick}`)
  if (act === 'post' || !ref) {
    const text = `message ${said.length}`
    said.push(await postMessage(r, actor, { conversationId, text, clientToken: randomUUID() }))
  } else if (act === 'edit') {
    await editMessage(r, actor, { ...ref, text: `edited ${pick}`, payload: null }).catch(refused)
  } else if (act === 'reply') {
    const roots = said.filter(({ threadRootId }) => threadRootId === null)
    const threadRootId = roots[pick % Math.max(1, roots.length)]?.id ?? null
    const reply = { conversationId, text: `reply ${pick}`, threadRootId, alsoInChannel: pick % 3 === 0 }
    const made = await postMessage(r, actor, { ...reply, clientToken: randomUUID() }).catch(refused)
    if (made) said.push(made)
  } else if (act === 'pin') {
    await pinMessage(r, actor, { ...ref, on: pick % 3 > 0 }).catch(refused)
  } else if (act === 'react') {
    const messageId = said[pick % said.length]?.id ?? ref.messageId
    const emoji = ['tada', '+1', 'eyes'][pick % 3] ?? 'tada'
    await react(r, actor, { conversationId, messageId, emoji, on: pick % 2 === 0 }).catch(refused)
  } else await deleteMessage(r, actor, ref)
}

async function deliver({ then, pick }: Step, told: readonly Frame[]): Promise<void> {
  const old = told[pick % Math.max(1, told.length)]
  if (then === 'again' && old) await publishToTopics(resources().redis, [old], [])
  if (then !== 'late') return
  await resources().mysql.read.query('UPDATE outbox SET created_ms = created_ms - 10000')
  await relayOutbox(resources())
}

const copyOf = ({ store }: SyncClient, id: ConversationId) =>
  store.db().messages.where('[conversationId+seq]').between([id, 0], [id, Infinity]).toArray()
