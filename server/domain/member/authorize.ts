/** Authority in one place: who may do what to what. Every use case starts here. */
import { DomainError } from '../errors.ts'
import type { MemberId, WorkspaceId } from '../ids.ts'
import type { ConversationKind, Role } from '../conversation/posting.ts'
import type { BelongsTo } from '../recurrence/series.ts'

/** Who asks, through which door. Made by doors from a session or a token, never from input. */
export type Actor = {
  workspaceId: WorkspaceId
  memberId: MemberId
  role: Role
  /** Written to the audit trail: `web`, `slack:<token label>`. */
  client: string
}

export type ConversationAccess = { kind: ConversationKind; isMember: boolean }
export type MessageAccess = { authorId: MemberId }
export type ScheduledAccess = { authorId: MemberId }
/** `readable`: a message that shows it stands where the actor may read, or it is the actor's to look at otherwise. */
export type FileAccess = { ownerId: MemberId; readable: boolean }
export type TokenAccess = { memberId: MemberId }
export type WebhookAccess = { memberId: MemberId }
/** `inConversation` and `mayPost` are the actor's own. */
export type SeriesAccess = {
  authorId: MemberId
  belongsTo: BelongsTo
  inConversation: boolean
  mayPost: boolean
  /** It stands still because its author may not post there any more. */
  ownerless: boolean
}

type Action =
  | { to: 'manage-workspace' | 'see-operations' | 'invite-people' | 'create-conversation' }
  | {
      to: 'read-conversation' | 'join-conversation' | 'manage-conversation' | 'leave-conversation'
      conversation: ConversationAccess
    }
  | { to: 'react' | 'pin-message'; conversation: ConversationAccess }
  /** What was said is changed by who said it, and taken away also by an administrator who may read it. */
  | { to: 'edit-message' | 'delete-message'; message: MessageAccess; conversation: ConversationAccess }
  | { to: 'see-scheduled' | 'change-scheduled'; scheduled: ScheduledAccess }
  | { to: 'use-token'; token: TokenAccess }
  | { to: 'use-webhook'; webhook: WebhookAccess }
  | { to: 'read-file' | 'write-file' | 'delete-file'; file: FileAccess }
  /** Of others. What the workspace lets its administrators do with it stands in `allowed`. */
  | { to: 'manage-others-scheduled' | 'read-others-scheduled'; allowed: boolean }
  | { to: 'list-others-scheduled' | 'hand-over-scheduled' }
  | { to: 'see-series' | 'read-series' | 'change-series' | 'settle-series'; series: SeriesAccess }

export function isAllowed(actor: Actor, action: Action): boolean {
  const administers = actor.role !== 'member'
  switch (action.to) {
    case 'manage-workspace':
    case 'see-operations':
    case 'list-others-scheduled':
    case 'hand-over-scheduled':
      return administers
    case 'manage-others-scheduled':
    case 'read-others-scheduled':
      return administers && action.allowed
    case 'invite-people':
    case 'create-conversation':
      return true
    case 'read-conversation':
      return action.conversation.isMember || action.conversation.kind === 'public'
    case 'join-conversation':
      return action.conversation.kind === 'public'
    case 'manage-conversation':
      return action.conversation.isMember && action.conversation.kind !== 'direct'
    case 'leave-conversation':
      return action.conversation.isMember && action.conversation.kind !== 'direct'
    case 'react':
    case 'pin-message':
      return action.conversation.isMember
    case 'edit-message':
      return action.conversation.isMember && action.message.authorId === actor.memberId
    case 'delete-message':
      return (
        isAllowed(actor, { ...action, to: 'edit-message' }) ||
        (administers && isAllowed(actor, { to: 'read-conversation', conversation: action.conversation }))
      )
    case 'see-scheduled':
    case 'change-scheduled':
      return action.scheduled.authorId === actor.memberId
    case 'read-file':
      return action.file.ownerId === actor.memberId || action.file.readable
    case 'write-file':
      return action.file.ownerId === actor.memberId
    case 'delete-file':
      return action.file.ownerId === actor.memberId || (administers && action.file.readable)
    case 'use-token':
      return administers || action.token.memberId === actor.memberId
    case 'use-webhook':
      return administers || action.webhook.memberId === actor.memberId
    case 'see-series':
      return isAllowed(actor, { ...action, to: 'read-series' }) || (administers && action.series.ownerless)
    // What waits is private until it is sent; a channel's series is the channel's.
    case 'read-series':
      return isOwn(actor, action.series) || (action.series.belongsTo === 'channel' && action.series.inConversation)
    // Who may post in the channel may say what is posted there, again and again.
    case 'change-series':
      return isOwn(actor, action.series) || (action.series.belongsTo === 'channel' && action.series.mayPost)
    case 'settle-series':
      return isAllowed(actor, { ...action, to: 'change-series' }) || (administers && action.series.ownerless)
  }
}

const isOwn = (actor: Actor, series: SeriesAccess): boolean => series.authorId === actor.memberId

/**
 * What may not be read is answered as if it were not there, so that nobody can infer it (I7).
 * @throws DomainError `not_found` or `not_allowed`
 */
export function authorize(actor: Actor, action: Action): void {
  if (isAllowed(actor, action)) return
  const hidden =
    action.to === 'see-scheduled' ||
    action.to === 'change-scheduled' ||
    action.to === 'use-token' ||
    action.to === 'use-webhook' ||
    ('file' in action && !isAllowed(actor, { ...action, to: 'read-file' })) ||
    ('series' in action && !isAllowed(actor, { ...action, to: 'see-series' })) ||
    ('conversation' in action && !isAllowed(actor, { to: 'read-conversation', conversation: action.conversation }))
  throw new DomainError(hidden ? 'not_found' : 'not_allowed', { action: action.to })
}
