/**
 * One call of a repository function, made in `mine` with the ids of `theirs`. The caller rolls it back. What a write
 * answers is what it was given, so it is dropped here (`write`); what a read answers has to be nothing.
 */
import type { Tx } from '#server/mysql/connect.ts'
import type { Neighbours } from './neighbours.ts'

export type Call = (tx: Tx, n: Neighbours) => Promise<unknown>

export const write =
  (call: Call): Call =>
  async (tx, n) =>
    void (await call(tx, n))
/** The scheduled row and its reference as a caller in one's own workspace would wrongly hold them. */
export const rowOf = ({ mine, theirs }: Neighbours) => ({ ...theirs.scheduled, workspaceId: mine })
export const refOf = ({ mine, theirs }: Neighbours) => ({ workspaceId: mine, id: theirs.scheduled.id })
export const writerOf = ({ mine, theirs }: Neighbours) => ({
  workspaceId: mine,
  conversationId: theirs.conversationId,
  authorId: theirs.memberId,
})
