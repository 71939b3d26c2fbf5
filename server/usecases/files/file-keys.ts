/** Under which keys the bytes of a file lie in the store. */
import { formatId } from '#server/domain/ids.ts'
import type { FileRow } from '#server/mysql/files.ts'

type Named = Pick<FileRow, 'workspaceId' | 'id'>
const base = ({ workspaceId, id }: Named) => `${formatId('workspace', workspaceId)}/${formatId('file', id)}`

/** Of an upload, as it came. */
export const partKey = (file: Named, index: number): string => `${base(file)}/part-${index}`
/** Of an image that was made anew. */
export const imageKey = (file: Named, index: number): string => `${base(file)}/image-${index}`
export const previewKey = (file: Named): string => `${base(file)}/preview`

export const isMadeAnew = (file: Pick<FileRow, 'width'>): boolean => file.width !== null

const keys = (count: number, keyOf: (index: number) => string) => Array.from({ length: count }, (_, i) => keyOf(i))

/** What a READY file is read from, in order. */
export const readKeys = (file: FileRow): string[] =>
  keys(file.parts, (index) => (isMadeAnew(file) ? imageKey(file, index) : partKey(file, index)))

/** Of an upload of so many parts. */
export const partKeys = (file: Named, parts: number): string[] => keys(parts, (index) => partKey(file, index))
export const imageKeys = (file: Named, parts: number): string[] => keys(parts, (index) => imageKey(file, index))
