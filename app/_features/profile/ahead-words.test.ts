import { expect, test } from 'vitest'
import { aheadWords } from './ahead-words.ts'

const winter_ms = Date.parse('2026-12-01T12:00:00Z')

test('tells how far another clock is from the reader’s, to the minute', () => {
  expect(aheadWords(winter_ms, 'Asia/Tokyo', 'Europe/Berlin')).toBe('8 h ahead of you')
  expect(aheadWords(winter_ms, 'Europe/Berlin', 'Asia/Kathmandu')).toBe('4 h 45 min behind you')
  expect(aheadWords(winter_ms, 'Australia/Lord_Howe', 'Australia/Sydney')).toBe('the same time as yours')
  expect(aheadWords(winter_ms, 'Asia/Kolkata', 'Asia/Karachi')).toBe('30 min ahead of you')
})

test('follows the clock changes of both places', () => {
  const summer_ms = Date.parse('2026-07-01T12:00:00Z')
  expect(aheadWords(summer_ms, 'Asia/Tokyo', 'Europe/Berlin')).toBe('7 h ahead of you')
})
