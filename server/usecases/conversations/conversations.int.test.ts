import { describe, expect, test } from 'vitest'
import { conversationTopic, memberTopic } from '#server/domain/partition/redis-keys.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { generalOf } from '#server/domain/conversation/name.ts'
import { loadConversation } from '#server/mysql/conversations.ts'
import { listMemberIds } from '#server/mysql/memberships.ts'
import { frameSchema, type Frame } from '#server/protocol/frame.ts'
import { createTopicListener } from '#server/redis/topics.ts'
import { foundCompany } from '#server/testing/company.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { catchUp } from '../sync/catch-up.ts'
import { inviteToConversation, joinConversation, leaveConversation, removeFromConversation } from './change-members.ts'
import { setArchived, setTopic } from './change-properties.ts'
import { createConversation } from './create-conversation.ts'
import { browseConversations, listMyConversations } from './list-conversations.ts'
import { loadConversationMembers } from './load-conversation.ts'

const world = useTestWorld()

async function standing(actor: Actor, id: ConversationId) {
  const conversation = await loadConversation(world().resources.mysql.read, actor.workspaceId, id)
  if (!conversation) throw new Error('no such conversation')
  return { lastSeq: conversation.lastSeq, aclVersion: conversation.aclVersion }
}

describe('a channel', () => {
  test('is made with its creator in it; its name is taken from then on, in any spelling', async () => {
    const r = world().resources
    const { owner } = await foundCompany(r)
    const made = await createConversation(r, owner, { name: '#Launch Plan', kind: 'public', topic: 'soon' })
    expect(made).toMatchObject({ name: 'launch-plan', kind: 'public', topic: 'soon', archivedMs: null })
    expect(await loadConversationMembers(r, owner, made.id)).toEqual([owner.memberId])
    await expect(createConversation(r, owner, { name: 'LAUNCH-plan', kind: 'private' })).rejects.toMatchObject({
      code: 'name_taken',
    })
    await expect(createConversation(r, owner, { name: 'a/b', kind: 'public' })).rejects.toMatchObject({
      code: 'name_invalid',
    })
  })

  test('that is public can be browsed, read and joined by anyone of the workspace', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const [member, { id }] = [
      await company.hire(),
      await createConversation(r, company.owner, { name: 'open', kind: 'public' }),
    ]
    expect(await browseConversations(r, member)).toMatchObject([
      { conversation: { name: 'general' }, memberCount: 2, joined: true },
      { conversation: { name: 'open' }, memberCount: 1, joined: false },
    ])
    const before = await standing(member, id)
    await joinConversation(r, member, id)
    await joinConversation(r, member, id)
    expect(await standing(member, id)).toEqual({ lastSeq: before.lastSeq + 1, aclVersion: before.aclVersion + 1 })
    expect((await listMyConversations(r, member)).map((mine) => mine.conversation.name)).toEqual(['general', 'open'])
  })

  test('that is private is not there for who is not in it', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const [member, other] = [await company.hire(), await company.hire()]
    const { id } = await createConversation(r, company.owner, { name: 'secret', kind: 'private' })
    expect((await browseConversations(r, member)).map(({ conversation }) => conversation.name)).toEqual(['general'])
    const attempts = [
      () => joinConversation(r, member, id),
      () => loadConversationMembers(r, member, id),
      () => inviteToConversation(r, member, id, other.memberId),
      () => removeFromConversation(r, member, id, company.owner.memberId),
      () => leaveConversation(r, member, id),
      () => setTopic(r, member, id, 'x'),
      () => setArchived(r, member, id, true),
      () => catchUp(r, member, { conversationId: id, epoch: 1, afterSeq: 0, limit: 10 }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
    expect(await listMemberIds(r.mysql.read, company.workspaceId, id)).toEqual([company.owner.memberId])
  })

  test('takes people in by invitation, once, and only active members of the workspace', async () => {
    const r = world().resources
    const [company, elsewhere] = [await foundCompany(r), await foundCompany(r)]
    const member = await company.hire()
    const { id } = await createConversation(r, company.owner, { name: 'private', kind: 'private' })
    await inviteToConversation(r, company.owner, id, member.memberId)
    const after = await standing(member, id)
    await inviteToConversation(r, company.owner, id, member.memberId)
    expect(await standing(member, id)).toEqual(after)
    expect(await loadConversationMembers(r, member, id)).toEqual([company.owner.memberId, member.memberId])
    await expect(inviteToConversation(r, company.owner, id, elsewhere.owner.memberId)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is not managed from outside, even where it can be read', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const [member, other] = [await company.hire(), await company.hire('admin')]
    const { id } = await createConversation(r, company.owner, { name: 'open', kind: 'public' })
    const attempts = [
      () => inviteToConversation(r, other, id, member.memberId),
      () => setTopic(r, other, id, 'x'),
      () => setArchived(r, other, id, true),
    ]
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_in_conversation' })
    }
  })

  test('can be left; the last one in a private channel stays', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const member = await company.hire()
    const { id } = await createConversation(r, company.owner, { name: 'two', kind: 'private' })
    await inviteToConversation(r, company.owner, id, member.memberId)
    await leaveConversation(r, company.owner, id)
    await expect(leaveConversation(r, member, id)).rejects.toMatchObject({ code: 'last_member' })
    await expect(loadConversationMembers(r, company.owner, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('general is left by nobody, takes nobody out, and is not archived', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const member = await company.hire()
    const id = generalOf(company.workspaceId)
    const attempts = [
      () => leaveConversation(r, member, id),
      () => removeFromConversation(r, company.owner, id, member.memberId),
      () => setArchived(r, company.owner, id, true),
    ]
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_allowed' })
    }
  })

  test('archived takes nobody in and keeps its topic; opened again it does', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const member = await company.hire()
    const { id } = await createConversation(r, company.owner, { name: 'old', kind: 'public' })
    await setArchived(r, company.owner, id, true)
    const once = await standing(company.owner, id)
    await setArchived(r, company.owner, id, true)
    expect(await standing(company.owner, id)).toEqual(once)
    await expect(joinConversation(r, member, id)).rejects.toMatchObject({ code: 'conversation_archived' })
    await expect(setTopic(r, company.owner, id, 'new')).rejects.toMatchObject({ code: 'conversation_archived' })
    await setArchived(r, company.owner, id, false)
    await joinConversation(r, member, id)
  })
})

describe('every change of a conversation', () => {
  test('takes exactly one number, membership raises acl_version, and catch-up tells the last state of each (I5)', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const member = await company.hire()
    const { id } = await createConversation(r, company.owner, { name: 'counted', kind: 'public' })
    expect(await standing(company.owner, id)).toEqual({ lastSeq: 2, aclVersion: 1 })
    await joinConversation(r, member, id)
    await setTopic(r, member, id, 'numbers')
    await removeFromConversation(r, company.owner, id, member.memberId)
    await setArchived(r, company.owner, id, true)
    expect(await standing(company.owner, id)).toEqual({ lastSeq: 6, aclVersion: 3 })

    const page = await catchUp(r, company.owner, { conversationId: id, epoch: 1, afterSeq: 0, limit: 50 })
    expect(page).toMatchObject({ cursorSeq: 6, lastSeq: 6, more: false })
    expect(page.changes).toMatchObject([
      { type: 'membership', membership: { memberId: company.owner.memberId, active: true, changedSeq: 2 } },
      { type: 'membership', membership: { memberId: member.memberId, active: false, changedSeq: 5 } },
      { type: 'conversation', conversation: { topic: 'numbers', changedSeq: 6 } },
    ])
  })

  test('is published after the commit and leaves no debt; the removed member is told that rights changed (I7)', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const member = await company.hire()
    const { id } = await createConversation(r, company.owner, { name: 'told', kind: 'private' })
    await inviteToConversation(r, company.owner, id, member.memberId)
    const before = await standing(member, id)

    const listener = createTopicListener(world().redisUrl)
    const frames: Frame[] = []
    const signals: string[] = []
    listener.onMessage((topic, json) =>
      topic === conversationTopic(id) ? frames.push(frameSchema.parse(JSON.parse(json))) : signals.push(json),
    )
    await new Promise<void>((resolve) => listener.onStateChange((state) => state === 'ready' && resolve()))
    await listener.subscribe([conversationTopic(id), memberTopic(member.memberId)])
    await removeFromConversation(r, company.owner, id, member.memberId)

    await expect.poll(() => [frames.length, signals.length]).toEqual([1, 1])
    expect(frames[0]).toMatchObject({
      fromSeq: before.lastSeq + 1,
      toSeq: before.lastSeq + 1,
      aclVersion: before.aclVersion + 1,
      changes: [
        {
          type: 'membership',
          membership: { memberId: member.memberId, active: false, changedSeq: before.lastSeq + 1 },
        },
      ],
    })
    expect(signals).toEqual([JSON.stringify({ type: 'memberships' })])
    const [owed] = await r.mysql.read.query('SELECT id FROM outbox WHERE workspace_id = ?', [company.workspaceId])
    expect(owed).toEqual([])
    await listener.end()
  })

  test('concurrent joins take distinct numbers', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const people = await Promise.all(Array.from({ length: 8 }, () => company.hire()))
    const { id } = await createConversation(r, company.owner, { name: 'crowd', kind: 'public' })
    await Promise.all(people.map((person) => joinConversation(r, person, id)))
    const [rows] = await r.mysql.read.query(
      'SELECT changed_seq FROM channel_member WHERE workspace_id = ? AND channel_id = ? ORDER BY changed_seq',
      [company.workspaceId, id],
    )
    expect((rows as { changed_seq: string }[]).map((row) => Number(row.changed_seq))).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
    expect(await standing(company.owner, id)).toEqual({ lastSeq: 10, aclVersion: 9 })
  })
})
