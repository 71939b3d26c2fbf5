/** What a page can ask the engine to do. Everything shows in the store at once and reaches the server as soon as it can. */
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Nudge } from '#server/protocol/socket-events.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { commitEvent } from '../store/commit-event.ts'
import { putScheduled, replaceRoster } from '../store/replace-lists.ts'
import { draftKey, type DraftRow, type UnsentChange, type UnsentRow, type WritingPlace } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { CatchUp } from './catch-up.ts'
import type { Refresher } from './refresher.ts'
import type { SyncApi } from './sync-api.ts'

export type Actions = {
  /** It is on screen: kept up to date before all others. @returns call when it no longer is */
  showConversation(id: ConversationId): () => void
  /** Fetches what was said before the oldest message here. @returns whether there is more before that */
  loadEarlier(id: ConversationId): Promise<boolean>
  loadRoster(id: ConversationId): Promise<void>
  /** Puts it on its way; a draft of the same place is cleared with it. @returns its client token */
  send(message: {
    conversationId: ConversationId
    text: string
    threadRootId?: MessageId | null
    alsoInChannel?: boolean
    files?: readonly AttachedFile[]
  }): Promise<string>
  /** Tries a refused message again, as it was or as its author has changed it. */
  retryUnsent(clientToken: string, changed?: UnsentChange): Promise<void>
  deleteUnsent(clientToken: string): Promise<void>
  /** Its files stay. */
  setDraft(
    id: ConversationId,
    text: string,
    place?: WritingPlace | null,
    seen?: Pick<DraftRow, 'seenEditedMs'>,
  ): Promise<void>
  /** @param change from what stands in the store, so that two uploads that end together are both there */
  setDraftFiles(
    id: ConversationId,
    change: (files: AttachedFile[]) => AttachedFile[],
    place?: WritingPlace | null,
  ): Promise<void>
  /** Everything up to this number has been seen. */
  markRead(id: ConversationId, seq: number): Promise<void>
  /** What stands above this number is unread again, here and on every other device. Nothing changes where it fails. */
  markUnread(id: ConversationId, seq: number): Promise<void>
  /** The answer to one's own change, shown before the list comes again. */
  showScheduled(view: ScheduledView): Promise<void>
  /** Told: a notice has done its duty. */
  markNoticesSeen(ids: readonly string[]): Promise<void>
  refresh(about: readonly Nudge[]): Promise<void>
}

/** As much as a timeline grows by: each page is then shown with one reading. */
const HISTORY_PAGE = 80
/** A page that went stale while it was read is read again; more often than this means a very busy moment. */
const HISTORY_TRIES = 3

type Parts = {
  store: Store
  api: SyncApi
  refresher: Refresher
  catchUp: CatchUp
  /** wakes whoever sends the unsent */ look(): void
}

export function createActions({ store, api, refresher, catchUp, look }: Parts): Omit<Actions, 'showConversation'> {
  const earlier = new Map<ConversationId, Promise<boolean>>()
  const marking = new Map<ConversationId, { seq: number; turn: number }>()

  async function fetchEarlier(id: ConversationId): Promise<boolean> {
    for (let attempt = 0; attempt < HISTORY_TRIES; attempt++) {
      const cursor = await store.db().cursors.get(id)
      if (!cursor) {
        catchUp.want(id)
        return true
      }
      if (cursor.floorSeq === 0) return false
      const page = await api.history({ conversationId: id, beforeSeq: cursor.floorSeq, limit: HISTORY_PAGE })
      const { verdict } = await store.commit({ type: 'history', asked: cursor, ...page })
      if (verdict === 'applied') return page.more
    }
    return true
  }

  /** One question at a time per conversation; what was seen meanwhile goes with the next. */
  async function tellRead(id: ConversationId): Promise<void> {
    for (let told = -1; ;) {
      const mark = marking.get(id)
      if (!mark || mark.seq <= told) break
      await api.markRead({ conversationId: id, ...mark })
      told = mark.seq
    }
  }

  /** What is empty is not kept. */
  async function changeDraft(
    conversationId: ConversationId,
    place: WritingPlace | null,
    change: (draft: DraftRow) => DraftRow,
  ): Promise<void> {
    const key = draftKey(conversationId, place)
    await store.write((db) =>
      db.transaction('rw', db.drafts, async () => {
        const before = (await db.drafts.get(key)) ?? { key, conversationId, text: '', changedMs: 0 }
        const draft = { ...change(before), changedMs: Date.now() }
        if (draft.text === '' && !draft.files?.length) await db.drafts.delete(key)
        else await db.drafts.put(draft)
      }),
    )
  }

  return {
    refresh: refresher.refresh,
    async loadEarlier(id) {
      const running = earlier.get(id) ?? fetchEarlier(id).finally(() => earlier.delete(id))
      earlier.set(id, running)
      return running
    },
    async loadRoster(id) {
      const asOfSeq = (await store.db().cursors.get(id))?.seq ?? 0
      const memberIds = await api.roster(id)
      await store.write((db) => replaceRoster(db, id, memberIds, asOfSeq))
    },
    async send({ conversationId, text, threadRootId = null, alsoInChannel = false, files = [] }) {
      const clientToken = makeToken()
      await store.write((db) =>
        db.transaction('rw', db.tables, async () => {
          const highest = (await db.unsent.toArray()).reduce((most, row) => Math.max(most, row.position), 0)
          const unsent: UnsentRow = {
            clientToken,
            conversationId,
            threadRootId,
            alsoInChannel,
            text,
            payload: files.length > 0 ? JSON.stringify({ files }) : null,
            createdMs: Date.now(),
            position: highest + 1,
            state: 'waiting',
            attempts: 0,
            errorCode: null,
          }
          await commitEvent(db, store.me, { type: 'optimistic', unsent })
          await db.drafts.delete(draftKey(conversationId, threadRootId))
        }),
      )
      look()
      return clientToken
    },
    async retryUnsent(clientToken, changed) {
      await store.write((db) =>
        db.unsent.update(clientToken, { ...changed, state: 'waiting', errorCode: null, attempts: 0 }),
      )
      look()
    },
    async deleteUnsent(clientToken) {
      await store.write((db) => db.unsent.delete(clientToken))
    },
    async setDraft(conversationId, text, place = null, seen = {}) {
      await changeDraft(conversationId, place, (draft) => ({ ...draft, text, ...seen }))
    },
    async setDraftFiles(conversationId, change, place = null) {
      await changeDraft(conversationId, place, (draft) => ({ ...draft, files: change(draft.files ?? []) }))
    },
    async markRead(id, seq) {
      const known = await store.db().conversations.get(id)
      if (!known || known.readSeq >= seq) return
      await store.write((db) =>
        db.conversations
          .where('id')
          .equals(id)
          .modify((row) => {
            row.readSeq = Math.max(row.readSeq, seq)
          }),
      )
      const isTelling = marking.has(id)
      marking.set(id, { seq, turn: known.readTurn ?? 0 })
      // Not reached: the next mark tells this one too, and until then only this device knows.
      if (!isTelling)
        await tellRead(id)
          .catch(() => {})
          .finally(() => marking.delete(id))
    },
    async markUnread(id, seq) {
      await api.markUnread({ conversationId: id, seq })
      await refresher.refresh(['reads'])
    },
    async markNoticesSeen(ids) {
      await store.write((db) => db.notices.bulkDelete([...ids]))
      await api.noticesSeen(ids)
    },
    showScheduled: (view) => store.write((db) => putScheduled(db, view)),
  }
}

/** 128 random bits; `randomUUID` exists only where the page came over https. */
function makeToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
