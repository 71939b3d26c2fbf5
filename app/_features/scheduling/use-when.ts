'use client'
import { useState } from 'react'
import { instantOf, readingOf, resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { floorToSeconds, type EpochMillis, type Seconds, type ZoneId } from '#server/domain/time/units.ts'
import { showClockEntry } from '#server/domain/time/clock-entry.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { checkWhen, type WhenCheck, type WhenEntry } from './check-when.ts'
import type { When } from './presets.ts'
import { entryOf, NO_WORDS, READINGS, readEntry, type WordsEntry } from './words-entry.ts'

/** What the dialog begins with; `sendAt` tells which of two instants its wall clock is. */
export type FirstWhen = { wallClock: string; zone: ZoneId; sendAt?: number }

type Options = { initial: FirstWhen; horizon_s: number; theirs?: ZoneId | undefined; repeats?: boolean }

/**
 * Words and fields of the schedule dialog. The words fill the fields; touching a field forgets the words. What is shown
 * is always the fields, and only what is shown can be committed.
 */
export function useWhen({ initial, horizon_s, theirs, repeats }: Options) {
  const { hour12 } = useTimeStyle()
  const members = useMembers()
  const [words, setWords] = useState<WordsEntry>(NO_WORDS)
  // The zone that words without one are read in: what the dialog began with, or what was picked from the list since.
  const [zone, setZone] = useState(initial.zone)
  const [written, setEntry] = useState<WhenEntry>(() => firstEntry(initial, hour12))
  // A choice between two instants is of one message alone; taken back, it is there again.
  const entry = repeats ? { ...written, reading: null } : written

  /** @returns whether the fields were brought to what the text says now */
  const say = (text: string): boolean => {
    const people = [...(members?.values() ?? [])].map((member) => ({
      name: member.displayName,
      zone: parseZone(member.zone),
    }))
    const read = readEntry(text, {
      now: floorToSeconds(Math.floor(serverNow()) as EpochMillis),
      zone,
      locale: navigator.language,
      people,
      ...(theirs ? { theirs } : {}),
      horizon_s: horizon_s as Seconds,
    })
    setWords(read)
    if (read.said === 'time') setEntry(entryOf(read.meanings[0]!, hour12))
    return read.said === 'time'
  }
  const mean = (at: number) => {
    if (words.said !== 'time' || !words.meanings[at]) return
    setWords({ ...words, at })
    setEntry(entryOf(words.meanings[at], hour12))
  }
  const change = (changed: WhenEntry) => {
    if (changed.zone !== entry.zone) setZone(changed.zone)
    setEntry(changed)
    setWords(NO_WORDS)
  }
  /** The other of two instants: the words, if there are any, still say it. */
  const pick = (changed: WhenEntry) => setEntry(changed)
  /** Puts another time into the fields. */
  const choose = (when: When) => change(firstEntry(when, hour12))
  const check = (now_ms: number): WhenCheck => checkWhen(entry, now_ms, horizon_s)
  /** The second that is shown, if it can be promised at this moment; null while the words say none. */
  const committed = (): When | null => {
    if (words.said === 'no-time') return null
    const latest = check(serverNow())
    return latest.ok ? latest.when : null
  }
  return { words, entry, say, mean, change, pick, choose, check, committed }
}

function firstEntry({ wallClock, zone, sendAt }: FirstWhen, hour12: boolean): WhenEntry {
  const resolved = resolveSendAt(wallClock, zone)
  const reading = sendAt === undefined || instantOf(resolved, null) === sendAt ? null : readingOf(resolved, sendAt)
  return {
    date: wallClock.slice(0, 10),
    time: showClockEntry(wallClock.slice(11), hour12),
    zone,
    reading: reading && READINGS[reading],
  }
}
