import { wallClockAt } from '../zone.ts'
import type { WordsContext } from './context.ts'
import type { Moment, WordsError, WordsRefusal } from './result.ts'

const HOW = 'Write for example "tue 4pm", "in 90 min", "30 Nov 8:30" or "tomorrow 9 Tokyo time".'

/** Why the words name no second that can be had. @param about the part of the text that it is about */
export function refusal(error: WordsError, about: string, context: WordsContext, at?: Moment): WordsRefusal {
  return { ok: false, error, message: WORDS[error](about, context, at), about, ...(at ? { at } : {}) }
}

const WORDS: Record<WordsError, (about: string, context: WordsContext, at?: Moment) => string> = {
  empty: () => `No time was given. ${HOW}`,
  not_understood: (about) => `"${short(about)}" was not understood. ${HOW}`,
  day_mismatch: (about) => `${about} is not that weekday. Leave out the weekday or the date.`,
  no_time_of_day: (about) => `"${short(about)}" needs a time of day. Write for example "${short(about)} 17:00".`,
  two_times: (about) => `"${short(about)}" names more than one time. Write one of them.`,
  range: (about) => `"${short(about)}" is a stretch of time. Write the one moment to send at.`,
  repeats: (about) => `"${short(about)}" repeats. Write the first time, and choose how it repeats apart from it.`,
  unknown_zone: (about) =>
    `"${short(about)}" is no place or time zone known here. Write the nearest large city, or a name such as Europe/Berlin.`,
  unknown_person: (about) => `"${short(about)}" means nobody here, or several people. Write the whole name after @.`,
  time_in_past: (about, context, at) =>
    at
      ? `That was ${shown(at)}, and it is ${nowIn(context, at)} there now. Choose a later time.`
      : `"${short(about)}" is in the past. Choose a later time.`,
  time_too_far: (_, context, at) =>
    `${at ? shown(at) : 'That'} is too far ahead: ${Math.floor((context.horizon_s ?? 0) / 86_400)} days are the most. Choose an earlier time.`,
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
const shown = ({ wallClock, zone }: Moment): string => `${wallClock.replace('T', ' ').replace(/:00$/, '')} in ${zone}`
const nowIn = (context: WordsContext, { zone }: Moment): string =>
  wallClockAt(context.now, zone, context.offsetAt).replace('T', ' ').slice(0, 16)
