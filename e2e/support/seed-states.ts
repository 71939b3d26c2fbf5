/**
 * `node --import tsx e2e/support/seed-states.ts`: fills the demo workspace with what is seldom and must still look
 * right: 50,000 messages in one channel, 2,000 members, 200 scheduled messages, failed ones, long names, right-to-left
 * text, emoji. All through the use cases. CARILLON_DEMO_FILE names the demo of a product that runs; MESSAGES and
 * MEMBERS change how many. Runs once on a fresh demo.
 */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parsePublicId, type ConversationId, type MemberId, type WorkspaceId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { setArchived } from '#server/usecases/conversations/change-properties.ts'
import { createConversation } from '#server/usecases/conversations/create-conversation.ts'
import { inviteToConversation, joinConversation } from '#server/usecases/conversations/change-members.ts'
import { listWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { sendScheduledNow } from '#server/usecases/scheduled/send-scheduled-now.ts'
import { readRunState } from '#scripts/start/run-state.mjs'
import { createInvitation } from '#server/usecases/workspaces/invite-people.ts'
import { HEBREW, joinCrowd, say, speakInTongues } from './crowd.ts'

const MESSAGES = Number(process.env.MESSAGES ?? 50_000)
const MEMBERS = Number(process.env.MEMBERS ?? 2_000)
const SCHEDULED = 200
const AT_ONCE = 200
const CLIENT = 'seed'

const file = process.env.CARILLON_DEMO_FILE ?? ''
const demo = JSON.parse(readFileSync(file, 'utf8')) as { workspaceId: string; users: { id: string; email: string }[] }
const env = readRunState(dirname(file))?.env
async function seedStates(): Promise<void> {
  const [anna, kenji] = [actorOf('anna', 'owner'), actorOf('kenji', 'member')]
  const guests = await invitePeople(anna)
  const long = await room(anna, [kenji], 'long-history')
  await inBatches(MESSAGES, (i) =>
    say(r, i % 7 < 4 ? kenji : anna, long, `Message ${i + 1}. ${WORDS[i % WORDS.length]}`),
  )
  const crowd = await room(anna, [], 'crowd')
  for (const guest of guests) await joinConversation(r, guest, crowd)
  await speakSomewhere(anna, guests)
  await scheduleMany(anna, long)
  await failSome(anna)
}

const actorOf = (key: string, role: Actor['role']): Actor => {
  const user = demo.users.find(({ email }) => email.startsWith(`${key}@`))
  if (!user) throw new Error(`the demo has nobody called ${key}`)
  return {
    workspaceId: parsePublicId<WorkspaceId>('workspace', demo.workspaceId),
    memberId: parsePublicId<MemberId>('member', user.id),
    role,
    client: CLIENT,
  }
}

async function invitePeople(anna: Actor): Promise<Actor[]> {
  const known = (await listWorkspaceMembers(r, anna)).length
  const { token } = await createInvitation(r, anna, 'member')
  return joinCrowd(r, token, MEMBERS - known)
}

async function room(owner: Actor, members: Actor[], name: string): Promise<ConversationId> {
  const { id } = await createConversation(r, owner, {
    name,
    kind: 'public',
    topic: `What ${name} is for, in as many words as somebody felt like writing one afternoon 🎉`,
  })
  for (const { memberId } of members) await inviteToConversation(r, owner, id, memberId)
  return id
}

async function speakSomewhere(anna: Actor, guests: Actor[]): Promise<void> {
  const name = 'ein-kanal-mit-einem-sehr-langen-namen-den-sich-jemand-ausgedacht-hat-2026'
  const [wolf, fatima, zoe] = guests
  if (!wolf || !fatima || !zoe) return
  const id = await room(anna, [wolf, fatima, zoe], name)
  await speakInTongues(r, id, [wolf, fatima, zoe, anna])
}

async function scheduleMany(anna: Actor, conversationId: ConversationId): Promise<void> {
  const now_s = Math.floor(Date.now() / 1000)
  await inBatches(SCHEDULED, (i) =>
    scheduleMessage(r, anna, {
      conversationId,
      text: i % 9 === 0 ? HEBREW : `Reminder ${i + 1}: ${WORDS[i % WORDS.length]}`,
      sendAt: now_s + 1_800 + i * 5_400,
      zone: i % 5 === 0 ? 'Asia/Tokyo' : 'Europe/Berlin',
      clientToken: `seed-scheduled-${i}`,
    }),
  )
}

async function failSome(anna: Actor): Promise<void> {
  const id = await room(anna, [], 'closed-project')
  const { id: scheduled } = await scheduleMessage(r, anna, {
    conversationId: id,
    text: 'The minutes of our last meeting',
    sendAt: Math.floor(Date.now() / 1000) + 3_600,
    zone: 'Europe/Berlin',
    clientToken: 'seed-failed',
  })
  await setArchived(r, anna, id, true)
  await sendScheduledNow(r, anna, { id: scheduled })
}

async function inBatches(count: number, work: (i: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => work(from + i)))
}

const WORDS = [
  'Short.',
  'The build is green again.',
  'Could somebody look at the numbers before noon? I am not sure about the third column, and the chart beside it.',
  'Yes',
  'Lunch at half past twelve, at the usual place; bring the notes from yesterday if you still have them.',
]

const r = await openResources({ DATABASE_URL: env?.DATABASE_URL ?? '', REDIS_URL: env?.REDIS_URL ?? '' })
try {
  await seedStates()
} finally {
  await closeResources(r)
}
