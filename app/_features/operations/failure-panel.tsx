import { FAIL_REMEDIES } from '#server/domain/operations/fail-remedies.ts'
import type { Operations } from './operations-api.ts'
import { Panel } from './panel.tsx'

/** Why messages ended as FAILED in the last day, most frequent first, with what helps. */
export function FailurePanel({ failures }: { failures: Operations['failures'] }) {
  const most = Math.max(1, ...(failures ?? []).map(({ messages }) => messages))
  return (
    <Panel title="Not sent" note="Messages that failed in the last 24 hours, by reason. Their authors were told.">
      {failures === null ? (
        <p className="text-muted">Unknown while the database does not answer.</p>
      ) : failures.length === 0 ? (
        <p className="text-muted">None.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {failures.map(({ reason, messages }) => (
            <li key={reason} className="grid grid-cols-[4rem_1fr] gap-x-3">
              <span className="time text-right font-semibold">{messages.toLocaleString('en-US')}</span>
              <div className="min-w-0">
                <p>{capital(FAIL_REMEDIES[reason].why)}</p>
                <div aria-hidden className="my-1 h-1.5 rounded-full bg-sunken">
                  <div
                    className="h-full min-w-1 rounded-full bg-brass"
                    style={{ width: `${(messages / most) * 100}%` }}
                  />
                </div>
                <p className="text-small text-muted">What helps: {FAIL_REMEDIES[reason].remedy}.</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
