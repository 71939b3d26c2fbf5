import type { FileId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { listFilesFor, listSharesFor, type FileFilter, type FileRow, type FileShare } from '#server/mysql/files.ts'
import { loadReadableConversation } from '../conversations/load-conversation.ts'
import type { Resources } from '../resources.ts'

/** So many are paged through. */
const MOST_LISTED = 1_000
const MOST_SHARES = 100

/**
 * What the actor owns, and what is shown where they may read, newest first.
 * @throws DomainError `not_found` for a conversation that they may not read
 */
export async function listFiles(r: Resources, actor: Actor, filter: FileFilter): Promise<FileRow[]> {
  if (filter.conversationId !== undefined) await loadReadableConversation(r.mysql.read, actor, filter.conversationId)
  return listFilesFor(r.mysql.read, actor.workspaceId, actor.memberId, filter, MOST_LISTED)
}

/** Where it is shown, of what the actor may read. */
export function loadShares(r: Resources, actor: Actor, id: FileId): Promise<FileShare[]> {
  return listSharesFor(r.mysql.read, actor.workspaceId, id, actor.memberId, MOST_SHARES)
}
