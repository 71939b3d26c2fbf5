import type { Page } from '@playwright/test'
import { tomorrowAt } from './support/clock.ts'
import { demoRoom, makeRoom, postAs, scheduleAs, timesOnServer, workspacePath } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { looked, sidewaysScroll } from './support/look.ts'
import { chooseTime, field, notifications, schedule } from './support/room.ts'

/** What is pressed there is 24 pixels high and wide, or stands alone (WCAG 2.2, 2.5.8). */
const lookedAt = (page: Page, screenshot?: string) => looked(page, screenshot, { targets: true })
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('on a phone a room opens whose messages are higher than guessed and fill more than the screen', async ({
  enter,
}) => {
  const room = await makeRoom('tall', ['kenji'])
  const long = 'Both maintenance notices are in the schedule too: one at the first minute, one when we are done. '
  for (let i = 1; i <= 14; i++) await postAs(i % 2 ? 'kenji' : 'anna', room, `${long.repeat((i % 4) + 1)}Number ${i}.`)
  for (const width of [320, 390, 600]) {
    const anna = await enter('anna', room, { ...PHONE, viewport: { width, height: 844 } })
    await expect(anna.getByText('Number 14.')).toBeInViewport()
    await expect(field(anna, room)).toBeEditable()
    await anna.context().close()
  }
})

test('on a phone everything is reached through the drawer, and a message is scheduled without sideways scrolling', async ({
  enter,
}, info) => {
  const room = await makeRoom('phone', [])
  const anna = await enter('anna', '', PHONE)
  await anna.getByRole('button', { name: 'Open the sidebar' }).click()
  const drawer = anna.getByRole('dialog', { name: 'Sidebar' })
  await anna.screenshot({ path: info.outputPath('phone-sidebar.png') })
  await drawer.getByRole('link', { name: new RegExp(room.name) }).click()
  await expect(drawer).toBeHidden()
  await expect(anna.getByRole('heading', { level: 1, name: room.name })).toBeVisible()

  const dialog = await chooseTime(anna, room, 'From the train')
  await anna.screenshot({ path: info.outputPath('phone-dialog.png') })
  await dialog.getByRole('button', { name: 'Back' }).click()
  await schedule(anna, room, 'From the train', tomorrowAt('9:05', 'Europe/Berlin'))
  await expect(notifications(anna)).toContainText(/at 9:05:00 AM CES?T/)
  await anna.screenshot({ path: info.outputPath('phone-room.png') })
  expect(await sidewaysScroll(anna)).toBe(0)

  await anna.getByRole('status', { name: 'Scheduled here' }).getByRole('link', { name: 'See all' }).click()
  await expect(anna.getByRole('article', { name: `Message to ${room.title},` })).toBeVisible()
  await anna.screenshot({ path: info.outputPath('phone-scheduled.png') })
  expect(await sidewaysScroll(anna)).toBe(0)
  expect(await timesOnServer(room, 'From the train')).toBe(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no serious fault of access on the main pages, ${colorScheme}`, async ({ enter, device }, info) => {
    test.slow()
    const room = demoRoom('launch')
    await scheduleAs('anna', room, 'The announcement, word for word', Math.floor(Date.now() / 1000) + 86_400)
    const shot = (name: string) => info.outputPath(`${colorScheme}-${name}.png`)
    const anna = await enter('anna', room, { colorScheme })
    await expect(anna.getByRole('log').getByRole('article').first()).toBeVisible()
    await lookedAt(anna, shot('room'))
    const dialog = await chooseTime(anna, room, 'Looked at by everyone')
    await lookedAt(anna, shot('dialog'))
    await dialog.getByRole('button', { name: 'Back' }).click()
    for (const [link, heading] of SECTIONS) {
      await anna.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: link }).first().click()
      await expect(anna.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(anna.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await lookedAt(anna, shot(heading.toLowerCase().replaceAll(' ', '-')))
    }
    await anna.keyboard.press('?')
    await expect(anna.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await lookedAt(anna, shot('shortcuts'))
    await anna.goto(workspacePath('scheduled?show=drafts'))
    await expect(anna.getByRole('article', { name: `Draft to ${room.title}` })).toBeVisible()
    await lookedAt(anna, shot('drafts'))
    await anna.goto(workspacePath('scheduled'))
    await anna.getByRole('button', { name: 'History' }).first().click()
    await expect(anna.getByRole('list', { name: 'History' })).toBeVisible()
    await lookedAt(anna, shot('history'))
    await anna.goto(workspacePath('settings'))
    await anna.getByRole('button', { name: 'New token', exact: true }).click()
    await lookedAt(anna, shot('new-token'))
    await anna.goto(room.path)
    await anna.getByRole('log').getByRole('button', { name: 'Maya Johnson' }).first().click()
    await expect(anna.getByRole('dialog', { name: 'Maya Johnson' })).toBeVisible()
    await lookedAt(anna, shot('card'))
    await anna.keyboard.press('Escape')
    await anna.getByRole('status', { name: 'Scheduled here' }).getByRole('button', { name: 'Change' }).click()
    await expect(anna.getByRole('dialog', { name: 'Scheduled here' }).getByRole('article').first()).toBeVisible()
    await lookedAt(anna, shot('scheduled-here'))
    await anna.goto(workspacePath('gallery'))
    await expect(anna.getByRole('region', { name: 'Components, dark' })).toBeVisible()
    await lookedAt(anna, shot('components'))
    const stranger = await (await device({ colorScheme })).newPage()
    for (const path of ['/sign-in', '/sign-up']) {
      await stranger.goto(path)
      await lookedAt(stranger, shot(path.slice(1)))
    }
  })
}

const SECTIONS = [
  [/^Drafts & scheduled/, 'Drafts & scheduled'],
  ['Browse channels', 'Channels'],
  ['People', 'People'],
  ['Settings', 'Settings'],
] as const
