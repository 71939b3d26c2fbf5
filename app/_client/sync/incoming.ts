import { formatId, type ConversationId } from '#server/domain/ids.ts'
import { isMentioned } from '#server/domain/message/is-mentioned.ts'
import type { Frame, Head } from '#server/protocol/frame.ts'
import { FRAME_VERSION } from '#server/protocol/frame-format.ts'
import { purgeAllBut } from '../store/purge.ts'
import type { Store } from '../store/store.ts'
import type { SyncEvent } from '../store/sync-event.ts'
import type { CatchUp } from './catch-up.ts'

/** News enter the store in the order they came; what turns out to be missing is wanted from the catch-up. */
export function createIncoming(store: Store, catchUp: CatchUp, isShown: (id: ConversationId) => boolean) {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  function inOrder(work: () => Promise<void>): void {
    waiting++
    last = last
      .then(work)
      .catch(isClosing)
      .finally(() => void waiting--)
  }
  const publicId = formatId('member', store.me)
  const namesMe = (event: SyncEvent): boolean =>
    event.type === 'frame' &&
    event.frame.changes.some((change) => change.type === 'message' && isMentioned(change.message.text, publicId))

  async function take(event: SyncEvent, id: ConversationId): Promise<void> {
    const { verdict } = await store.commit(event)
    if (verdict !== 'behind' && verdict !== 'reset') return
    // A conversation without a copy is fetched when somebody looks at it, by the warm-up, or to tell who is named there.
    if (isShown(id) || namesMe(event) || (await store.db().cursors.get(id))) catchUp.want(id)
  }
  const heads = (all: readonly Head[]) => {
    for (const head of all) inOrder(() => take({ type: 'head', head }, head.conversationId))
  }
  return {
    /** A frame of a server that was updated under this page: only that there is something new can be told from it. */
    frame(frame: Frame) {
      const { conversationId, epoch, toSeq: lastSeq } = frame
      const event: SyncEvent =
        frame.v === FRAME_VERSION
          ? { type: 'frame', frame }
          : { type: 'head', head: { conversationId, epoch, lastSeq, lastMessageSeq: 0 } }
      inOrder(() => take(event, conversationId))
    },
    heads,
    /** What is not among them may no longer be read (I7). */
    allHeads(all: readonly Head[]) {
      const readable = new Set(all.map((head) => head.conversationId))
      inOrder(async () => {
        await store.write((db) => purgeAllBut(db, readable))
      })
      heads(all)
    },
    isIdle: () => waiting === 0,
  }
}

/** A page that is being closed loses its database under running work; what was not written is fetched next time. */
function isClosing(): void {}
