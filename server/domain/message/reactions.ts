import { DomainError } from '../errors.ts'
import type { MemberId } from '../ids.ts'
import { findEmoji } from './emoji.ts'

/** One emoji under a message, with everyone who chose it, first come first. */
export type Reaction = { name: string; glyph: string; memberIds: MemberId[] }

/** Different emoji under one message. */
export const MOST_REACTIONS = 50

/** @throws DomainError `emoji_unknown` */
export function checkEmoji(text: string): { name: string; glyph: string } {
  const found = findEmoji(text)
  if (!found) throw new DomainError('emoji_unknown', { name: text.slice(0, 80) })
  return found
}

/** @returns the same list where it is there already. @throws DomainError `too_many_reactions` */
export function addReaction(
  reactions: readonly Reaction[],
  emoji: Pick<Reaction, 'name' | 'glyph'>,
  memberId: MemberId,
): readonly Reaction[] {
  const there = reactions.find(({ name }) => name === emoji.name)
  if (there?.memberIds.includes(memberId)) return reactions
  if (!there && reactions.length >= MOST_REACTIONS)
    throw new DomainError('too_many_reactions', { limit: MOST_REACTIONS })
  if (!there) return [...reactions, { ...emoji, memberIds: [memberId] }]
  return reactions.map((one) => (one === there ? { ...one, memberIds: [...one.memberIds, memberId] } : one))
}

/** @returns the same list where there is nothing to take away */
export function removeReaction(
  reactions: readonly Reaction[],
  emojiName: string,
  memberId: MemberId,
): readonly Reaction[] {
  const there = reactions.find(({ name }) => name === emojiName)
  if (!there?.memberIds.includes(memberId)) return reactions
  return reactions
    .map((one) => (one === there ? { ...one, memberIds: one.memberIds.filter((id) => id !== memberId) } : one))
    .filter(({ memberIds }) => memberIds.length > 0)
}
