import type { Locator } from '@playwright/test'
import type { ZoneId } from '#server/domain/time/units.ts'
import { offsetSecondsAt, parseZone } from '#server/domain/time/zone.ts'
import { secondIn, tomorrowAt, wallIn } from './support/clock.ts'
import { demoRoom, makeRoom, timesOnServer, workspacePath } from './support/demo.ts'
import { expect, openPlace, test } from './support/journey.ts'
import { join } from './support/newcomer.ts'
import { chooseTime, field, notifications } from './support/room.ts'

const berlin = 'Europe/Berlin'
const preview = (dialog: Locator) => dialog.getByRole('group', { name: 'When it will be sent' })
const sayWhen = (dialog: Locator) => dialog.getByLabel('Say when')
const nowSeconds = () => Math.floor(Date.now() / 1000)

test('typed and confirmed without a pause: what is kept is what was typed last, and it is said with date, time, zone and a way back (K96)', async ({
  enter,
}) => {
  const room = await makeRoom('words', [])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Said in words')
  await anna.keyboard.type('tomorrow 9')
  await expect(preview(dialog)).toContainText('at 9:00:00 AM CE')
  await anna.keyboard.type(':47 Tokyo time')
  await anna.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(notifications(anna)).toContainText(/for \w{3}, \w{3} \d+ at 9:47:00 AM GMT\+9/)
  await expect(notifications(anna).getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(field(anna, room)).toHaveValue('')
})

test('in 90 minutes is what was shown, however long one looks at it', async ({ enter }) => {
  const room = await makeRoom('minutes', [])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Later today')
  await sayWhen(dialog).fill('in 90 min')
  const shown = await preview(dialog).getByRole('paragraph').first().innerText()
  await anna.waitForTimeout(2_100) // seconds go by; the promise does not move with them
  await expect(preview(dialog)).toContainText(shown)
  await expect(preview(dialog)).toContainText('in 1 h 29 min')
  await anna.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(notifications(anna)).toContainText(/at \d+:\d\d:\d\d [AP]M/)
  const second = /\d+:\d\d:\d\d [AP]M/.exec(shown)?.[0] ?? 'no time'
  await expect(notifications(anna)).toContainText(second)
})

test('what is no time is told and not scheduled; half a word is no mistake yet', async ({ enter }) => {
  const room = await makeRoom('nowords', [])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Not so')
  const button = dialog.getByRole('button', { name: 'Schedule', exact: true })
  await anna.keyboard.type('tomorr')
  await expect(dialog.getByText('Go on writing…')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(button).toBeDisabled()
  await anna.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('"tomorr" was not understood')
  await sayWhen(dialog).fill('yesterday 9')
  await expect(dialog.getByRole('alert')).toContainText('That time has passed: it was')
  await anna.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await sayWhen(dialog).fill('every monday 9')
  await expect(dialog.getByRole('alert')).toContainText('repeats')
  // The fields can always be used instead.
  await dialog.getByRole('textbox', { name: 'Time' }).fill('23:59:59')
  await expect(sayWhen(dialog)).toHaveValue('')
  await expect(preview(dialog)).toContainText('at 11:59:59 PM')
  await dialog.getByRole('button', { name: 'Back' }).click()
  expect(await timesOnServer(room, 'Not so')).toBe(0)
  await expect(field(anna, room)).toHaveValue('Not so')
})

test('what the words could also have meant is offered, and taken with a press (K78)', async ({ enter }) => {
  const room = await makeRoom('also', [])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'One of two')
  await sayWhen(dialog).fill('tomorrow 4')
  await expect(preview(dialog)).toContainText('at 4:00:00 AM')
  const also = dialog.getByRole('group', { name: 'It could also mean' })
  await also.getByRole('button', { name: /4:00 PM/ }).click()
  await expect(preview(dialog)).toContainText('at 4:00:00 PM')
  await expect(also.getByRole('button', { name: /4:00 AM/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(notifications(anna)).toContainText('at 4:00:00 PM')
})

/** One of them has its next change of either direction within nine months, which can be chosen on any day of the year. */
const CHANGING = [
  { said: 'New York', zone: parseZone('America/New_York') },
  { said: 'Sydney', zone: parseZone('Australia/Sydney') },
]

/** The soonest second at which clocks jump that way, in whichever of the places: 1 skips an hour, -1 shows one twice. */
function nextChange(direction: 1 | -1): { said: string; zone: ZoneId; at: number } {
  const changes = CHANGING.map((place) => ({ ...place, at: changeIn(place.zone, direction) }))
  return changes.reduce((soonest, each) => (each.at < soonest.at ? each : soonest))
}

function changeIn(zone: ZoneId, direction: 1 | -1): number {
  let at = nowSeconds() + 3 * 3600
  const jump = (from: number, to: number) => offsetSecondsAt(to, zone) - offsetSecondsAt(from, zone)
  while (Math.sign(jump(at, at + 3600)) !== direction) at += 3600
  let [low, high] = [at, at + 3600]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (jump(low, middle) === 0) low = middle
    else high = middle
  }
  return high
}

/** Half an hour into what that change skips or repeats, as a wall clock. */
const halfAnHourIn = ({ zone, at }: { zone: ZoneId; at: number }): string =>
  new Date((at + Math.min(offsetSecondsAt(at - 1, zone), offsetSecondsAt(at, zone)) + 1800) * 1000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')

test('a time that the clock skips or shows twice: the choice, before it is saved (T2)', async ({ enter }) => {
  const room = await makeRoom('changes', [])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'On the night of the change')
  const change = dialog.getByRole('group', { name: 'The clock changes that day' })
  const skipped = nextChange(1)
  await sayWhen(dialog).fill(`${halfAnHourIn(skipped)} ${skipped.said}`)
  await expect(change).toContainText('skips this time')
  await expect(change.getByRole('radio', { name: /^Later: 3:30:00 AM \w+/ })).toBeChecked()
  await expect(preview(dialog)).toContainText('at 3:30:00 AM')
  await change.getByRole('radio', { name: /^Earlier: 1:30:00 AM \w+/ }).check()
  await expect(preview(dialog)).toContainText('at 1:30:00 AM')

  const twice = nextChange(-1)
  await sayWhen(dialog).fill(`${halfAnHourIn(twice)} ${twice.said}`)
  await expect(change).toContainText('shows this time twice')
  const time = secondIn(twice.zone, twice.at + 1800)
  await expect(change.getByRole('radio', { name: new RegExp(`^First: ${time}`) })).toBeChecked()
  await change.getByRole('radio', { name: new RegExp(`^Second: ${time}`) }).check()
  await expect(preview(dialog)).toContainText(`at ${time}`)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(notifications(anna)).toContainText(`at ${time}`)

  // Moving it begins with the second that was chosen, not with the usual one.
  await notifications(anna).getByRole('button', { name: 'View' }).click()
  const row = anna.getByRole('article').filter({ hasText: 'On the night of the change' })
  const instant = new Date((twice.at + 1800) * 1000).toISOString()
  await expect(row.locator('header time')).toHaveAttribute('datetime', instant)
  await row.getByRole('button', { name: 'Reschedule' }).click()
  const again = anna.getByRole('dialog', { name: 'Reschedule message' })
  await expect(again.getByRole('radio', { name: /^Second/ })).toBeChecked()
})

/** A place whose day is not Berlin's at the moment, so that a browser there would show another one. */
const elsewhere = () => {
  const here = wallIn(berlin, nowSeconds()).date
  const places = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Pacific/Auckland', 'Pacific/Honolulu']
  return places.find((place) => wallIn(place, nowSeconds()).date !== here) ?? 'Asia/Tokyo'
}
const cellOf = (dialog: Locator, day: string) => dialog.locator(`td[data-day="${day}"]`)

test('the calendar is that of the zone that is chosen, whatever the browser’s: today, and the day that is pressed (K84, K86, K87)', async ({
  enter,
}) => {
  const room = await makeRoom('calendar', [])
  const anna = await enter('anna', room, { timezoneId: elsewhere() })
  const dialog = await chooseTime(anna, room, 'On that day')
  const today = wallIn(berlin, nowSeconds()).date
  await expect(dialog.locator('td[data-today]')).toHaveAttribute('data-day', today)
  await expect(cellOf(dialog, today).getByRole('button')).toBeEnabled()
  await expect(dialog.getByRole('grid')).toHaveAccessibleName(/^[A-Z][a-z]+ \d{4}$/)

  const target = new Date(Date.parse(`${today}T00:00Z`) + 20 * 86_400_000).toISOString().slice(0, 10)
  if (!(await cellOf(dialog, target).isVisible())) await dialog.getByRole('button', { name: /next month/i }).click()
  await cellOf(dialog, target).getByRole('button').click()
  await expect(cellOf(dialog, target)).toHaveAttribute('aria-selected', 'true')
  const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${target}T12:00Z`),
  )
  await expect(preview(dialog)).toContainText(`${long} at`)

  // By keyboard: a day to the right, chosen with Enter, which sends nothing.
  await cellOf(dialog, target).getByRole('button').focus()
  await anna.keyboard.press('ArrowRight')
  await anna.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  const next = new Date(Date.parse(`${target}T12:00Z`) + 86_400_000)
  await expect(preview(dialog)).toContainText(
    new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(next),
  )
  await sayWhen(dialog).fill('tomorrow 9am')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  const tomorrow = tomorrowAt('9:00', berlin).date
  const short = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  await expect(notifications(anna)).toContainText(`${short.format(new Date(`${tomorrow}T12:00Z`))} at 9:00:00 AM CE`)
})

test('a profile in Alaska, a browser in Kolkata: Alaska’s today in the calendar, and days of the list are cut at Alaska’s midnight (K87)', async ({
  enter,
  device,
}) => {
  test.slow()
  const zone = 'America/Anchorage'
  const anna = await enter('anna', 'people')
  const home = await device({ timezoneId: zone })
  await join(anna, home, `Nuna ${Date.now().toString(36)}`)
  const away = await device({ timezoneId: 'Asia/Kolkata', storageState: await home.storageState() })
  const page = await openPlace(away, demoRoom('general'))
  // The last second of one day there and the first of the next: the same day in Kolkata.
  const day = wallIn(zone, nowSeconds() + 2 * 86_400).date
  const next = wallIn(zone, nowSeconds() + 3 * 86_400).date
  for (const [text, when] of [
    ['Before midnight', `${day} 23:59:59`],
    ['After midnight', `${next} 00:00:00`],
  ] as const) {
    const dialog = await chooseTime(page, demoRoom('general'), text)
    await expect(dialog.locator('td[data-today]')).toHaveAttribute('data-day', wallIn(zone, nowSeconds()).date)
    await sayWhen(dialog).fill(when)
    await expect(preview(dialog)).toContainText(/ AK[SD]T|GMT-[89]/)
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await page.goto(workspacePath('scheduled'))
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'From day: calendar' }).click()
  const calendar = page.getByRole('dialog', { name: 'From day' })
  await expect(calendar.locator('td[data-today]')).toHaveAttribute('data-day', wallIn(zone, nowSeconds()).date)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(page.getByLabel('From day', { exact: true })).toHaveValue(wallIn(zone, nowSeconds() + 86_400).date)
  await expect(page.getByRole('button', { name: 'From day: calendar' })).toBeFocused()
  const found = async (from: string, to: string) => {
    await page.getByLabel('From day', { exact: true }).fill(from)
    await page.getByLabel('To day', { exact: true }).fill(to)
    return page.getByRole('article')
  }
  await expect(await found(day, day)).toContainText(['Before midnight'])
  await expect(await found('', day)).toHaveCount(1)
  await expect(await found(next, '')).toContainText(['After midnight'])
})

test('midnight is 12:00 AM or 00:00 on the right day, and stays so when it is moved (K69)', async ({ enter }) => {
  const room = await makeRoom('midnight', [])
  for (const [clock, time] of [
    ['12', '12:00 AM'],
    ['24', '00:00'],
  ] as const) {
    const anna = await enter('anna', room, {
      prepare: (device) =>
        device.addInitScript(
          (kind) => location.protocol === 'http:' && localStorage.setItem('carillon:clock', kind),
          clock,
        ),
    })
    const dialog = await chooseTime(anna, room, `At midnight on a ${clock}-hour clock`)
    await sayWhen(dialog).fill('midnight')
    const day = new Date(`${tomorrowAt('0:00', berlin).date}T12:00Z`)
    const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(day)
    await expect(preview(dialog)).toContainText(`${long} at ${clock === '12' ? '12:00:00 AM' : '00:00:00'}`)
    await expect(dialog.getByRole('textbox', { name: 'Time' })).toHaveValue(time)
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await notifications(anna).getByRole('button', { name: 'View' }).first().click()
    const row = anna.getByRole('article').filter({ hasText: `At midnight on a ${clock}-hour clock` })
    await row.getByRole('button', { name: 'Reschedule' }).click()
    const again = anna.getByRole('dialog', { name: 'Reschedule message' })
    await expect(again.getByRole('textbox', { name: 'Time' })).toHaveValue(time)
    await expect(preview(again)).toContainText(long)
    await again.getByRole('button', { name: 'Back' }).click()
  }
})

test('a time that was chosen and not confirmed arms nothing (K97)', async ({ enter }) => {
  const room = await makeRoom('unconfirmed', [])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Only thought of')
  await sayWhen(dialog).fill('in 10 seconds')
  await expect(preview(dialog)).toBeVisible()
  await anna.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await anna.reload()
  await expect(field(anna, room)).toHaveValue('Only thought of')
  await expect(anna.getByRole('status', { name: 'Scheduled here' })).toHaveCount(0)
  expect(await timesOnServer(room, 'Only thought of')).toBe(0)
})

test('the reader’s language decides words, the order of dates, and which day begins the week', async ({ enter }) => {
  const room = await makeRoom('languages', [])
  const german = await enter('anna', room, { locale: 'de-DE' })
  const dialog = await chooseTime(german, room, 'Auf Deutsch')
  await sayWhen(dialog).fill('morgen um 9 uhr 15')
  await expect(preview(dialog)).toContainText('at 09:15:00')
  await expect(dialog.getByRole('columnheader', { includeHidden: true }).first()).toHaveText('Mo')
  const american = await enter('anna', room, { locale: 'en-US' })
  const other = await chooseTime(american, room, 'In American')
  await expect(other.getByRole('columnheader', { includeHidden: true }).first()).toHaveText('Su')
})

test('a browser with old zone rules: refused with both times, and the server’s can be taken (T1, T6)', async ({
  enter,
}) => {
  const room = await makeRoom('oldrules', [])
  const anna = await enter('anna', room, { prepare: (device) => device.addInitScript(useRulesOf2023) })
  const dialog = await chooseTime(anna, room, 'By whose rules?')
  await sayWhen(dialog).fill('tomorrow 9am Almaty')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  const refused = dialog.getByRole('alert').filter({ hasText: 'disagree' })
  await expect(refused).toContainText(
    /09:00:00 in Asia\/Almaty: \S+ 03:00 UTC by your browser, \S+ 04:00 UTC by the server/,
  )
  expect(await timesOnServer(room, 'By whose rules?')).toBe(0)
  await expect(anna.getByRole('status', { name: 'Scheduled here' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Take the server’s reading' }).click()
  await expect(dialog).toBeHidden()
  await expect(anna.getByRole('status', { name: 'Scheduled here' })).toContainText('1 message')
})

/** Runs in the page: as a browser from before March 2024, when Almaty still was an hour further east. */
function useRulesOf2023(): void {
  const Real = Intl.DateTimeFormat
  const asThen = (options?: Intl.DateTimeFormatOptions) =>
    options?.timeZone === 'Asia/Almaty' ? { ...options, timeZone: 'Asia/Omsk' } : options
  const Old = function (locales?: string, options?: Intl.DateTimeFormatOptions) {
    return new Real(locales, asThen(options))
  }
  Intl.DateTimeFormat = Object.assign(Old, {
    supportedLocalesOf: Real.supportedLocalesOf,
    prototype: Real.prototype,
  }) as never
}
