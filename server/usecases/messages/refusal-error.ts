import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { FailReason } from '#server/domain/scheduled-message/state.ts'

/** A refusal to post, as the error its author sees now. A private place they are not in is answered as if it were not there (I7). */
export function refusalError(reason: FailReason, kind: ConversationKind | undefined): DomainError {
  switch (reason) {
    case 'channel_archived':
      return new DomainError('conversation_archived')
    case 'posting_restricted':
      return new DomainError('posting_restricted')
    case 'not_in_channel':
      return new DomainError(kind === 'public' ? 'not_in_conversation' : 'not_found')
    case 'channel_deleted':
      return new DomainError('not_found')
    default:
      return new DomainError('not_allowed', { reason })
  }
}
