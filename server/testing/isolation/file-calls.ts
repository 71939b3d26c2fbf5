/** Of files and what refers to them. */
import * as files from '#server/mysql/files.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { write, type Call } from './call.ts'
import type { Neighbours } from './neighbours.ts'

/** Their file as a caller in one's own workspace would wrongly hold it. */
const wronglyHeld = ({ mine, theirs }: Neighbours) => ({ ...theirs.file, workspaceId: mine })
const refOf = ({ mine, theirs }: Neighbours) => ({ workspaceId: mine, id: theirs.file.id })
const holderOf = ({ theirs }: Neighbours) => ({ kind: 'message' as const, id: theirs.messageId })
const later = ({ now }: Neighbours) => (now + 1_000) as EpochMillis

export const FILE_CALLS: Record<string, Call> = {
  'files.insertFile': write((tx, n) => files.insertFile(tx, wronglyHeld(n), n.now)),
  'files.readFile': (tx, { mine, theirs }) => files.readFile(tx, mine, theirs.file.id),
  'files.lockFile': (tx, { mine, theirs }) => files.lockFile(tx, mine, theirs.file.id),
  'files.listReadyFiles': (tx, { mine, theirs }) => files.listReadyFiles(tx, mine, [theirs.file.id]),
  'files.holdReadyFiles': (tx, n) => files.holdReadyFiles(tx, [refOf(n)]),
  'files.countLooseFiles': (tx, { mine, theirs }) =>
    files.countLooseFiles(tx, mine, theirs.memberId, { sinceId: '1', most: 10 }),
  'files.recordParts': (tx, { mine, theirs }) => files.recordParts(tx, mine, theirs.file.id, 9),
  'files.markReady': (tx, n) => files.markReady(tx, wronglyHeld(n), wronglyHeld(n), later(n)),
  'files.renameFile': (tx, n) => files.renameFile(tx, wronglyHeld(n), 'mine'),
  'files.markDeleted': (tx, n) => files.markDeleted(tx, wronglyHeld(n)),
  'files.forgetFile': (tx, { mine, theirs }) => files.forgetFile(tx, mine, theirs.file.id),
  'files.lookAtLater': (tx, n) => files.lookAtLater(tx, n.mine, n.theirs.file.id, later(n)),
  'files.lookAtSoon': (tx, { mine, theirs, now }) => files.lookAtSoon(tx, mine, [theirs.file.id], now),
  'files.addFileUses': write((tx, n) =>
    files.addFileUses(tx, [{ workspaceId: n.mine, fileId: n.theirs.file.id, holder: holderOf(n) }]),
  ),
  'files.removeFileUses': (tx, n) => files.removeFileUses(tx, n.mine, holderOf(n), [n.theirs.file.id]),
  'files.isReferredTo': (tx, { mine, theirs }) => files.isReferredTo(tx, mine, theirs.file.id, 0 as EpochMillis),
  'files.isShownTo': (tx, { mine, theirs }) => files.isShownTo(tx, mine, theirs.file.id, theirs.memberId),
  'files.isHeldFor': (tx, { mine, theirs }) => files.isHeldFor(tx, mine, theirs.file.id, theirs.memberId),
  'files.listSharesFor': (tx, { mine, theirs }) => files.listSharesFor(tx, mine, theirs.file.id, theirs.memberId, 10),
  'files.listFilesFor': (tx, { mine, theirs }) => files.listFilesFor(tx, mine, theirs.memberId, {}, 10),
  'files.listShowing': (tx, { mine, theirs }) =>
    files.listShowing(tx, mine, theirs.file.id, { afterId: '0', limit: 10 }),
}
