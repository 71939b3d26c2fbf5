import { expect, test } from 'vitest'
import { presentName } from './zone-names.ts'

test('zones go by the names their places use today, and keep their meaning', () => {
  expect(presentName('Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(presentName('Europe/Berlin')).toBe('Europe/Berlin')
  const noon = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone, timeStyle: 'full' }).format(0)
  expect(noon(presentName('Europe/Kiev'))).toBe(noon('Europe/Kiev'))
})
