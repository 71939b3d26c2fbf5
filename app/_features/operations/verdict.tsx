'use client'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockSeconds, zoneName } from '#app/_ui/time-text.ts'
import type { Operations } from './operations-api.ts'
import { StateMark } from './state-mark.tsx'

/** The whole in one line, then everything that is not well, with what to do. */
export function Verdict({ operations }: { operations: Operations }) {
  const { status, checks, now } = operations
  const troubles = checks
    .filter((check) => check.status !== 'ok')
    .toSorted((a, b) => Number(b.status === 'failing') - Number(a.status === 'failing'))
  return (
    <section aria-label="Health" className="rounded-large border border-line bg-raised p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p role="status" className="text-title leading-snug font-semibold tracking-tight">
          <StateMark tone={TONES[status]} className="gap-2 font-semibold whitespace-normal">
            {WORDS[status]}
          </StateMark>
        </p>
        {now !== null && <AsOf now={now} />}
      </div>
      {troubles.length > 0 && (
        <ul aria-label="What is not well" className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
          {troubles.map(({ name, status: how, message }) => (
            <li key={name} className="flex flex-col gap-x-3 sm:flex-row">
              <StateMark tone={TONES[how]} className="w-28 shrink-0 self-start">
                {how}
              </StateMark>
              <span className="min-w-0 text-pretty">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function AsOf({ now }: { now: EpochMillis }) {
  const style = useTimeStyle()
  return (
    <p className="time text-small text-muted">
      as of {clockSeconds(now, style)} {zoneName(now, style.zone)}, live
    </p>
  )
}

const TONES = { ok: 'good', degraded: 'warn', failing: 'danger' } as const
const WORDS = {
  ok: 'All is well',
  degraded: 'Messages go out on time, but without a reserve',
  failing: 'Messages are late, or will be',
}
