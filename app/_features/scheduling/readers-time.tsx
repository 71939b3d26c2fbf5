'use client'
import { Sunrise, Users } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { countOutside, findBetterTime, sizeOf, type AudienceGroup } from '#server/domain/time/working-hours.ts'
import { awayNow, awayText } from '#app/_client/away-text.ts'
import type { MemberRow } from '#app/_client/store/rows.ts'
import { Button } from '#app/_ui/button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockSeconds, clockTime, moment, shortDay, zoneName, zoneOffset } from '#app/_ui/time-text.ts'
import type { When } from './presets.ts'
import { whenAt } from './readers.ts'
import type { ChosenTime } from './schedule-dialog.tsx'
import { useAudience, useOther } from './use-readers.ts'

/** What the chosen second is for those who will read it, and a better one where there is (T5). */
export function ReadersTime({ conversationId, when, now_ms, choose }: ChosenTime & { conversationId: ConversationId }) {
  const other = useOther(conversationId)
  const audience = useAudience(conversationId)
  if (!when) return null
  const common = { when, now_ms, choose, audience: audience ?? [] }
  return other ? <TheirTime {...common} other={other} /> : <AudienceTime {...common} />
}

type Props = Omit<ChosenTime, 'when'> & { when: When; audience: readonly AudienceGroup[] }

function TheirTime({ other, when, now_ms, choose, audience }: Props & { other: MemberRow }) {
  const style = useTimeStyle()
  const at_ms = when.sendAt * 1000
  const better = useBetterTime(audience, when, now_ms)
  const isOutside = sizeOf(audience) > 0 && countOutside(audience, when.sendAt) > 0
  const away_ms = awayNow(other, at_ms)
  const showsOther = zoneOffset(at_ms, other.zone) !== zoneOffset(at_ms, when.zone)
  if (!showsOther && !isOutside && away_ms === null) return null
  const clock = clockSeconds(at_ms, { ...style, zone: other.zone })
  return (
    <Hint icon={<Sunrise size={16} aria-hidden className="mt-1 shrink-0 text-muted" />} label="For the reader">
      <p className="tabular-nums">
        {showsOther ? (
          <>
            For <bdi>{other.displayName}</bdi> it will be {shortDay(at_ms, other.zone, now_ms)},{' '}
            <b className="time font-semibold">{clock}</b> {zoneName(at_ms, other.zone)}
            {isOutside ? ', outside their working hours.' : '.'}
          </>
        ) : (
          isOutside && (
            <>
              That is outside the working hours of <bdi>{other.displayName}</bdi>.
            </>
          )
        )}
        {away_ms !== null && (
          <>
            {' '}
            <bdi>{other.displayName}</bdi> is {awayText(away_ms, (until_ms) => moment(until_ms, style, now_ms))}.
          </>
        )}
      </p>
      {better && <Suggestion when={when} better={better.at} choose={choose} now_ms={now_ms} zone={other.zone} />}
    </Hint>
  )
}

function AudienceTime({ when, now_ms, choose, audience }: Props) {
  const better = useBetterTime(audience, when, now_ms)
  const size = sizeOf(audience)
  const outside = useMemo(() => countOutside(audience, when.sendAt), [audience, when.sendAt])
  if (outside === 0) return null
  return (
    <Hint icon={<Users size={16} aria-hidden className="mt-1 shrink-0 text-muted" />} label="For the readers">
      <p className="tabular-nums">
        {outside.toLocaleString('en-US')} of {size.toLocaleString('en-US')} {size === 1 ? 'member is' : 'members are'}{' '}
        outside their working hours then.
      </p>
      {better && (
        <Suggestion when={when} better={better.at} choose={choose} now_ms={now_ms} zone={when.zone}>
          {better.outside === 0
            ? 'then nobody is'
            : `then ${better.outside.toLocaleString('en-US')} of ${sizeOf(audience).toLocaleString('en-US')}`}
        </Suggestion>
      )}
    </Hint>
  )
}

/** One minute from now on: what is suggested should still be ahead once it is confirmed. */
const MARGIN_S = 60

function useBetterTime(audience: readonly AudienceGroup[], when: When, now_ms: number) {
  const earliest = Math.ceil(now_ms / 60_000) * 60 + MARGIN_S
  return useMemo(() => findBetterTime(audience, when.sendAt, epochSeconds(earliest)), [audience, when.sendAt, earliest])
}

type SuggestionProps = Omit<Props, 'audience'> & { better: number; zone: string; children?: ReactNode }

/** One press puts it into the fields, in the zone that is being used. */
function Suggestion({ when, better, choose, now_ms, zone, children }: SuggestionProps & { when: When }) {
  const style = useTimeStyle()
  const at_ms = better * 1000
  const mine = `${shortDay(at_ms, when.zone, now_ms)} at ${clockTime(at_ms, { ...style, zone: when.zone })}`
  const theirs =
    zoneOffset(at_ms, zone) === zoneOffset(at_ms, when.zone)
      ? ''
      : ` (${clockTime(at_ms, { ...style, zone })} for them)`
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        onClick={() => choose(whenAt(epochSeconds(better), when.zone))}
        className="max-w-full py-1.5 text-left whitespace-normal!"
      >
        Use {mine}
        {theirs}
      </Button>
      {children && <span className="text-small text-muted tabular-nums">{children}</span>}
    </p>
  )
}

const Hint = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <div
    role="group"
    aria-label={label}
    className="flex items-start gap-2.5 rounded-base border border-line px-3.5 py-2.5"
  >
    {icon}
    <div className="min-w-0 flex-1" aria-live="polite">
      {children}
    </div>
  </div>
)
