import { authorize, isAllowed, type Actor } from '#server/domain/member/authorize.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import { isInConversation } from '#server/mysql/memberships.ts'
import type { Resources } from '../resources.ts'
import { loadStory, type Story, type StoryEvent } from './load-story.ts'

/**
 * The story of one scheduled message for an administrator of its workspace: what became of it, and never what it says
 * or where they may not look (I7). Its own author is told everything.
 * @throws DomainError `not_allowed`; `not_found` also for a message of another workspace
 */
export async function loadStoryFor(resources: Resources, actor: Actor, id: MessageId): Promise<Story> {
  authorize(actor, { to: 'see-operations' })
  const story = await loadStory(resources, id, actor.workspaceId)
  if (!story) throw new DomainError('not_found', { scheduled: id })
  const shown = withoutHosts(story)
  if (story.row.authorId === actor.memberId) return shown
  const hidesPlace = story.conversation !== null && !(await mayRead(resources, actor, story.conversation))
  return withoutWords(shown, hidesPlace)
}

async function mayRead(
  { mysql }: Resources,
  actor: Actor,
  { id, kind }: NonNullable<Story['conversation']>,
): Promise<boolean> {
  const isMember = await isInConversation(mysql.read, actor.workspaceId, id, actor.memberId)
  return isAllowed(actor, { to: 'read-conversation', conversation: { kind, isMember } })
}

/** A lease names its holder as `dispatcher:<host>:<pid>`; hosts are the operator's own affair. */
function withoutHosts(story: Story): Story {
  const owner = story.row.leaseOwner
  if (owner === null) return story
  const [kind = '', ...rest] = owner.split(':')
  const shown = `${kind}, process ${rest.at(-1) ?? '?'}`
  const words = story.next.words.replaceAll(owner, shown)
  return { ...story, row: { ...story.row, leaseOwner: shown }, next: { ...story.next, words } }
}

function withoutWords(story: Story, hidesPlace: boolean): Story {
  return {
    ...story,
    conversation: story.conversation && hidesPlace ? { ...story.conversation, name: null } : story.conversation,
    row: { ...story.row, text: null },
    trail: story.trail.map(withoutWordsOfEvent),
    message: story.message && { ...story.message, text: null },
  }
}

/** What else an event may tell; a key that is not here is hidden until somebody has thought about it. */
const TELLABLE = new Set(
  'sendAt planned notAfter guards zone wallClock reason cause sent_ms late_ms seq adopted'.split(' '),
)

function withoutWordsOfEvent(event: StoryEvent): StoryEvent {
  const client = event.client.split(':')[0] ?? '' // the label of a token may say more than its door
  if (event.detail === null) return { ...event, client }
  const { before, after, ...rest } = event.detail
  return {
    ...event,
    client,
    detail: {
      ...hideIn(rest),
      ...(isRecord(before) && isRecord(after) ? { before: hideIn(before), after: hideIn(after, before) } : {}),
    },
  }
}

/** @param before says whether a hidden value changed, so that an edit is still seen as one */
function hideIn(told: Record<string, unknown>, before?: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(told).map(([key, value]) => {
      if (TELLABLE.has(key)) return [key, value]
      const changed = before !== undefined && JSON.stringify(before[key]) !== JSON.stringify(value)
      return [key, changed ? 'hidden, changed' : 'hidden']
    }),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
