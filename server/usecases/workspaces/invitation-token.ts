import { DomainError } from '#server/domain/errors.ts'
import { formatId, parsePublicId, type WorkspaceId } from '#server/domain/ids.ts'
import { hashSecret, SECRET_PATTERN } from '../secrets.ts'

const TOKEN = new RegExp(`^([^.]+)\\.(${SECRET_PATTERN})$`)

/** `<T…>.<secret>`: the token names its workspace, so it is looked up there and nowhere else. */
export const formatInvitation = (workspaceId: WorkspaceId, secret: string) =>
  `${formatId('workspace', workspaceId)}.${secret}`

/** @throws DomainError `invitation_invalid` */
export function parseInvitation(token: string): { workspaceId: WorkspaceId; secretHash: string } {
  const [, workspace = '', secret = ''] = TOKEN.exec(token) ?? []
  try {
    return { workspaceId: parsePublicId<WorkspaceId>('workspace', workspace), secretHash: hashSecret(secret) }
  } catch {
    throw new DomainError('invitation_invalid', { reason: 'malformed' })
  }
}
