/** Files in the form that programs know. */
import { filesOf, type AttachedFile } from '#server/domain/files/attached-file.ts'
import { filePath } from '#server/domain/files/file-address.ts'
import { typeWords } from '#server/domain/files/type-words.ts'
import { formatId, idTimeMs, type FileId, type MemberId } from '#server/domain/ids.ts'
import { toAttached, type FileRow, type FileShare } from '#server/usecases/files/file-facts.ts'
import type { Answer, SlackCall } from './method.ts'
import { publicConversationId, publicMemberId, publicWorkspaceId } from './public-ids.ts'

export const publicFileId = (id: FileId) => formatId('file', id)

/** As a message shows it. */
export function attachedObject({ host, actor }: SlackCall, file: AttachedFile, ownerId: MemberId): Answer {
  const id = publicFileId(file.id)
  if (file.gone) return { id, mode: 'tombstone' }
  const { workspaceId } = actor
  const url = (form: 'download' | 'image' | 'preview') =>
    new URL(filePath(workspaceId, file.id, form), host.appUrl).href
  const created = Math.floor(idTimeMs(file.id) / 1000)
  return {
    ...{ id, created, timestamp: created, name: file.name, title: file.name },
    ...{ mimetype: file.type, filetype: shortType(file), pretty_type: typeWords(file.type, file.name) },
    ...{ user: publicMemberId(ownerId), user_team: publicWorkspaceId(workspaceId), size: file.size, mode: 'hosted' },
    ...{ editable: false, is_external: false, external_type: '', public_url_shared: false, file_access: 'visible' },
    url_private: url('download'),
    url_private_download: url('download'),
    ...(file.width === undefined
      ? {}
      : { original_w: file.width, original_h: file.height, thumb_960: url('preview'), url_private: url('image') }),
  }
}

/** With where it is shown. */
export function fileObject(call: SlackCall, file: FileRow, shares: readonly FileShare[]): Answer {
  const placesOf = (kind: FileShare['kind']) => [
    ...new Set(
      shares.filter((share) => share.kind === kind).map((share) => publicConversationId(share.conversationId, kind)),
    ),
  ]
  return {
    ...attachedObject(call, toAttached(file), file.ownerId),
    is_public: placesOf('public').length > 0,
    channels: placesOf('public'),
    groups: placesOf('private'),
    ims: placesOf('direct'),
  }
}

/** The field `files` of a message, where there are any. */
export function fileParts(call: SlackCall, payload: string | null, authorId: MemberId): Answer {
  const files = filesOf(payload)
  return files.length === 0 ? {} : { files: files.map((file) => attachedObject(call, file, authorId)) }
}

const SHORT: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/plain': 'text',
}
const shortType = ({ type, name }: AttachedFile): string =>
  SHORT[type] ?? /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'binary'
