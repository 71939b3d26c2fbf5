/** Addresses within a workspace. Ids in them have the public form, so that a mistyped link is told from an empty room. */
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import { formatId, parsePublicId, type ConversationId, type WorkspaceId } from '#server/domain/ids.ts'

const SECTIONS = ['scheduled', 'search', 'saved', 'browse', 'people', 'settings', 'ops', 'gallery'] as const
export type Section = (typeof SECTIONS)[number]

export type Place =
  | { at: 'home' }
  | { at: 'conversation'; conversationId: ConversationId }
  | { at: Section }
  | { at: 'nowhere' }

export const homePath = (workspaceId: WorkspaceId): string => `/client/${formatId('workspace', workspaceId)}`

export const sectionPath = (workspaceId: WorkspaceId, section: Section): string => `${homePath(workspaceId)}/${section}`

export const conversationPath = (
  workspaceId: WorkspaceId,
  conversation: { id: ConversationId; kind: ConversationKind },
): string =>
  `${homePath(workspaceId)}/${formatId('conversation', conversation.id, conversation.kind === 'direct' ? 'D' : 'C')}`

/** @returns null if the address names no workspace */
export function workspaceOfPath(pathname: string): WorkspaceId | null {
  return parsed(() => parsePublicId<WorkspaceId>('workspace', pathname.split('/')[2] ?? ''))
}

export function placeOfPath(pathname: string): Place {
  const [, , , rest = '', more] = pathname.split('/')
  if (more) return { at: 'nowhere' }
  if (rest === '') return { at: 'home' }
  const section = SECTIONS.find((each) => each === rest)
  if (section) return { at: section }
  const conversationId = parsed(() => parsePublicId<ConversationId>('conversation', rest))
  return conversationId ? { at: 'conversation', conversationId } : { at: 'nowhere' }
}

function parsed<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
