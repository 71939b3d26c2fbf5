import { expect, test } from 'vitest'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { loadMemberRooms, loadMembershipChanges, loadMemberships } from './gateway-reads.ts'

const world = useTestWorld()

/** More rows than one statement reads. */
const MANY = 1_205

test('a reading goes on over the border of a page, and misses and repeats nothing', async () => {
  const { resources } = world()
  const db = resources.mysql.read
  const workspaceId = await addWorkspace(resources)
  const ann = await addMember(resources, workspaceId)
  const shared = await addConversation(resources, [ann])
  const others = Array.from({ length: MANY }, () => resources.makeId<MemberId>())
  const rows = (list: readonly [ConversationId, MemberId][]) =>
    list.map(([channel, member], index) => [workspaceId, channel, member, 1, index % 3 === 0 ? 1 : null, index >> 1])
  const insert = (list: readonly [ConversationId, MemberId][]) =>
    db.query(
      'INSERT INTO channel_member (workspace_id, channel_id, member_id, joined_ms, left_ms, changed_seq) VALUES ?',
      [rows(list)],
    )
  await insert(others.map((member) => [shared, member]))

  const all = await loadMembershipChanges(db, workspaceId, shared, -1)
  expect(new Set(all.map((change) => change.memberId)).size).toBe(MANY + 1)
  expect(all).toHaveLength(MANY + 1)
  expect(all.filter((change) => !change.active)).toHaveLength(Math.ceil(MANY / 3))
  expect(await loadMembershipChanges(db, workspaceId, shared, 599)).toHaveLength(MANY - 1_200)

  const conversations = Array.from({ length: MANY }, () => resources.makeId<ConversationId>())
  await db.query('INSERT INTO channel (workspace_id, id, kind, direct_key) VALUES ?', [
    conversations.map((id) => [workspaceId, id, 'direct', id]),
  ])
  const [ben] = [await addMember(resources, workspaceId)]
  await insert(conversations.map((channel) => [channel, ben.memberId]))
  const mine = conversations.filter((_, index) => index % 3 !== 0)
  expect((await loadMemberRooms(db, workspaceId, ben.memberId)).map((room) => room.conversationId).toSorted()).toEqual(
    mine.toSorted(),
  )
  const memberships = await loadMemberships(db, workspaceId, [ann.memberId, ben.memberId])
  expect([...(memberships.get(ben.memberId) ?? [])].toSorted()).toEqual(mine.toSorted())
  expect([...(memberships.get(ann.memberId) ?? [])]).toEqual([shared])
})
