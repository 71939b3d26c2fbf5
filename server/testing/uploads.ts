/** Shortcuts for tests with files: upload, and pictures made of nothing. */
import sharp from 'sharp'
import { PART_BYTES } from '#server/domain/files/limits.ts'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { beginUpload } from '#server/usecases/files/begin-upload.ts'
import { finishUpload } from '#server/usecases/files/finish-upload.ts'
import { takePart } from '#server/usecases/files/take-part.ts'
import type { Resources } from '#server/usecases/resources.ts'

/** From the announcement to the end. */
export async function upload(
  r: Resources,
  actor: Actor,
  { name = 'notes.txt', bytes = Buffer.from('some notes') }: { name?: string; bytes?: Uint8Array } = {},
): Promise<AttachedFile> {
  const { id, parts } = await beginUpload(r, actor, { name, size: bytes.length })
  for (let index = 0; index < parts; index++) {
    const part = bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)
    await takePart(r, actor, { id, index, bytes: part })
  }
  return finishUpload(r, actor, { id })
}

export const picture = (
  { width, height }: { width: number; height: number },
  format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b08030' } })
    .toFormat(format)
    .toBuffer()
