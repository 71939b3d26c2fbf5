/** Who is seldom and must still look right: very many people, and what the odd ones among them are called and write. */
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { acceptInvitation } from '#server/usecases/workspaces/accept-invitation.ts'

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine Maximilian von Hohenstein'
const ARABIC_NAME = 'فاطمة الزهراء'
export const HEBREW = 'שלום לכולם! הפגישה מחר ב-9:00 בבוקר, נא לאשר הגעה.'
const FIRST = ['Ada', 'Bruno', 'Chiara', 'Dmitri', 'Elif', 'Farid', 'Grace', 'Hana', 'Ivo', 'Joana']
const LAST = ['Lovelace', 'Costa', 'Ricci', 'Volkov', 'Demir', 'Haddad', 'Hopper', 'Suzuki', 'Novak', 'Lima']
const ODD = [LONG_NAME, ARABIC_NAME, 'Zoë 🦊 Müller']
const CLIENT = 'seed'

/** @param token of an invitation that many may use */
export async function joinCrowd(r: Resources, token: string, count: number): Promise<Actor[]> {
  const guests: Actor[] = []
  for (let i = 0; i < count; i++) {
    const displayName = ODD[i] ?? `${FIRST[i % 10]} ${LAST[Math.floor(i / 10) % 10]} ${i}`
    const account = { accountId: `${token.slice(-12)}-${i}`, name: displayName, email: `crowd-${i}@example.test` }
    const { workspaceId, memberId } = await acceptInvitation(r, account, { token, displayName, zone: 'Europe/Paris' })
    guests.push({ workspaceId, memberId, role: 'member', client: CLIENT })
  }
  return guests
}

/** Long, right to left, pictures, links and lines. */
export async function speakInTongues(
  r: Resources,
  id: ConversationId,
  [wolf, fatima, zoe, other]: Actor[],
): Promise<void> {
  await say(r, wolf, id, 'A first line from somebody whose name does not fit.')
  await say(r, fatima, id, 'مرحبا بالجميع، هل يمكننا تأجيل الاجتماع إلى الساعة 10:30؟')
  await say(r, other, id, HEBREW)
  await say(r, zoe, id, '🎉🎉🎉 👩‍👩‍👧‍👦 👍🏽 🇩🇪 ✅')
  await say(r, wolf, id, `https://example.test/${'a-very-long-path/'.repeat(16)}`)
  await say(r, other, id, `A text with lines:\n\n  indented\n\tand a tab\n${'and a very long line '.repeat(40)}`)
}

let said = 0
export function say(r: Resources, actor: Actor | undefined, conversationId: ConversationId, text: string) {
  if (!actor) throw new Error('nobody is there to say it')
  return postMessage(r, actor, { conversationId, text, clientToken: `seed-${Date.now()}-${said++}` })
}
