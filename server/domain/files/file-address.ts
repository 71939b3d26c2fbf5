/** Where the bytes of a file are read and brought to. Ids in addresses have the public form. */
import { formatId, type FileId, type WorkspaceId } from '../ids.ts'

/**
 * `download`: the whole file, saved and never shown. `image`: an image, made anew. `preview`: the same, small.
 */
export const FILE_FORMS = ['download', 'image', 'preview'] as const
export type FileForm = (typeof FILE_FORMS)[number]

const fileBase = (workspaceId: WorkspaceId, id: FileId): string =>
  `/api/files/${formatId('workspace', workspaceId)}/${formatId('file', id)}`

export const filePath = (workspaceId: WorkspaceId, id: FileId, form: FileForm): string =>
  `${fileBase(workspaceId, id)}/${form}`

/** Takes a part of an upload by PUT. */
export const partPath = (workspaceId: WorkspaceId, id: FileId, part: number): string =>
  `${fileBase(workspaceId, id)}/parts/${part}`
