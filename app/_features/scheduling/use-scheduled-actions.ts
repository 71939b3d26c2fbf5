'use client'
import { useCallback, useMemo, useRef } from 'react'
import type { ErrorCode } from '#server/domain/errors.ts'
import type { FileId, MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { useScheduledSync } from '#app/_client/react/hooks.ts'
import { trpc } from '#app/_client/trpc.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { domainErrorOf } from '#app/_client/refusals.ts'
import { failureWords } from '#app/_client/words.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { askedConditions, NO_CONDITIONS, type Conditions } from './conditions.ts'
import type { When } from './presets.ts'
import type { AskedWhen } from './promised-when.ts'
import { scheduleAgain } from './schedule-again.ts'
import { serverReading, type Refusal } from './refusal.ts'

/**
 * `refused` says in plain words why not; `code` is null where the server did not decide. `instead` is the time that the
 * server would take, where it and this browser disagree about an instant.
 */
export type Outcome = { done: ScheduledView } | { refused: string; code: ErrorCode | null; instead: When | null }

/**
 * What an author can do with a scheduled message. The list shows the result at once and in every tab.
 * While one action on a message runs, a second press of any is ignored (null).
 */
export function useScheduledActions() {
  const { workspaceId } = useWorkspace()
  const { show, refresh } = useScheduledSync()
  const style = useTimeStyle()
  const running = useRef(new Set<string>())

  const run = useCallback(
    async (key: string, call: () => Promise<ScheduledView>): Promise<Outcome | null> => {
      if (running.current.has(key)) return null
      running.current.add(key)
      try {
        const done = await call()
        // A next step taken at once must begin with this version. If the store fails, the list asked for below brings it.
        await show(done).catch(() => {})
        return { done }
      } catch (error) {
        const { code = null, facts = {} } = domainErrorOf(error) ?? {}
        const instead = code === 'time_does_not_match' ? serverReading(facts) : null
        return { refused: failureWords(error, (at) => moment(at * 1000, style, serverNow())), code, instead }
      } finally {
        running.current.delete(key)
        void refresh()
      }
    },
    [show, refresh, style],
  )

  return useMemo(
    () => ({
      /** @param fileIds all of them, in order; not given: they stay */
      edit: (id: MessageId, version: number, text: string, fileIds?: FileId[]) =>
        run(id, () => trpc.scheduled.edit.mutate({ workspaceId, id, version, text, ...(fileIds ? { fileIds } : {}) })),
      /** @param conditions null leaves them */
      reschedule: (id: MessageId, version: number, when: AskedWhen, conditions: Conditions | null) =>
        run(id, () =>
          trpc.scheduled.edit.mutate({
            workspaceId,
            id,
            version,
            ...when,
            ...(conditions ? askedConditions(conditions, when.sendAt) : {}),
          }),
        ),
      cancel: (id: MessageId) => run(id, () => trpc.scheduled.cancel.mutate({ workspaceId, id })),
      /** What was canceled, anew for the same second with everything that belonged to it. Asked again: the same message. */
      again: (id: MessageId) => run(id, () => scheduleAgain(workspaceId, id)),
      /** Out of the schedule, into a draft with its time, as it is being edited. @param fileIds not given: they stay */
      hold: (id: MessageId, text: string, fileIds?: FileId[]) =>
        run(id, () => trpc.scheduled.hold.mutate({ workspaceId, id, text, ...(fileIds ? { fileIds } : {}) })),
      sendNow: (id: MessageId) => run(id, () => trpc.scheduled.sendNow.mutate({ workspaceId, id })),
      retry: (id: MessageId, when: When, content: { text: string; fileIds: FileId[] }, conditions: Conditions) =>
        run(id, () =>
          trpc.scheduled.retry.mutate({
            workspaceId,
            id,
            ...when,
            ...content,
            ...askedConditions(conditions, when.sendAt),
          }),
        ),
      /** @param clientToken made once per message, so that asking again cannot schedule it twice (C9) */
      create: (
        draft: Pick<ScheduledView, 'conversationId' | 'text' | 'threadRootId' | 'alsoInChannel'> & {
          fileIds?: FileId[]
        },
        when: When,
        clientToken: string,
        conditions = NO_CONDITIONS,
      ) =>
        run(clientToken, () =>
          trpc.scheduled.create.mutate({
            workspaceId,
            ...draft,
            ...when,
            ...askedConditions(conditions, when.sendAt),
            clientToken,
          }),
        ),
    }),
    [run, workspaceId],
  )
}

/** A refused outcome for the dialog. */
export const refusalOf = ({ refused, instead }: Extract<Outcome, { refused: string }>): Refusal =>
  instead ? { words: refused, instead } : refused
