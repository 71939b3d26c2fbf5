/**
 * Shows one instant on the clocks of the world. Needs no server.
 *
 *   npm run when -- 1770000000 [--zone Europe/Berlin --zone Asia/Tokyo] [--json]
 *   npm run when -- --rule "FREQ=WEEKLY;BYDAY=MO" --wall 2026-12-07T09:00 --zone Europe/Berlin [--count 5] [--json]
 *
 * Without --zone: UTC and this machine's zone. The second form shows the occurrences of a rule (when-rule.ts).
 * Exit: 0 shown, 2 not asked rightly.
 */
import { parseArgs } from 'node:util'
import { DomainError } from '#server/domain/errors.ts'
import { epochMillis, type EpochSeconds, type ZoneId } from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { instantJson, instantText } from './instant-text.ts'
import { NoInstant, readInstant } from './read-instant.ts'
import { showRule } from './when-rule.ts'

const USAGE = 'Usage: npm run when -- SECONDS [--zone Europe/Berlin]… [--json]'
const EXIT = { shown: 0, misasked: 2 } as const
const UTC = parseZone('UTC')

class Misasked extends Error {}

process.exitCode = main()

function main(): number {
  try {
    const { values } = parse()
    if (values.rule !== undefined) return showRule({ ...values, rule: values.rule, zone: values.zone?.at(-1) })
    const { at, zones, json } = readQuestion()
    const now = epochMillis(Date.now())
    console.log(json ? JSON.stringify(instantJson(at, zones, now), null, 2) : instantText(at, zones, now))
    return EXIT.shown
  } catch (error) {
    if (!(error instanceof Misasked || error instanceof NoInstant)) throw error
    console.error(error.message)
    return EXIT.misasked
  }
}

type Question = { at: EpochSeconds; zones: ZoneId[]; json: boolean }

function readQuestion(): Question {
  const { values, positionals } = parse()
  const [instant, ...more] = positionals
  if (instant === undefined || more.length > 0) throw new Misasked(USAGE)
  const zones = values.zone ?? [Intl.DateTimeFormat().resolvedOptions().timeZone]
  return { at: readInstant(instant), zones: [...new Set([UTC, ...zones.map(readZone)])], json: values.json ?? false }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ zone: { type: 'string', multiple: true }, json: { type: 'boolean' } },
        ...{ rule: { type: 'string' }, wall: { type: 'string' }, count: { type: 'string' }, now: { type: 'string' } },
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
    )
  }
}
