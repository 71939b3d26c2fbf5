/**
 * Days on which others went wrong, each at its own instant: the page's clock and the server's answer about its own are set.
 * The profile's zone, the browser's and the server's (`support/start-product.ts`) are three. What is kept is read back from
 * the server, which reckons every wall clock itself; drafts are kept at any time, so the day of the run does not matter.
 */
import type { BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { makeRoom, person, workspacePath, type Room } from './support/demo.ts'
import { expect, openPlace, test } from './support/journey.ts'
import { join } from './support/newcomer.ts'
import { chooseTime, field } from './support/room.ts'
import { setClock } from './support/set-clock.ts'

/** The browser of everybody here: no half of these profiles is there, and none of its clocks ever changes. */
const browserZone = 'Asia/Kolkata'
const preview = (dialog: Locator) => dialog.getByRole('group', { name: 'When it will be sent' })
const clockChange = (dialog: Locator) => dialog.getByRole('group', { name: 'The clock changes that day' })
const sayWhen = (dialog: Locator) => dialog.getByLabel('Say when')
const secondsOf = (iso: string) => Date.parse(iso) / 1000

async function keepAsDraft(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(dialog).toBeHidden()
}

/** The draft as the server has it. */
async function keptDraft(page: Page, text: string): Promise<Locator> {
  await page.goto(`${workspacePath('scheduled')}?show=drafts`)
  const draft = page.getByRole('article').filter({ hasText: text })
  await expect(draft).toHaveCount(1)
  return draft
}
const instantOf = (draft: Locator) => draft.locator('header time')

async function openMenu(page: Page, room: Room, text: string): Promise<Locator> {
  await field(page, room).fill(text)
  await page.getByRole('button', { name: 'Schedule for later' }).click()
  const menu = page.getByRole('menu', { name: 'Schedule for later' })
  await expect(menu).toBeVisible()
  return menu
}

/** Presses a ready-made time. What is asked of the server is what was shown, and the server reads its wall clock alike. */
async function askedBy(page: Page, item: Locator): Promise<{ sendAt: number; zone: string; wallClock: string }> {
  const asking = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/scheduled.create'))
  await item.click()
  const request = await asking
  const response = await request.response()
  if (!response) throw new Error('the server did not answer what was asked of it')
  const [answer] = (await response.json()) as { error?: { data: { domain: { code: string } } } }[]
  // Whether that instant lies ahead depends on the day of the run; that both reckon alike does not.
  expect(['none', 'time_in_past', 'time_too_far']).toContain(answer?.error?.data.domain.code ?? 'none')
  return Object.values(
    request.postDataJSON() as Record<string, { sendAt: number; zone: string; wallClock: string }>,
  )[0]!
}

const inNewYork = (instant: string) => ({ timezoneId: browserZone, prepare: setClock(instant) })

test('tomorrow at nine over the night of the change: nine by the wall, twelve hours later (K57)', async ({ enter }) => {
  const room = await makeRoom('k57', ['maya'])
  expect(person('maya').zone).toBe('America/New_York')
  const maya = await enter('maya', room, inNewYork('2027-03-13T20:00:00-05:00'))
  const dialog = await chooseTime(maya, room, 'Before the change')
  await expect(preview(dialog)).toContainText('Sunday, March 14, 2027 at 9:00:00 AM EDT')
  await expect(preview(dialog)).toContainText('in 12 h ·')
  await keepAsDraft(dialog)
  const menu = await openMenu(maya, room, 'By one press')
  const tomorrow = menu.getByRole('menuitem', { name: 'Tomorrow at 9:00 AM' })
  await expect(tomorrow).toContainText('Sun, Mar 14')
  expect(await askedBy(maya, tomorrow)).toMatchObject({
    ...{ sendAt: 1_805_029_200, zone: 'America/New_York', wallClock: '2027-03-14T09:00:00' },
  })
  await expect(instantOf(await keptDraft(maya, 'Before the change'))).toHaveAttribute(
    'datetime',
    '2027-03-14T13:00:00.000Z',
  )
})

test('tomorrow is the next day before one of 23 hours and before one of 25 (K73)', async ({ enter }) => {
  const room = await makeRoom('k73', ['maya'])
  for (const { now, day, aside, words, left, instant } of [
    {
      ...{ now: '2027-03-13T23:30:00-05:00', day: 'Sunday, March 14, 2027', aside: 'Sun, Mar 14' },
      ...{ words: 'at 11:15:00 PM EDT', left: 'in 22 h 45 min ·', instant: '2027-03-15T03:15:00.000Z' },
    },
    {
      ...{ now: '2026-10-31T23:30:00-04:00', day: 'Sunday, November 1, 2026', aside: 'Sun, Nov 1' },
      ...{ words: 'at 11:15:00 PM EST', left: 'in 1 day ·', instant: '2026-11-02T04:15:00.000Z' },
    },
  ]) {
    const text = `The night after ${now}`
    const maya = await enter('maya', room, inNewYork(now))
    const menu = await openMenu(maya, room, text)
    await expect(menu.getByRole('menuitem', { name: 'Tomorrow at 9:00 AM' })).toContainText(aside)
    await maya.keyboard.press('Escape')
    const dialog = await chooseTime(maya, room, text)
    await sayWhen(dialog).fill('tomorrow 23:15')
    await expect(preview(dialog)).toContainText(`${day} ${words}`)
    await expect(preview(dialog)).toContainText(left)
    await keepAsDraft(dialog)
    await expect(instantOf(await keptDraft(maya, text))).toHaveAttribute('datetime', instant)
  }
})

test('tomorrow where the day begins first and where it ends last; what would be the same twice stands there once (K74)', async ({
  enter,
  device,
}) => {
  test.slow()
  const now = '2026-11-30T10:30:00Z'
  const room = await makeRoom('k74', [])
  const anna = await enter('anna', 'people')
  for (const { zone, aside, instant, mondays } of [
    { zone: 'Pacific/Kiritimati', aside: 'Wed, Dec 2', instant: '2026-12-01T19:00:00.000Z', mondays: 1 },
    { zone: 'Pacific/Pago_Pago', aside: 'Mon, Nov 30', instant: '2026-11-30T20:00:00.000Z', mondays: 0 },
  ]) {
    const page = await fromAway(anna, device, zone, now, room)
    const menu = await openMenu(page, room, `From ${zone}`)
    const tomorrow = menu.getByRole('menuitem', { name: 'Tomorrow at 9:00 AM' })
    await expect(tomorrow).toContainText(aside)
    await expect(menu.getByRole('menuitem', { name: /Monday at 9:00 AM/ })).toHaveCount(mondays)
    await page.keyboard.press('Escape')
    const dialog = await chooseTime(page, room, `From ${zone}`)
    await sayWhen(dialog).fill('tomorrow 9am')
    await keepAsDraft(dialog)
    const again = await openMenu(page, room, 'By one press')
    const asked = await askedBy(page, again.getByRole('menuitem', { name: 'Tomorrow at 9:00 AM' }))
    expect(asked).toMatchObject({ sendAt: secondsOf(instant), zone })
    await expect(instantOf(await keptDraft(page, `From ${zone}`))).toHaveAttribute('datetime', instant)
  }
})

/** Somebody whose profile is in `zone`, in a browser elsewhere, in `room`. */
async function fromAway(
  anna: Page,
  device: (options?: BrowserContextOptions) => Promise<BrowserContext>,
  zone: string,
  now: string,
  room: Room,
): Promise<Page> {
  const home = await device({ timezoneId: zone })
  const page = await join(anna, home, `Of ${zone} ${Date.now().toString(36)}`)
  await page.goto(room.path)
  await page.getByRole('button', { name: /^Join/ }).click()
  await expect(field(page, room)).toBeVisible()
  const away = await device({ timezoneId: browserZone, storageState: await home.storageState() })
  await setClock(now)(away)
  return openPlace(away, room)
}

test('on the day of the change itself nine today is nine o’clock (K76)', async ({ enter }) => {
  const room = await makeRoom('k76', ['maya'])
  const maya = await enter('maya', room, inNewYork('2027-03-14T08:30:00-04:00'))
  const dialog = await chooseTime(maya, room, 'On the very day')
  for (const said of ['today 9am', '9:00', 'in 30 min']) {
    await sayWhen(dialog).fill(said)
    await expect(preview(dialog), said).toContainText('Sunday, March 14, 2027 at 9:00:00 AM EDT')
    await expect(preview(dialog), said).toContainText('in 30 min ·')
  }
  await keepAsDraft(dialog)
  const draft = await keptDraft(maya, 'On the very day')
  await expect(instantOf(draft)).toHaveAttribute('datetime', '2027-03-14T13:00:00.000Z')
  await expect(draft).toHaveAccessibleName(/remembers Sun, Mar 14 at 9:00:00 AM EDT/)
})

test('shortly before midnight the dialog begins with a time that can be chosen as it stands (K89)', async ({
  enter,
}) => {
  const room = await makeRoom('k89', ['maya'])
  for (const [now, left] of [
    ['2026-12-05T23:56:00-05:00', 'in 9 h 4 min ·'],
    ['2026-12-05T23:59:30-05:00', 'in 9 h ·'],
  ] as const) {
    const maya = await enter('maya', room, inNewYork(now))
    const dialog = await chooseTime(maya, room, `At ${now}`)
    await expect(preview(dialog)).toContainText('Sunday, December 6, 2026 at 9:00:00 AM EST')
    await expect(preview(dialog)).toContainText(left)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Schedule', exact: true })).toBeEnabled()
    await keepAsDraft(dialog)
    await expect(instantOf(await keptDraft(maya, `At ${now}`))).toHaveAttribute('datetime', '2026-12-06T14:00:00.000Z')
  }
})

test('at five in the afternoon today can be chosen; only what is over cannot (K84)', async ({ enter }) => {
  const room = await makeRoom('k84', ['maya'])
  const maya = await enter('maya', room, inNewYork('2026-12-05T17:00:00-05:00'))
  const dialog = await chooseTime(maya, room, 'Later today')
  const day = (date: string) => dialog.locator(`td[data-day="${date}"]`)
  await expect(dialog.locator('td[data-today]')).toHaveAttribute('data-day', '2026-12-05')
  await expect(day('2026-12-04').getByRole('button')).toBeDisabled()
  await day('2026-12-05').getByRole('button').click()
  await expect(day('2026-12-05')).toHaveAttribute('aria-selected', 'true')
  const time = dialog.getByRole('textbox', { name: 'Time' })
  await time.fill('4:59 PM')
  await expect(dialog.getByRole('alert')).toContainText('That time has passed.')
  await expect(dialog.getByRole('button', { name: 'Schedule', exact: true })).toBeDisabled()
  await time.fill('5:00:01 PM')
  await expect(preview(dialog)).toContainText('Saturday, December 5, 2026 at 5:00:01 PM EST')
  await keepAsDraft(dialog)
  await expect(instantOf(await keptDraft(maya, 'Later today'))).toHaveAttribute('datetime', '2026-12-05T22:00:01.000Z')
})

test('on a day of 23 hours two o’clock is not there and four o’clock is (K85)', async ({ enter }) => {
  const room = await makeRoom('k85-spring', ['maya'])
  const maya = await enter('maya', room, inNewYork('2027-03-13T12:00:00-05:00'))
  const dialog = await chooseTime(maya, room, 'In spring')
  await sayWhen(dialog).fill('2027-03-14 2:30am')
  await expect(clockChange(dialog)).toContainText('skips this time')
  await expect(clockChange(dialog).getByRole('radio', { name: /^Later: 3:30:00 AM EDT/ })).toBeChecked()
  await expect(clockChange(dialog).getByRole('radio', { name: /^Earlier: 1:30:00 AM EST/ })).not.toBeChecked()
  const time = dialog.getByRole('textbox', { name: 'Time' })
  for (const [typed, shown] of [
    ['1:59:59 AM', 'at 1:59:59 AM EST'],
    ['3:00 AM', 'at 3:00:00 AM EDT'],
    ['4:00 AM', 'at 4:00:00 AM EDT'],
  ] as const) {
    await time.fill(typed)
    await expect(preview(dialog)).toContainText(`Sunday, March 14, 2027 ${shown}`)
    await expect(clockChange(dialog)).toHaveCount(0)
  }
  await keepAsDraft(dialog)
  await expect(instantOf(await keptDraft(maya, 'In spring'))).toHaveAttribute('datetime', '2027-03-14T08:00:00.000Z')
})

test('on a day of 25 hours one o’clock is there twice, by name, and stays the one that was chosen (K85)', async ({
  enter,
}) => {
  const room = await makeRoom('k85-autumn', ['maya'])
  const maya = await enter('maya', room, inNewYork('2026-10-31T12:00:00-04:00'))
  const dialog = await chooseTime(maya, room, 'In autumn')
  await sayWhen(dialog).fill('2026-11-01 4:00am')
  await expect(preview(dialog)).toContainText('Sunday, November 1, 2026 at 4:00:00 AM EST')
  await expect(clockChange(dialog)).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Time' }).fill('1:30 AM')
  await expect(clockChange(dialog)).toContainText('shows this time twice')
  await expect(clockChange(dialog).getByRole('radio', { name: /^First: 1:30:00 AM EDT/ })).toBeChecked()
  await clockChange(dialog)
    .getByRole('radio', { name: /^Second: 1:30:00 AM EST/ })
    .check()
  await expect(preview(dialog)).toContainText('at 1:30:00 AM EST')
  await keepAsDraft(dialog)
  const draft = await keptDraft(maya, 'In autumn')
  await expect(instantOf(draft)).toHaveAttribute('datetime', '2026-11-01T06:30:00.000Z')
  await draft.getByRole('button', { name: 'Edit text and time' }).click()
  const again = maya.getByRole('dialog', { name: 'Edit draft' })
  await expect(again.getByRole('radio', { name: /^Second: 1:30:00 AM EST/ })).toBeChecked()
})

test('the day that is pressed is the day that is kept, wherever it is another one (K86)', async ({ enter }) => {
  const room = await makeRoom('k86', ['kenji'])
  const prepare = setClock('2026-12-01T08:00:00+09:00')
  const kenji = await enter('kenji', room, { timezoneId: 'America/Los_Angeles', prepare })
  const dialog = await chooseTime(kenji, room, 'In Tokyo')
  await expect(dialog.locator('td[data-today]')).toHaveAttribute('data-day', '2026-12-01')
  await dialog.locator('td[data-day="2026-12-05"]').getByRole('button').click()
  await dialog.getByRole('textbox', { name: 'Time' }).fill('12:15 AM')
  await expect(preview(dialog)).toContainText('Saturday, December 5, 2026 at 12:15:00 AM GMT+9')
  await keepAsDraft(dialog)
  await expect(instantOf(await keptDraft(kenji, 'In Tokyo'))).toHaveAttribute('datetime', '2026-12-04T15:15:00.000Z')
})
