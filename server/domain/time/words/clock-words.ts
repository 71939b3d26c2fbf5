/** Times of day as they are told from the full hour: five to nine, ten past eight. */

/** @param names of the numbers from one to twelve, and of twenty */
export function numberOf(word: string, names: readonly string[]): number {
  if (/^\d/.test(word)) return Number(word)
  // "um eins": with an ending.
  const at = names.findIndex((name) => word === name || word === `${name}s`)
  return at < 12 ? at + 1 : 20
}

/** @returns `H:mm`, so many minutes before (-1) or after (1) the hour */
export function minutesFrom(hour: number, side: -1 | 1, minutes: number): string {
  const DAY = 1440
  const at = (hour * 60 + side * minutes + DAY) % DAY
  // Five to one is in the afternoon: twelve hours are told, not nought.
  const shown = hour <= 12 && at < 60 ? at + 720 : at
  return `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, '0')}`
}
