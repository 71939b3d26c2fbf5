/** A file as pages show it. */
import { isShown, type AttachedFile } from '#server/domain/files/attached-file.ts'
import { filePath } from '#server/domain/files/file-address.ts'
import { sizeWords } from '#server/domain/files/size-words.ts'
import { typeWords } from '#server/domain/files/type-words.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'

export type ShownFile = {
  key: string
  name: string
  /** What it is and how large: `PDF · 1.2 MB`. */
  words: string
  /** Where it is downloaded from; null: it was deleted. */
  href: string | null
  /** Where there is something to see. */
  image: { preview: string; full: string; width: number; height: number } | null
}

export function shownFile(workspaceId: WorkspaceId, file: AttachedFile): ShownFile {
  if (file.gone) return { key: file.id, name: 'This file was deleted.', words: '', href: null, image: null }
  const path = (form: 'download' | 'image' | 'preview') => filePath(workspaceId, file.id, form)
  return {
    key: file.id,
    name: file.name,
    words: `${typeWords(file.type, file.name)} · ${sizeWords(file.size)}`,
    href: path('download'),
    image: isShown(file)
      ? { preview: path('preview'), full: path('image'), width: file.width, height: file.height }
      : null,
  }
}
