import { promiseIn, secondsAhead, tomorrowAt, wallIn } from './support/clock.ts'
import { makeRoom, timesOnServer } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, chooseTime, field, fillTime, notifications, scheduleAhead } from './support/room.ts'
import { spokenWithin } from './support/look.ts'

/** What is said aloud stands still so long: longer than the seconds that tick beside it. */
const STILL_MS = 3_200
const zone = 'Europe/Berlin'

test('by keyboard alone: Enter on “Custom time…” opens the dialog and sends nothing; then schedule and undo (K93)', async ({
  enter,
}) => {
  const room = await makeRoom('keyboard', [])
  const anna = await enter('anna', room)
  const { keyboard } = anna
  await expect(field(anna, room)).toBeFocused()
  await keyboard.type('Typed, never clicked')
  // Both come after the first messages.
  for (const name of ['Attach files', 'Insert a time']) await expect(anna.getByRole('button', { name })).toBeVisible()
  await keyboard.press('Tab')
  await expect(anna.getByRole('button', { name: 'Attach files' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(anna.getByRole('button', { name: 'Insert a time' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(anna.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(anna.getByRole('menu', { name: 'Schedule for later' })).toBeVisible()
  await keyboard.press('End')
  await expect(anna.getByRole('menuitem', { name: 'Custom time…' })).toBeFocused()
  await keyboard.press('Enter')

  const dialog = anna.getByRole('dialog', { name: 'Schedule message' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Say when')).toBeFocused()
  expect(await timesOnServer(room, 'Typed, never clicked')).toBe(0)
  await fillTime(dialog, tomorrowAt('14:30:15', zone))
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(notifications(anna)).toContainText(/at 2:30:15 PM CES?T/)
  await expect(field(anna, room)).toHaveValue('')
  await expect(field(anna, room)).toBeFocused()

  const undo = notifications(anna).getByRole('button', { name: 'Undo' })
  await undo.focus()
  await keyboard.press('Enter')
  await expect(field(anna, room)).toHaveValue('Typed, never clicked')
  await expect(anna.getByRole('status', { name: 'Scheduled here' })).toHaveCount(0)
  expect(await timesOnServer(room, 'Typed, never clicked')).toBe(0)
})

test('five seconds ahead is taken as it is, to the second (K91)', async ({ enter }) => {
  const room = await makeRoom('soon', [])
  const anna = await enter('anna', room)
  const at = await scheduleAhead(anna, room, 'In five seconds', zone, 5)
  await expect(notifications(anna)).toContainText(promiseIn(zone, at))
  await expect(bubble(anna, room, 'In five seconds')).toHaveCount(1, { timeout: 15_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(at * 1000)
})

test('a time that has passed is refused in words, also if it passes while the dialog is open', async ({ enter }) => {
  const room = await makeRoom('past', [])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Too late')
  const button = dialog.getByRole('button', { name: 'Schedule', exact: true })
  await fillTime(dialog, wallIn(zone, Math.floor(Date.now() / 1000) - 60))
  await expect(dialog.getByRole('alert')).toContainText('That time has passed: it was')
  await expect(button).toBeDisabled()

  await fillTime(dialog, wallIn(zone, secondsAhead(4)))
  await expect(button).toBeEnabled()
  await expect(dialog.getByRole('alert')).toContainText('That time has passed')
  await expect(button).toBeDisabled()
  expect(await spokenWithin(anna, STILL_MS)).toEqual([])
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(field(anna, room)).toHaveValue('Too late')
  expect(await timesOnServer(room, 'Too late')).toBe(0)
})

test('a ready-made time that has passed while the menu was open is refused, and nothing is sent (K90)', async ({
  enter,
}) => {
  const room = await makeRoom('stale', [])
  const anna = await enter('anna', room)
  const at = await scheduleAhead(anna, room, 'On time', zone, 6)
  await field(anna, room).fill('Behind the times')
  await anna.getByRole('button', { name: 'Schedule for later' }).click()
  const last = anna.getByRole('menuitem', { name: /^Last used: / })
  await expect(last).toBeVisible()
  await expect.poll(() => Date.now(), { timeout: 15_000 }).toBeGreaterThan(at * 1000)
  await last.click()
  await expect(notifications(anna)).toContainText('That time has already passed. Choose a later one.')
  await expect(field(anna, room)).toHaveValue('Behind the times')
  await expect(bubble(anna, room, 'On time')).toHaveCount(1)
  expect(await timesOnServer(room, 'Behind the times')).toBe(0)
  await anna.getByRole('button', { name: 'Schedule for later' }).click()
  await expect(anna.getByRole('menuitem', { name: 'Custom time…' })).toBeVisible()
  await expect(last).toHaveCount(0)
})

test('on a device whose clock is an hour wrong it is said, and the message still goes out on the server’s second', async ({
  enter,
}) => {
  const room = await makeRoom('skew', [])
  const anna = await enter('anna', room, { prepare: (device) => device.addInitScript(runAnHourFast) })
  await expect(anna.getByRole('status', { name: /device.s clock/ })).toContainText(
    /clock is (1 h|59 min \d+ s|1 h .*) fast/,
  )

  const at = await scheduleAhead(anna, room, 'By the right clock', zone, 6)
  await expect(bubble(anna, room, 'By the right clock')).toHaveCount(1, { timeout: 15_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(at * 1000)
})

/** Runs in the page, before everything else. */
function runAnHourFast(): void {
  const Real = Date
  const now = () => Real.now() + 3_600_000
  globalThis.Date = class extends Real {
    constructor(...parts: [] | [number | string | Date]) {
      super(...((parts.length === 0 ? [now()] : parts) as [number]))
    }
    static override now = now
  } as DateConstructor
}
