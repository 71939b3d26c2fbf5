/**
 * A time of day as people type it: `9`, `9:30`, `0930`, `14:30:15`, `4pm`, `9:05:30 a.m.`.
 * @returns `HH:mm:ss`, or null if it is none
 */
export function parseClockEntry(text: string): string | null {
  const match = ENTRY.exec(
    text
      .trim()
      .toLowerCase()
      .replace(/\.(?=\d)/g, ':')
      .replaceAll('.', ''),
  )
  if (!match) return null
  const [, hourText = '', minuteText = '0', secondText = '0', half] = match
  const hour = Number(hourText)
  if (half && (hour < 1 || hour > 12)) return null
  const hour24 = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  if (hour24 > 23 || Number(minuteText) > 59 || Number(secondText) > 59) return null
  return [hour24, Number(minuteText), Number(secondText)].map((n) => String(n).padStart(2, '0')).join(':')
}

/** `09:00:00` as the field shows it: seconds only where they count. */
export function showClockEntry(clock: string, hour12: boolean): string {
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number)
  const two = (n: number) => String(n).padStart(2, '0')
  const rest = `:${two(minute)}${second > 0 ? `:${two(second)}` : ''}`
  if (!hour12) return `${two(hour)}${rest}`
  return `${hour % 12 === 0 ? 12 : hour % 12}${rest} ${hour < 12 ? 'AM' : 'PM'}`
}

const ENTRY = /^(\d{1,2})(?::?(\d{2})(?::?(\d{2}))?)?\s*(?:([ap])\s?m?)?$/
