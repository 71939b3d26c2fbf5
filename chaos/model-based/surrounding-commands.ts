/** What happens around the messages: time, rights, replies, absence. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { inviteToConversation, removeFromConversation } from '#server/usecases/conversations/change-members.ts'
import { setArchived } from '#server/usecases/conversations/change-properties.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { command, refusalOf } from './command.ts'
import { readPosts } from './stage.ts'

export const tick = (seconds: number) =>
  command(`tick(${seconds} s)`, async (oracle, { stage, scene }) => {
    oracle.now += seconds
    await stage.tick(scene.workspaceId, seconds)
  })

export const moveMember = command('remove or invite the author', async (oracle, { stage, scene }) => {
  const act = oracle.isMember ? removeFromConversation : inviteToConversation
  await act(stage.resources, scene.owner, scene.first, scene.author.memberId)
  oracle.isMember = !oracle.isMember
})

export const archive = command('archive or open', async (oracle, { stage, scene }) => {
  oracle.isArchived = !oracle.isArchived
  await setArchived(stage.resources, scene.owner, scene.second, oracle.isArchived)
})

/** By somebody else, in one of the conversations; perhaps while a sender works there. */
export const reply = (inSecond: boolean, racing: boolean) =>
  command(`reply(${inSecond ? 'second' : 'first'}${racing ? ', racing' : ''})`, async (oracle, { stage, scene }) => {
    const conversationId = inSecond ? scene.second : scene.first
    const asked = { conversationId, text: 'a reply', clientToken: randomUUID() }
    let seq = 0
    const write = () => refusalOf(async () => void ({ seq } = await postMessage(stage.resources, scene.owner, asked)))
    const [refusal] = await Promise.all([write(), racing ? stage.dispatch() : null])
    expect(refusal).toBe(inSecond && oracle.isArchived ? 'conversation_archived' : null)
    if (refusal !== null) return
    // What a racing sender posted before it stands in front of it; everything else comes after it.
    const before = new Set(
      (await readPosts(stage, scene.workspaceId)).flatMap((post) => (post.seq < seq ? [post.id] : [])),
    )
    for (const one of oracle.messages)
      if (one.conversationId === conversationId && !before.has(one.id)) one.isReplied = true
  })

export const away = command('go away or come back', async (oracle, { stage, scene }) => {
  oracle.isAway = !oracle.isAway
  await stage.resources.mysql.read.query('UPDATE member SET away_until_ms = ? WHERE workspace_id = ? AND id = ?', [
    oracle.isAway ? Date.now() + 86_400_000 : null,
    scene.workspaceId,
    scene.author.memberId,
  ])
})
