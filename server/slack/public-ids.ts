/** Ids in the form programs see. */
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import {
  formatId,
  parsePublicId,
  type ConversationId,
  type IdKind,
  type MemberId,
  type MessageId,
  type SeriesId,
  type WorkspaceId,
} from '#server/domain/ids.ts'
import type { Brand } from '#server/domain/time/units.ts'

export const publicWorkspaceId = (id: WorkspaceId) => formatId('workspace', id)
export const publicMemberId = (id: MemberId) => formatId('member', id)
/** Of the bot that a member is: the same number under the letter that Slack gives to bots. */
export const publicBotId = (id: MemberId) => formatId('member', id, 'B')
export const publicSeriesId = (id: SeriesId) => formatId('series', id)
export const publicScheduledId = (id: MessageId) => formatId('scheduled', id)
export const publicConversationId = (id: ConversationId, kind: ConversationKind) =>
  formatId('conversation', id, kind === 'direct' ? 'D' : 'C')

/** @returns null for a mistyped id, or one of another kind */
export function readPublicId<T extends Brand<string, string>>(kind: IdKind, text: string): T | null {
  try {
    return parsePublicId<T>(kind, text)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
