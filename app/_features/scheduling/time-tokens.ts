/** Words that can be told to belong to a time before them, though they add neither a day nor a clock to it. */

const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|jänner|februar|märz|mrz|mai|juni|juli|oktober|dezember|okt|dez)[.,]?$/i
const WEEKDAY =
  /^(?:(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)[.,]?$/i
const UNIT =
  /^(?:s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)[.,]?$/i
const CLOCK = /^(?:[ap]\.?m\.?|o['’]?clock|uhr)[.,]?$/i
const PHRASE =
  /^(?:in the (?:morning|afternoon|evening)|at night|am (?:morgen|vormittag|nachmittag|abend)|in der nacht|morgens|vormittags|nachmittags|abends|nachts|früh|and a half|from (?:now|today|tomorrow))[.,]?$/i
const BEFORE_TIME = /^(?:at|on|the|of|um|am|den|der)$/i

type Before = { after: string; locale: string; clock: boolean; zone: boolean }

/** @param added the words after those of `after`, which are a time */
export function isOfTime(added: string, { after, locale, clock, zone }: Before): boolean {
  if (PHRASE.test(added.replaceAll(/\s+/g, ' '))) return true
  if (zone && (added === 'time' || added === 'zeit')) return true
  const tokens = added.split(/\s+/).filter((token) => !BEFORE_TIME.test(token) || isMeridiem(token, locale))
  let before = after.split(/\s+/).at(-1) ?? ''
  for (const token of tokens) {
    const follows = /\d/.test(before) && (MONTH.test(token) || UNIT.test(token) || CLOCK.test(token))
    const isNoon = before === '12' && /^(?:noon|midnight|mittags?|mitternacht)[.,]?$/i.test(token)
    if (!/\d/.test(token) && !follows && !isNoon && (clock || !WEEKDAY.test(token))) return false
    before = token
  }
  return tokens.length > 0
}

/** "Am" is a preposition in German. */
const isMeridiem = (token: string, locale: string): boolean => /^am$/i.test(token) && !/^de\b/i.test(locale)

/** "5pm May I leave": a month without a day is the text's. */
export function endsWithMonth(text: string): boolean {
  const [last = '', before = ''] = text.split(/\s+/).toReversed()
  return MONTH.test(last) && !/^(?:\d{1,2}(?:st|nd|rd|th|\.)?|of|in|im|ende)$/i.test(before)
}
