/**
 * Takes away what nothing refers to any more: uploads that were never finished, files that were never attached, files
 * of deleted messages. Whatever a pending message refers to stays, however far ahead it is.
 */
import type { EpochMillis } from '#server/domain/time/units.ts'
import {
  isReferredTo,
  listFilesToLookAt,
  lockFile,
  lookAtLater,
  markDeleted,
  type FileRow,
} from '#server/mysql/files.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { Resources } from '../resources.ts'
import { canceledSince } from './canceled-since.ts'
import { settleDeletion } from './remove-file.ts'

const LOOK_AGAIN_MS = 7 * 24 * 3_600_000
const TOGETHER = 100

/** One pass over what is to be looked at. May run twice at once. @returns how many went away */
export async function cleanFiles(r: Resources): Promise<number> {
  const now = await loadDbNow(r.mysql.read)
  let cleaned = 0
  for (let more = true; more;) {
    const files = await listFilesToLookAt(r.mysql.read, now, TOGETHER)
    for (const file of files) if (await cleanOne(r, file, now)) cleaned++
    more = files.length === TOGETHER
  }
  return cleaned
}

async function cleanOne(r: Resources, { workspaceId, id }: FileRow, now: EpochMillis): Promise<boolean> {
  const goes = await withTransaction(r.mysql, async (tx) => {
    const held = await lockFile(tx, workspaceId, id)
    if (!held) return false
    if (held.status === 'DELETED') return true
    if (held.status === 'READY' && (await isReferredTo(tx, workspaceId, id, canceledSince(now)))) {
      await lookAtLater(tx, workspaceId, id, (now + LOOK_AGAIN_MS) as EpochMillis)
      return false
    }
    await markDeleted(tx, held)
    return true
  })
  if (goes) await settleDeletion(r, { workspaceId, id })
  return goes
}
