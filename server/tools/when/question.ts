import { parseArgs } from 'node:util'
import { DomainError } from '#server/domain/errors.ts'
import { CHOICES, type Choice } from '#server/domain/time/send-time.ts'
import {
  floorToSeconds,
  epochMillis,
  seconds,
  type EpochMillis,
  type EpochSeconds,
  type Seconds,
  type ZoneId,
} from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import type { Person } from '#server/domain/time/words/context.ts'

export type Question = {
  /** Words or an instant; empty where a flag asks. */
  text: string
  wall: string | undefined
  choice: Choice | undefined
  /** As asked, without repetition; the first is the one that words and wall clocks are read in. */
  zones: ZoneId[]
  zone: ZoneId
  locale: string
  people: Person[]
  /** "Their time". */
  theirs: ZoneId | undefined
  /** Furthest ahead, as the workspace would have it. */
  horizon_s: Seconds
  now_ms: EpochMillis
  now: EpochSeconds
  json: boolean
}

/** What is printed: `json` is one line, or several for an instant. */
export type Answer = { ok: boolean; json: string; text: string }

/** The command line cannot be understood; the message says why. */
export class Misasked extends Error {
  constructor(
    message: string,
    readonly code = 'misasked',
  ) {
    super(message)
  }
}

const USAGE = `Usage: npm run when -- "tue 4pm" --zone Europe/Berlin [--now 2026-12-05T10:00:00Z] [--theirs Asia/Tokyo] [--horizon DAYS] [--json]
       npm run when -- --wall 2027-03-14T02:30 --zone America/New_York [--choice earlier] [--json]
       npm run when -- --rule "FREQ=WEEKLY;BYDAY=MO" --wall 2026-12-07T09:00 --zone Europe/Berlin [--count 5] [--json]
       npm run when -- 1770000000 [--zone Europe/Berlin]… [--json]`

export function readQuestion({ values, positionals }: Asked): Question {
  const text = positionals.join(' ')
  if ((text === '') === (values.wall === undefined)) throw new Misasked(USAGE)
  if (values.count !== undefined) throw new Misasked(`--count goes with --rule.\n${USAGE}`)
  refuseIdle(values, values.wall !== undefined ? 'wall' : isInstant(text) ? 'instant' : 'words')
  const zones = [...new Set((values.zone ?? []).map(readZone))]
  const now_ms = readNow(values.now)
  return {
    text,
    wall: values.wall,
    choice: readChoice(values.choice),
    zones,
    zone: firstZone(zones),
    locale: readLocale(values.locale ?? 'en'),
    people: (values.person ?? []).map(readPerson),
    theirs: values.theirs === undefined ? undefined : readZone(values.theirs),
    horizon_s: readHorizon(values.horizon),
    now_ms,
    now: floorToSeconds(now_ms),
    json: values.json ?? false,
  }
}

type Asked = ReturnType<typeof parse>

/** What `--rule` asks beside the rule: zone and clock are read as they are for words. @throws Misasked */
export function readRuleQuestion({ values, positionals }: Asked) {
  const { rule, wall, count, json = false } = values
  if (rule === undefined || positionals.length > 0) throw new Misasked(USAGE)
  refuseIdle(values, 'rule')
  const now = values.now === undefined ? undefined : floorToSeconds(readNow(values.now))
  return { rule, wall, count, now, json, zone: firstZone((values.zone ?? []).map(readZone)) }
}

/** Digits enough for an instant, in whatever unit: no words are so. */
export const isInstant = (text: string): boolean => /^-?\d{5,}(\.\d+)?$/.test(text)

type Flag = 'choice' | 'locale' | 'person' | 'theirs' | 'horizon'
const OF_WORDS = ['locale', 'person', 'theirs', 'horizon'] as const
/** What would have no effect, by what is asked about. */
const IDLE: Record<'words' | 'wall' | 'instant' | 'rule', { about: string; flags: readonly Flag[] }> = {
  words: { about: 'words: say "first", "second", "earlier" or "later" in them', flags: ['choice'] },
  wall: { about: 'a wall clock: leave it out', flags: OF_WORDS },
  instant: { about: 'an instant: leave it out', flags: ['choice', ...OF_WORDS] },
  rule: { about: 'a rule: leave it out', flags: ['choice', ...OF_WORDS] },
}

/** What is given is used or refused, never passed over. @throws Misasked */
function refuseIdle(values: Asked['values'], asked: keyof typeof IDLE): void {
  const { about, flags } = IDLE[asked]
  const idle = flags.find((name) => values[name] !== undefined)
  if (idle) throw new Misasked(`--${idle} says nothing about ${about}.`)
}

/** The first, and this machine's only where none was asked for: the answer names it. */
const firstZone = ([zone]: readonly ZoneId[]): ZoneId =>
  zone ?? readZone(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** What a workspace has if nobody changed it. */
const DEFAULT_HORIZON_DAYS = 366
const MOST_DAYS = 36_600

function readHorizon(given = String(DEFAULT_HORIZON_DAYS)): Seconds {
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0
  if (days < 1 || days > MOST_DAYS)
    throw new Misasked(`--horizon is a number of days from 1 to ${MOST_DAYS}, not "${given.slice(0, 40)}".`)
  return seconds(days * 86_400)
}

/** @throws Misasked */
export function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        zone: { type: 'string', multiple: true },
        wall: { type: 'string' },
        rule: { type: 'string' },
        count: { type: 'string' },
        choice: { type: 'string' },
        now: { type: 'string' },
        locale: { type: 'string' },
        person: { type: 'string', multiple: true },
        theirs: { type: 'string' },
        horizon: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new Misasked(`${(error as Error).message}\n${USAGE}`)
  }
}

function readZone(name: string): ZoneId {
  try {
    return parseZone(name)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new Misasked(
      `"${name.slice(0, 64)}" is no zone this machine knows. Give an IANA name, such as Europe/Berlin.`,
      'invalid_zone',
    )
  }
}

function readNow(given: string | undefined): EpochMillis {
  if (given === undefined) return epochMillis(Date.now())
  const at = /^\d+$/.test(given)
    ? Number(given) * 1000
    : /(?:Z|[+-]\d\d:?\d\d)$/.test(given)
      ? Date.parse(given)
      : Number.NaN
  if (Number.isSafeInteger(at) && at >= 0 && at / 1000 <= 99_999_999_999) return epochMillis(at)
  throw new Misasked(
    `--now "${given.slice(0, 40)}" is no instant. Give one such as 2026-12-05T10:00:00Z, or epoch seconds.`,
  )
}

function readChoice(given: string | undefined): Choice | undefined {
  const choice = CHOICES.find((each) => each === given)
  if (given !== undefined && !choice)
    throw new Misasked(`--choice is one of ${CHOICES.join(', ')}, not "${given.slice(0, 40)}".`)
  return choice
}

function readLocale(given: string): string {
  try {
    return Intl.getCanonicalLocales(given)[0] ?? 'en'
  } catch {
    throw new Misasked(`--locale "${given.slice(0, 40)}" is no language tag. Give one such as en-GB or de.`)
  }
}

function readPerson(given: string): Person {
  const [name = '', zone = ''] = given.split('=')
  if (name === '')
    throw new Misasked(`--person "${given.slice(0, 80)}" has no name. Give one such as "Ana=Asia/Tokyo".`)
  return { name, zone: readZone(zone) }
}
