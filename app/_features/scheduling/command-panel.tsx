'use client'
import { useEffect, useImperativeHandle, useMemo, useState, type RefObject } from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { epochSeconds, seconds } from '#server/domain/time/units.ts'
import type { Alternative, Moment } from '#server/domain/time/words/result.ts'
import type { readWords } from '#server/domain/time/words/read-words.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { Button } from '#app/_ui/button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { distance } from '#app/_ui/span-text.ts'
import { clockSeconds, longDay, moment, zoneName } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { NO_CONDITIONS } from './conditions.ts'
import { readCommand, type Command } from './read-command.ts'
import type { When } from './presets.ts'
import { wordsOf } from './refusal.ts'
import { useRemind } from './use-remind.ts'
import { useScheduleNew } from './use-schedule-new.ts'
import { useTheirZone } from './use-their-zone.ts'

type Props = {
  conversationId: ConversationId
  name: string
  text: string
  files: readonly AttachedFile[]
  /** Whether a file of it is still on its way. */
  uploading: boolean
  clear: () => void
  restore: (text: string, files?: readonly AttachedFile[]) => void
  handle: RefObject<{ commit: () => void } | null>
}

/** What a command in the message field would do, as it is typed. Only what stands here is ever carried out. */
export function CommandPanel({ conversationId, name, text, files, uploading, clear, restore, handle }: Props) {
  const read = useReadWords()
  const { horizon_s, me } = useWorkspace()
  const { zone } = useTimeStyle()
  const members = useMembers()
  const theirs = useTheirZone(conversationId)
  const now_ms = useTick(serverNow, 1000)
  const schedule = useScheduleNew({ conversationId, name, restore })
  const remind = useRemind(restore)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ text: string; words: string } | null>(null)
  const [chosen, setChosen] = useState<{ text: string; at: Moment } | null>(null)
  const people = useMemo(
    () =>
      [...(members?.values() ?? [])]
        .filter((member) => !member.deactivated && member.kind === 'person')
        .map((member) => ({ id: member.id, name: member.displayName, zone: parseZone(member.zone) })),
    [members],
  )
  const found = useMemo(() => {
    if (!read) return null
    const context = {
      now: epochSeconds(Math.floor(now_ms / 1000)),
      zone: parseZone(zone),
      locale: navigator.language,
      people,
      ...(theirs ? { theirs } : {}),
      horizon_s: seconds(horizon_s),
    }
    return readCommand(text, { read, context, people })
  }, [read, text, now_ms, zone, people, theirs, horizon_s])
  const command = found && !('refused' in found) ? found : null
  const at = chosen?.text === text ? chosen.at : (command?.at ?? null)
  const whom = command?.name === 'remind' ? whomWords(command, people, me.memberId) : name

  const waits = uploading && command?.name === 'schedule'

  const commit = async () => {
    if (!command || !at || busy || waits) return
    setBusy(true)
    const when: When = { sendAt: at.epochSeconds, zone: at.zone, wallClock: at.wallClock }
    const refusal =
      command.name === 'schedule'
        ? await schedule(command.text, when, NO_CONDITIONS, files)
        : await remind({ whom: command.whom, name: whom, text: command.text }, when)
    setBusy(false)
    setRefused(refusal === null ? null : { text, words: wordsOf(refusal) })
    if (refusal !== null) return
    // A reminder takes no files: they stay for the message they were meant for.
    if (command.name === 'schedule') clear()
    else restore('')
  }
  useImperativeHandle(handle, () => ({ commit: () => void commit() }))
  return (
    <section
      aria-label="What this command does"
      className="mb-2 rounded-large border border-line bg-raised px-4 py-3 shadow-float"
    >
      {found === null ? (
        <p className="text-muted">Reading the time…</p>
      ) : command && at ? (
        <Preview
          command={command}
          at={at}
          whom={whom}
          now_ms={now_ms}
          onChoose={(other) => setChosen({ text, at: other })}
        />
      ) : (
        <p role="status" className="text-muted">
          {'refused' in found && found.refused}
        </p>
      )}
      {refused?.text === text && (
        <p role="alert" className="mt-2 text-danger">
          {refused.words}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button look="primary" busy={busy} disabled={!command || waits} onClick={() => void commit()}>
          {command?.name === 'remind' ? 'Schedule reminder' : 'Schedule'}
        </Button>
        <p className="text-small text-muted">
          {waits ? 'A file is still on its way.' : 'Enter does the same. A command is never sent as a message.'}
        </p>
      </div>
    </section>
  )
}

type PreviewProps = { command: Command; at: Moment; whom: string; now_ms: number; onChoose: (at: Moment) => void }

function Preview({ command, at, whom, now_ms, onChoose }: PreviewProps) {
  const style = { ...useTimeStyle(), zone: at.zone }
  const at_ms = at.epochSeconds * 1000
  const read = command.at
  // "in 90 min" means another second with each that passes: told once, then no more.
  const asked = `${command.readUntil} ${command.text}`
  const [told, setTold] = useState({ asked, at: read.epochSeconds })
  if (told.asked !== asked) setTold({ asked, at: read.epochSeconds })
  const others: Moment[] = 'alternatives' in read ? [read, ...(read.alternatives as Alternative[])] : [read]
  return (
    <div className="flex flex-col gap-1">
      <div role="group" aria-label="When it will be sent">
        <p aria-live={told.at === read.epochSeconds ? 'polite' : 'off'} className="font-medium">
          {longDay(at_ms, at.zone)} at <span className="time">{clockSeconds(at_ms, style)}</span>{' '}
          {zoneName(at_ms, at.zone)}
        </p>
        <p className="text-small text-muted tabular-nums">
          {distance(now_ms, at_ms)} · to <bdi>{whom}</bdi>
        </p>
        {at.kind !== 'exact' && (
          <p className="text-small text-warn">
            {at.kind === 'gap'
              ? 'The clock skips that time on that day.'
              : 'The clock shows that time twice on that day. Choose which one is meant.'}
          </p>
        )}
      </div>
      <p dir="auto" className="line-clamp-3 border-l-2 border-brass pl-2.5 wrap-anywhere whitespace-pre-wrap">
        {command.text}
      </p>
      {others.length > 1 && (
        <div role="group" aria-label="It could also mean" className="flex flex-wrap items-center gap-1 text-small">
          <span className="text-muted">Or:</span>
          {others
            .filter((other) => other.epochSeconds !== at.epochSeconds)
            .map((other) => (
              <Button
                key={other.epochSeconds}
                look="quiet"
                className="px-2 text-small text-brass"
                onClick={() => onChoose(other)}
              >
                {moment(other.epochSeconds * 1000, { ...style, zone: other.zone }, now_ms)}
              </Button>
            ))}
        </div>
      )}
    </div>
  )
}

function whomWords(
  command: Extract<Command, { name: 'remind' }>,
  people: readonly { id: string; name: string }[],
  me: string,
): string {
  if (command.whom === 'me' || command.whom === me) return 'you'
  return people.find(({ id }) => id === command.whom)?.name ?? 'somebody'
}

/** Loaded when the first command is typed: most visits need none. */
function useReadWords(): typeof readWords | null {
  const [read, setRead] = useState<{ readWords: typeof readWords } | null>(null)
  useEffect(() => {
    let gone = false
    // Not reached: the panel goes on saying that it reads, and the next command asks again.
    void import('#server/domain/time/words/read-words.ts').then((words) => gone || setRead(words)).catch(() => {})
    return () => {
      gone = true
    }
  }, [])
  return read?.readWords ?? null
}
