'use client'
import { durationText } from '#server/domain/time/plain-time.ts'
import type { Operations } from './operations-api.ts'
import { Panel } from './panel.tsx'
import { StateMark } from './state-mark.tsx'

type Process = Operations['processes'][number]

/** Every process with its heartbeat and its last success: a silent fault shows here within seconds (S8). */
export function ProcessPanel({ operations }: { operations: Operations }) {
  const { processes, missing, now } = operations
  return (
    <Panel
      title="Processes"
      note="Each reports every five seconds. Silent: not for fifteen. Stuck: it reports, but nothing it tried went well lately."
    >
      <div className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        <table className="w-full text-left">
          <thead className="text-small text-muted">
            <tr>
              <Head>Process</Head>
              <Head>State</Head>
              <Head>Heartbeat</Head>
              <Head>Last success</Head>
              <Head wide>Running for</Head>
              <Head wide>Figures</Head>
            </tr>
          </thead>
          <tbody>
            {processes.map((process) => (
              <ProcessRow key={`${process.worker}${process.number}`} process={process} now={now} />
            ))}
            {missing.map((kind) => (
              <tr key={kind} className="border-t border-line">
                <th scope="row" className="py-2 pr-3 font-medium">
                  {kind}
                </th>
                <td className="py-2 pr-3">
                  <StateMark tone="danger">none</StateMark>
                </td>
                <td colSpan={4} className="py-2 text-muted">
                  never reported
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function ProcessRow({ process, now }: { process: Process; now: number | null }) {
  const { worker, number, pid, state, beatAge_ms, successAge_ms, startedMs } = process
  const ago = (age_ms: number | null) => (age_ms === null ? 'never' : `${ageText(age_ms)} ago`)
  return (
    <tr className="border-t border-line align-top">
      <th
        scope="row"
        className="py-2 pr-3 font-medium whitespace-nowrap"
        title={pid === null ? undefined : `process id ${pid}`}
      >
        {worker} <span className="time font-normal text-muted">{number}</span>
      </th>
      <td className="py-2 pr-3">
        <StateMark tone={STATES[state]}>{state}</StateMark>
      </td>
      <td className="time py-2 pr-3">{ago(beatAge_ms)}</td>
      <td className="time py-2 pr-3">{ago(successAge_ms)}</td>
      <td className="time hidden py-2 pr-3 md:table-cell">{now === null ? '' : ageText(now - startedMs)}</td>
      <td className="hidden py-2 text-muted md:table-cell">{figuresOf(process)}</td>
    </tr>
  )
}

const Head = ({ children, wide = false }: { children: string; wide?: boolean }) => (
  <th scope="col" className={wide ? 'hidden pr-3 pb-1.5 font-medium md:table-cell' : 'pr-3 pb-1.5 font-medium'}>
    {children}
  </th>
)

const STATES = { well: 'good', stuck: 'warn', silent: 'danger' } as const

const AGE_UNITS_MS = [86_400_000, 3_600_000, 60_000, 1_000]

/** In its largest unit: read every five seconds, the rest would only flicker. */
function ageText(age_ms: number): string {
  const unit_ms = AGE_UNITS_MS.find((unit) => age_ms >= unit) ?? 1_000
  return durationText(Math.floor(age_ms / unit_ms) * unit_ms || 1_000)
}

function figuresOf({ sent, failed, errors, mode, clockOffset_ms, sockets, pid }: Process): string {
  const many = (n: number | null, word: string) =>
    n === null || n === 0 ? null : `${n.toLocaleString('en-US')} ${word}`
  return [
    mode === 'database' ? 'reads the database' : mode === 'queue' ? 'reads Redis' : null,
    many(sent, 'sent'),
    many(failed, 'failed'),
    many(errors, 'errors'),
    sockets === null ? null : `${sockets} ${sockets === 1 ? 'connection' : 'connections'}`,
    clockOffset_ms === null ? null : `clocks ${durationText(clockOffset_ms)} apart`,
    pid === null ? null : `pid ${pid}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
