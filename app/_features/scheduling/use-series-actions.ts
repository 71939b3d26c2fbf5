'use client'
import { useCallback, useMemo, useRef } from 'react'
import type { ConversationId, FileId, MemberId, MessageId, SeriesId } from '#server/domain/ids.ts'
import type { BelongsTo } from '#server/domain/recurrence/series.ts'
import type { SeriesChanged, SeriesView } from '#server/protocol/series-view.ts'
import { useScheduledSync } from '#app/_client/react/hooks.ts'
import { useSeriesRefresh } from '#app/_client/react/use-series.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import type { Conditions } from './conditions.ts'
import { scheduleAgain } from './schedule-again.ts'

export type SeriesOutcome<T> = { done: T } | { refused: string }

export type NewSeries = Conditions & {
  conversationId: ConversationId
  threadRootId?: MessageId
  alsoInChannel?: boolean
  text: string
  fileIds?: FileId[]
  rule: string
  wallClock: string
  zone: string
  /** The instant that was shown for it. */
  sendAt: number
  belongsTo: BelongsTo
}
export type FollowingChange = Partial<Omit<NewSeries, 'conversationId' | 'threadRootId' | 'alsoInChannel'>> & {
  /** The day of the first one that changes; default: the next. */
  from?: string
}

/** What can be done with a series. While one action on it runs, a second press of any is ignored (null). */
export function useSeriesActions() {
  const { workspaceId } = useWorkspace()
  const { refresh } = useScheduledSync()
  const refreshSeries = useSeriesRefresh()
  const running = useRef(new Set<string>())

  const run = useCallback(
    async <T>(key: string, call: () => Promise<T>): Promise<SeriesOutcome<T> | null> => {
      if (running.current.has(key)) return null
      running.current.add(key)
      try {
        const done = await call()
        await refreshSeries()
        return { done }
      } catch (error) {
        return { refused: failureWords(error) }
      } finally {
        running.current.delete(key)
        void refresh()
      }
    },
    [refresh, refreshSeries],
  )

  return useMemo(() => {
    const change =
      (call: (target: { workspaceId: typeof workspaceId; id: SeriesId; version: number }) => Promise<SeriesChanged>) =>
      ({ id, version }: Pick<SeriesView, 'id' | 'version'>) =>
        run(id, () => call({ workspaceId, id, version }))
    return {
      /** @param clientToken made once per series, so that asking again cannot make a second one (C9) */
      create: (wanted: NewSeries, clientToken: string) =>
        run(clientToken, () => trpc.series.create.mutate({ workspaceId, ...wanted, clientToken })),
      skipNext: change((target) => trpc.series.skipNext.mutate(target)),
      /** What was skipped, again for its day. Asked again: the same message. */
      unskip: (id: MessageId) => run(id, () => scheduleAgain(workspaceId, id)),
      pause: change((target) => trpc.series.pause.mutate(target)),
      resume: change((target) => trpc.series.resume.mutate(target)),
      end: change((target) => trpc.series.end.mutate(target)),
      edit: (series: Pick<SeriesView, 'id' | 'version'>, changed: FollowingChange) =>
        change((target) => trpc.series.editFollowing.mutate({ ...target, ...changed }))(series),
      handOver: (series: Pick<SeriesView, 'id' | 'version'>, memberId: MemberId) =>
        change((target) => trpc.series.handOver.mutate({ ...target, memberId }))(series),
    }
  }, [run, workspaceId])
}
