/** What the rows say, against what the oracle expects. */
import { expect } from 'vitest'
import type { Expected, Oracle } from './oracle.ts'
import { readPosts, readRows, type Scene, type Stage } from './stage.ts'

export type Real = { stage: Stage; scene: Scene }

/** Everything the rows may say now, and nothing else. What was posted is remembered, so that it can never change. */
export async function compare(oracle: Oracle, { stage, scene }: Real): Promise<void> {
  const rows = await readRows(stage, scene.workspaceId)
  const posts = await readPosts(stage, scene.workspaceId)
  expect(new Set(posts.map(({ id }) => id)).size, 'a message was posted twice (I1)').toBe(posts.length)
  const ids = oracle.messages.map(({ id }) => id)
  expect([...rows.keys()].toSorted(), 'each accepted message has one row').toEqual(ids.toSorted())
  for (const one of oracle.messages) {
    const row = rows.get(one.id)
    const post = posts.find(({ id }) => id === one.id)
    expect(row, `${one.id} has no row (I4)`).toBeDefined()
    expect(row?.status === 'SENT', `${one.id} is ${row?.status} (I1)`).toBe(post !== undefined)
    expect(row?.status === 'CANCELED', `${one.id} is ${row?.status} (I3)`).toBe(one.isCanceled)
    if (post && !one.posted) {
      expect(one.dueAt, `${one.id} was posted early (I2)`).toBeLessThanOrEqual(oracle.now + 1) // real seconds pass as well
      expect(post.text, `${one.id} (I3)`).toBe(one.text)
      one.posted = { seq: post.seq, text: post.text }
      expect(rightsRefusal(one, oracle, scene), `${one.id} was posted where its author may not (C5)`).toBeNull()
      expect(one.guards.unlessReplied && one.isReplied, `${one.id} was posted after a reply (C5)`).toBe(false)
      expect(one.guards.skipIfAway && oracle.isAway, `${one.id} was posted while its author was away (C5)`).toBe(false)
    }
    if (one.posted) expect(post, `${one.id} changed after it was posted`).toMatchObject(one.posted)
    if (row?.status === 'FAILED') {
      if (!one.hasFailed) expect(reasonsFor(one, oracle, scene)).toContain(row.failReason)
      one.hasFailed = true
    }
  }
}

/** Why it may have failed just now. */
function reasonsFor(one: Expected, oracle: Oracle, scene: Scene): string[] {
  const { unlessReplied, skipIfAway } = one.guards
  const reasons: (string | null)[] = [rightsRefusal(one, oracle, scene)]
  if (unlessReplied && one.isReplied) reasons.push('replied_meanwhile')
  if (skipIfAway && oracle.isAway) reasons.push('author_away')
  return reasons.filter((reason) => reason !== null)
}

/** The author is a member of the second conversation for good, and the first is never archived. */
function rightsRefusal({ conversationId, guards }: Expected, oracle: Oracle, scene: Scene): string | null {
  if (conversationId === scene.first) return oracle.isMember ? null : 'not_in_channel'
  if (!oracle.isArchived) return null
  return guards.holdIfArchived ? 'held_channel_archived' : 'channel_archived'
}
