import { parseArgs } from 'node:util'
import { DomainError } from '#server/domain/errors.ts'
import { CHOICES, type Choice } from '#server/domain/time/send-time.ts'
import {
  floorToSeconds,
  epochMillis,
  type EpochMillis,
  type EpochSeconds,
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

const USAGE = `Usage: npm run when -- "tue 4pm" --zone Europe/Berlin [--now 2026-12-05T10:00:00Z] [--json]
       npm run when -- --wall 2027-03-14T02:30 --zone America/New_York [--choice earlier] [--json]
       npm run when -- --rule "FREQ=WEEKLY;BYDAY=MO" --wall 2026-12-07T09:00 --zone Europe/Berlin [--count 5] [--json]
       npm run when -- 1770000000 [--zone Europe/Berlin]… [--json]`

export function readQuestion({ values, positionals }: Asked): Question {
  const text = positionals.join(' ')
  if ((text === '') === (values.wall === undefined)) throw new Misasked(USAGE)
  const zones = [...new Set((values.zone ?? []).map(readZone))]
  const now_ms = readNow(values.now)
  return {
    text,
    wall: values.wall,
    choice: readChoice(values.choice),
    zones,
    // Only where none was asked for: the answer names it.
    zone: zones[0] ?? readZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
    locale: readLocale(values.locale ?? 'en'),
    people: (values.person ?? []).map(readPerson),
    now_ms,
    now: floorToSeconds(now_ms),
    json: values.json ?? false,
  }
}

type Asked = ReturnType<typeof parse>

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
