'use client'
import { useCallback, useMemo, useRef } from 'react'
import type { ConversationId, FileId, MessageId, RowId } from '#server/domain/ids.ts'
import type { PlannedDraftView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useScheduledSync } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { askedConditions, type Conditions } from './conditions.ts'
import type { When } from './presets.ts'

export type DraftOutcome<T> = { done: T } | { refused: string }

/** What an author can do with drafts that remember a time; each is in the list of every tab and device afterwards. */
export function useDraftActions() {
  const { workspaceId } = useWorkspace()
  const { refresh } = useScheduledSync()
  const running = useRef(new Set<string>())
  const run = useCallback(
    async <T>(key: string, call: () => Promise<T>): Promise<DraftOutcome<T> | null> => {
      if (running.current.has(key)) return null
      running.current.add(key)
      try {
        const done = await call()
        await refresh()
        return { done }
      } catch (error) {
        return { refused: failureWords(error) }
      } finally {
        running.current.delete(key)
      }
    },
    [refresh],
  )
  return useMemo(
    () => ({
      /** @param clientToken made once per draft, so that asking again cannot keep it twice */
      keep: (
        draft: {
          conversationId: ConversationId
          threadRootId?: MessageId
          alsoInChannel?: boolean
          text: string
          fileIds: FileId[]
        },
        when: When,
        conditions: Conditions,
        clientToken: string,
      ) =>
        run<PlannedDraftView>(clientToken, () =>
          trpc.drafts.keep.mutate({
            workspaceId,
            ...draft,
            ...when,
            ...askedConditions(conditions, when.sendAt),
            clientToken,
          }),
        ),
      change: (
        { id, version, ...time }: PlannedDraftView,
        content: { text: string; fileIds: FileId[] },
        when: When,
        conditions: Conditions,
      ) =>
        run<PlannedDraftView>(id, () =>
          trpc.drafts.change.mutate({
            ...{ workspaceId, id, version, ...content },
            // The same time as before stays what was promised: an instant, or the clock.
            ...(when.sendAt === time.sendAt && when.zone === time.zone ? {} : when),
            ...askedConditions(conditions, when.sendAt),
          }),
        ),
      remove: (id: RowId) => run(id, () => trpc.drafts.delete.mutate({ workspaceId, id })),
      arm: (id: RowId) => run<ScheduledView>(id, () => trpc.drafts.arm.mutate({ workspaceId, id })),
    }),
    [run, workspaceId],
  )
}
