'use client'
import { useCallback, useRef, useState } from 'react'
import type { MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useScheduledSync } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { errorWords, failureWords } from '#app/_client/words.ts'
import { undoStep, type PlannedMove } from './plan-batch.ts'

type Step = Parameters<typeof trpc.scheduled.changeMany.mutate>[0]['steps'][number]
/** What became of one message: as it is now, or why nothing became of it. */
export type BatchLine = {
  before: ScheduledView
  /** Null where it was refused, or where an undo has taken it back. */
  after: ScheduledView | null
  refused: string | null
  undone: boolean
}
export type BatchReport = { did: 'moved' | 'canceled'; lines: BatchLine[] }

/** The server takes so many at once. */
const MOST_STEPS = 200

/** Takes one step for many messages, and tells of each what became of it. Each, or all, can be taken back. */
export function useBatch() {
  const { workspaceId } = useWorkspace()
  const { show, refresh } = useScheduledSync()
  const [report, setReport] = useState<BatchReport | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const send = useCallback(
    async (steps: Step[]): Promise<Map<MessageId, ScheduledView | string>> => {
      const found = new Map<MessageId, ScheduledView | string>()
      for (let i = 0; i < steps.length; i += MOST_STEPS) {
        const part = steps.slice(i, i + MOST_STEPS)
        try {
          const outcomes = await trpc.scheduled.changeMany.mutate({ workspaceId, steps: part })
          for (const outcome of outcomes) {
            found.set(
              outcome.id,
              'done' in outcome ? outcome.done : outcome.code ? errorWords(outcome.code, outcome.facts) : LOST,
            )
          }
        } catch (error) {
          for (const { id } of part) found.set(id as MessageId, failureWords(error))
        }
      }
      const done = [...found.values()].filter((each) => typeof each !== 'string')
      // If the store fails, the list asked for below brings it.
      await Promise.all(done.map((each) => show(each).catch(() => {})))
      void refresh()
      return found
    },
    [workspaceId, show, refresh],
  )

  const run = useCallback(
    async (did: BatchReport['did'], rows: readonly ScheduledView[], steps: Step[]): Promise<BatchReport | null> => {
      if (running.current || steps.length === 0) return null
      running.current = true
      setBusy(true)
      const found = await send(steps)
      running.current = false
      setBusy(false)
      const done: BatchReport = {
        did,
        lines: rows.map((before) => {
          const outcome = found.get(before.id) ?? LOST
          return typeof outcome === 'string'
            ? { before, after: null, refused: outcome, undone: false }
            : { before, after: outcome, refused: null, undone: false }
        }),
      }
      setReport(done)
      return done
    },
    [send],
  )

  const move = useCallback(
    (plan: readonly PlannedMove[]) => {
      const good = plan.filter(({ moved, problem }) => moved && problem === null)
      const steps = good.map(({ scheduled: { id, version }, moved }): Step => {
        const { sendAt = 0, zone = '', wallClock = '' } = moved ?? {}
        return { do: 'move', id, version, sendAt, zone, wallClock }
      })
      return run(
        'moved',
        good.map(({ scheduled }) => scheduled),
        steps,
      )
    },
    [run],
  )

  const cancel = useCallback(
    (rows: readonly ScheduledView[]) =>
      run(
        'canceled',
        rows,
        rows.map(({ id }): Step => ({ do: 'cancel', id })),
      ),
    [run],
  )

  /** Takes these lines back: to the old time, or scheduled anew for the same second. */
  const undo = useCallback(
    async (given: BatchReport, lines: readonly BatchLine[]) => {
      if (running.current) return
      const open = lines.filter(({ after, undone }) => after !== null && !undone)
      running.current = true
      setBusy(true)
      const found = await send(
        open.map(({ before, after }) => undoStep(given.did, before, after?.version ?? before.version)),
      )
      running.current = false
      setBusy(false)
      setReport({
        did: given.did,
        lines: given.lines.map((line) => {
          const outcome = open.includes(line) ? (found.get(line.before.id) ?? LOST) : null
          if (outcome === null) return line
          return typeof outcome === 'string' ? { ...line, refused: outcome } : { ...line, refused: null, undone: true }
        }),
      })
    },
    [send],
  )

  const dismiss = useCallback(() => setReport(null), [])
  return { report, busy, move, cancel, undo, dismiss }
}

const LOST = 'What became of it could not be found out. Look at the list, and try again if it has not changed.'
