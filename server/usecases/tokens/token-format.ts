import { formatId, parsePublicId, type WorkspaceId } from '#server/domain/ids.ts'
import type { TokenKind } from '#server/mysql/access-tokens.ts'
import { hashSecret, SECRET_PATTERN } from '../secrets.ts'

const LETTER = { bot: 'b', user: 'p' } as const
const TOKEN = new RegExp(`^xox([bp])-(T[0-9A-Z]{14})-(${SECRET_PATTERN})$`)

/** `xoxb-<T…>-<secret>` of a bot, `xoxp-…` of a person: SDKs and leak scanners know these, and the token names its workspace. */
export const formatToken = (kind: TokenKind, workspaceId: WorkspaceId, secret: string) =>
  `xox${LETTER[kind]}-${formatId('workspace', workspaceId)}-${secret}`

/** @returns null for what cannot be one of our tokens */
export function parseToken(token: string): { kind: TokenKind; workspaceId: WorkspaceId; secretHash: string } | null {
  const [, letter = '', workspace = '', secret = ''] = TOKEN.exec(token) ?? []
  try {
    return {
      kind: letter === 'b' ? 'bot' : 'user',
      workspaceId: parsePublicId<WorkspaceId>('workspace', workspace),
      secretHash: hashSecret(secret),
    }
  } catch {
    return null
  }
}
