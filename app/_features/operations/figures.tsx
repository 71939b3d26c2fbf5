'use client'
import type { ReactNode } from 'react'
import { durationText } from '#server/domain/time/plain-time.ts'
import { classNames } from '#app/_ui/class-names.ts'
import type { Operations } from './operations-api.ts'

/** What waits, and how far ahead and apart things are. */
export function Figures({ operations }: { operations: Operations }) {
  const { due, oldestDue_ms, queue, outbox, clockOffset_ms, claimMax_ms, hydration, now } = operations
  const more = due?.atLeast ? '+' : ''
  const alarming = (...names: string[]) =>
    operations.checks.some(({ name, status }) => names.includes(name) && status !== 'ok')
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-large border border-line bg-line sm:grid-cols-4">
      <Figure name="Overdue" note={oldestNote(oldestDue_ms)} alarming={alarming('oldest_due_age')}>
        {due && counted(due.overdue, more)}
      </Figure>
      <Figure name="Due within a minute" note={due && `${counted(due.nextHour, more)} within the hour`}>
        {due && counted(due.nextMinute, more)}
      </Figure>
      <Figure
        name="Waiting in Redis"
        note={queue && `${counted(queue.claimed)} claimed now`}
        alarming={alarming('redis')}
      >
        {queue && counted(queue.due)}
      </Figure>
      <Figure
        name="To publish"
        note={outbox && (outbox.rows > 0 ? `oldest ${durationText(outbox.oldest_ms)}` : 'nothing owed')}
        alarming={alarming('outbox_oldest', 'outbox_size')}
      >
        {outbox && counted(outbox.rows)}
      </Figure>
      <Figure name="Loaded ahead" note={loadedNote(hydration)} alarming={alarming('hydrated_ahead')}>
        {hydration && now !== null && (hydration.until_ms > now ? durationText(hydration.until_ms - now) : 'nothing')}
      </Figure>
      <Figure name="Clocks apart" note="database and Redis" alarming={alarming('clock_offset')}>
        {clockOffset_ms !== null && durationText(clockOffset_ms)}
      </Figure>
      <Figure name="Slowest claim" note="in the last seconds" alarming={alarming('claim_time')}>
        {claimMax_ms !== null && `${claimMax_ms < 10 ? claimMax_ms.toFixed(1) : Math.round(claimMax_ms)} ms`}
      </Figure>
      <Figure name="Processes" note={processNote(operations)} alarming={operations.checks.some(isWorkerTrouble)}>
        {operations.processes.filter(({ state }) => state !== 'silent').length}
      </Figure>
    </dl>
  )
}

type FigureProps = {
  name: string
  note?: string | null | false | undefined
  alarming?: boolean
  /** Nothing where it cannot be read now. */
  children: ReactNode
}

function Figure({ name, note, alarming = false, children }: FigureProps) {
  const unknown = children === null || children === false || children === undefined
  return (
    <div className="flex flex-col bg-raised px-4 py-3">
      <dt className="text-small text-muted">{name}</dt>
      <dd className={classNames('time text-title leading-snug font-semibold', alarming && 'text-danger')}>
        {alarming && <span aria-label="not well">! </span>}
        {unknown ? <span className="text-muted">unknown</span> : children}
      </dd>
      <dd className="text-small text-muted">{note || ' '}</dd>
    </div>
  )
}

const counted = (n: number, more = ''): string => n.toLocaleString('en-US') + more

const oldestNote = (oldest_ms: number | null): string | null =>
  oldest_ms === null ? null : oldest_ms > 0 ? `oldest ${durationText(oldest_ms)}` : 'none waits'

const loadedNote = (hydration: Operations['hydration']): string | null =>
  hydration && (hydration.missing.length > 0 ? `${hydration.missing.length} of 16 lanes missing` : 'all 16 lanes')

const isWorkerTrouble = ({ name, status }: Operations['checks'][number]): boolean =>
  name.startsWith('worker_') && status !== 'ok'

function processNote({ processes, missing }: Operations): string {
  const silent = processes.filter(({ state }) => state === 'silent').length
  if (missing.length > 0) return `no ${missing.join(', ')}`
  return silent > 0 ? `${silent} silent` : 'all report'
}
