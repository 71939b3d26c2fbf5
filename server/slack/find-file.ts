import { DomainError } from '#server/domain/errors.ts'
import type { FileId } from '#server/domain/ids.ts'
import type { FileRow } from '#server/usecases/files/file-facts.ts'
import { loadReadableFile } from '#server/usecases/files/load-file.ts'
import type { SlackCall } from './method.ts'
import { readPublicId } from './public-ids.ts'
import { wrongArgument } from './slack-error.ts'

/** The file that an argument names. What the caller may not read is answered as if it were not there (I7). */
export async function findFile({ host, actor }: SlackCall, file: string): Promise<FileRow> {
  try {
    return await loadReadableFile(host.resources, actor, fileIdOf(file))
  } catch (error) {
    throw error instanceof DomainError ? unknownFile(file) : error
  }
}

/** @throws SlackError `file_not_found` */
export function fileIdOf(file: string): FileId {
  const id = readPublicId<FileId>('file', file)
  if (!id) throw unknownFile(file)
  return id
}

const unknownFile = (file: string) => wrongArgument('file_not_found', 'file', file, 'no file that you can see')
