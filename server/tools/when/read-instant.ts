import { epochSeconds, type EpochSeconds } from '#server/domain/time/units.ts'

/** What was given is no instant; the message says what it looks like and what to give. */
export class NoInstant extends Error {}

const HOW = 'Give whole seconds since 1970, such as 1770000000.'
/** Digits of today's instants in each unit that is often given by mistake. */
const OTHER_UNITS = [
  { name: 'milliseconds', digits: 13, perSecond: 1_000n },
  { name: 'microseconds', digits: 16, perSecond: 1_000_000n },
  { name: 'nanoseconds', digits: 19, perSecond: 1_000_000_000n },
] as const

/** Epoch seconds as typed on a command line. @throws NoInstant */
export function readInstant(text: string): EpochSeconds {
  const given = text.trim()
  const shown = `"${given.slice(0, 40)}"`
  if (given === '') throw new NoInstant(`No instant was given. ${HOW}`)
  if (/^-\d+(\.\d+)?$/.test(given))
    throw new NoInstant(`${shown} is before 1970, and nothing is scheduled there. ${HOW}`)
  const fraction = /^(\d+)\.\d+$/.exec(given)
  if (fraction) {
    throw new NoInstant(
      `${shown} has a fraction, as a message's ts has; a scheduled second has none. Try ${fraction[1]}.`,
    )
  }
  if (!/^\d+$/.test(given)) throw new NoInstant(`${shown} is no instant. ${HOW}`)
  const mixedUp = OTHER_UNITS.find((unit) => given.length === unit.digits)
  if (mixedUp) {
    throw new NoInstant(
      `${shown} looks like ${mixedUp.name}. Send times are in seconds: try ${BigInt(given) / mixedUp.perSecond}.`,
    )
  }
  try {
    return epochSeconds(Number(given))
  } catch {
    throw new NoInstant(`${shown} is beyond the year 5138. ${HOW}`)
  }
}
