/** For the reader: direct messages over zones, working hours, conditions, and times that stand in a message (T5, C5). */
import type { Page } from '@playwright/test'
import { secondsAhead, wallIn } from './support/clock.ts'
import { callApi, makeRoom, person, postAs, workspacePath, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, chooseTime, fillTime, notifications } from './support/room.ts'
import { setClock } from './support/set-clock.ts'

/** Neither the profile's zone, nor the reader's, nor the server's, which is that of this process. */
const BROWSER_ZONE = 'Pacific/Auckland'
/** A Tuesday in winter, noon in UTC: how far zones are apart, and whether people work, does not depend on the day of the run. */
const AT_NOON = { prepare: setClock('2026-12-01T12:00:00Z') }
const WORKDAY = '2026-12-02'
/** Anna's direct conversation with somebody, by the name it has on her screen. */
async function directWith(who: 'maya' | 'kenji'): Promise<Room> {
  const { channel } = await callApi('anna', 'conversations.open', { users: person(who).id })
  const { id } = channel as { id: string }
  return { id, conversationId: id as never, name: '', title: person(who).name, path: workspacePath(id) }
}

test('a direct message: the reader’s morning as a preset, their time at the chosen second, in three zones', async ({
  enter,
}) => {
  const room = await directWith('maya') // Anna’s profile: Europe/Berlin; Maya’s: America/New_York
  const page = await enter('anna', room, { timezoneId: BROWSER_ZONE, ...AT_NOON })
  await page.getByRole('textbox', { name: `Message ${room.title}` }).fill('Good morning, Maya')
  await page.getByRole('button', { name: 'Schedule for later' }).click()
  const morning = page.getByRole('menuitem', { name: /^\w+ 9:00 AM their time \((\w+ )?3:00 PM yours\)/ })
  await expect(morning.last()).toBeVisible()
  await page.getByRole('menuitem', { name: 'Custom time…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule message' })
  await fillTime(dialog, { date: WORKDAY, time: '9:00 AM' })
  const reader = dialog.getByRole('group', { name: 'For the reader' })
  await expect(reader).toContainText(/For Maya Johnson it will be .*3:00:00 AM EST, outside their working hours/)
  await reader.getByRole('button', { name: /^Use .* at 3:00 PM \(9:00 AM for them\)$/ }).click()
  await expect(reader).toContainText('9:00:00 AM EST.')
  await expect(reader).not.toContainText('outside')
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`${workspacePath('scheduled')}?show=drafts`)
  const draft = page.getByRole('article').filter({ hasText: 'Good morning, Maya' })
  await expect(draft).toHaveAccessibleName(/remembers Wed, Dec 2 at 3:00:00 PM CET$/)
  await expect(draft.locator('header time')).toHaveAttribute('datetime', '2026-12-02T14:00:00.000Z')
})

test('working hours: told in the settings, weighed in a channel, and one press takes the better time', async ({
  enter,
}) => {
  const room = await makeRoom('hours', ['maya', 'kenji'])
  const maya = await enter('maya', 'settings')
  const form = maya.getByRole('form', { name: 'Working hours' })
  await form.getByRole('combobox', { name: 'From' }).selectOption({ label: '6:00 AM' })
  await form.getByRole('combobox', { name: 'To' }).selectOption({ label: '2:00 PM' })
  await form.getByRole('button', { name: 'Save working hours' }).click()
  await expect(notifications(maya)).toContainText('Your working hours are saved.')
  await maya.reload()
  await expect(form.getByRole('combobox', { name: 'From' })).toHaveValue('360')

  const anna = await enter('anna', room, { timezoneId: BROWSER_ZONE, ...AT_NOON })
  const dialog = await chooseTime(anna, room, 'To everyone')
  await fillTime(dialog, { date: WORKDAY, time: '11:00 AM' }) // 5:00 in New York, 19:00 in Tokyo
  const readers = dialog.getByRole('group', { name: 'For the readers' })
  await expect(readers).toContainText('2 of 2 members are outside their working hours then.')
  await readers.getByRole('button', { name: /^Use .* at 12:00 PM$/ }).click() // 6:00 in New York
  await expect(readers).toContainText('1 of 2 members are outside their working hours then.')
  await expect(dialog.getByRole('textbox', { name: 'Time' })).toHaveValue('12:00 PM')
  await form.getByRole('button', { name: 'Use the usual ones' }).click()
  await expect(notifications(maya)).toContainText('the usual ones again')
})

test('only if nobody has replied: a reply stops it, and its author reads why and sends it all the same', async ({
  enter,
}) => {
  test.slow() // it waits for two seconds that have to be far enough ahead to be chosen in peace
  const room = await makeRoom('alone', ['kenji'])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Anybody there?')
  await fillTime(dialog, wallIn(person('anna').zone, secondsAhead(25)))
  await dialog.getByRole('button', { name: /^Conditions/ }).click()
  await dialog.getByRole('checkbox', { name: 'Only if nobody has replied' }).check()
  await dialog.getByRole('combobox', { name: 'Not later than' }).selectOption('3600')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  await postAs('kenji', room, 'Yes, here')

  const notice = anna.getByRole('alert', { name: 'Messages that could not be sent' })
  await expect(notice).toContainText('was not sent. Somebody wrote there after you scheduled it', { timeout: 45_000 })
  await notice.getByRole('link', { name: 'See what to do' }).click()
  const row = anna.getByRole('article', { name: new RegExp(`^Message to ${room.title}`) })
  await expect(row).toContainText('Not sent. Somebody wrote there')
  await expect(row.getByRole('list', { name: 'Conditions' })).toContainText('Only if nobody has replied')
  await row.getByRole('button', { name: 'Fix & reschedule' }).click()
  const again = anna.getByRole('dialog', { name: 'Fix & reschedule' })
  await expect(again.getByRole('button', { name: /^Conditions/ })).toHaveAttribute('aria-expanded', 'true')
  await again.getByRole('checkbox', { name: 'Only if nobody has replied' }).uncheck()
  await fillTime(again, wallIn(person('anna').zone, secondsAhead(20)))
  await again.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(again).toBeHidden()
  const reading = await enter('kenji', room)
  await expect(bubble(reading, room, 'Anybody there?')).toHaveCount(1, { timeout: 45_000 })
})

test('held when the channel is archived: it waits among the drafts with its text, and can be scheduled once it is open', async ({
  enter,
}) => {
  test.slow() // it waits for a second that has to be far enough ahead to archive the channel in peace
  const room = await makeRoom('held', ['kenji'])
  const anna = await enter('anna', room)
  await callApi('anna', 'chat.scheduleMessage', {
    ...{ channel: room.id, text: 'Keep me', post_at: secondsAhead(25), hold_if_archived: true },
  })
  await anna
    .getByRole('button', { name: /Channel actions|More/ })
    .first()
    .click()
  await anna.getByRole('menuitem', { name: /Archive/ }).click()
  await anna
    .getByRole('button', { name: /^Archive/ })
    .last()
    .click()
  const notice = anna.getByRole('alert', { name: 'Messages that could not be sent' })
  await expect(notice).toContainText('was not sent. The channel was archived when it was due', { timeout: 45_000 })
  await notice.getByRole('link', { name: 'See what to do' }).click()
  const held = anna.getByRole('region', { name: 'Held', exact: true })
  await expect(held).toContainText('Keep me')
  await expect(held.getByRole('button', { name: 'Schedule again' }).first()).toBeVisible()
})

test('a time in a message: written once, read on every reader’s own clock', async ({ enter }) => {
  const room = await makeRoom('clocks', ['kenji', 'diego'])
  const anna = await enter('anna', room, { timezoneId: BROWSER_ZONE, ...AT_NOON })
  const field = anna.getByRole('textbox', { name: `Message ${room.title}` })
  await field.fill('We begin')
  await field.press('End')
  await anna.getByRole('button', { name: 'Insert a time' }).click()
  const dialog = anna.getByRole('dialog', { name: 'Insert a time' })
  await fillTime(dialog, { date: WORKDAY, time: '4:00 PM' })
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(field).toHaveValue(/^We begin <!date\^\d+\^\{date_short_pretty\} at \{time\}\|.* at 4:00 PM CET>$/)
  await field.press('Enter')
  const shown = (page: Page) => bubble(page, room, 'We begin').locator('time[title^="Written as"]')
  await expect(shown(anna)).toHaveText(/ at 4:00 PM CET$/)
  const kenji = await enter('kenji', room, AT_NOON)
  await expect(shown(kenji)).toHaveText(/ at 12:00 AM GMT\+9$/)
  await expect(shown(kenji)).toHaveAttribute('title', /^Written as .* at 4:00 PM CET$/)
  const diego = await enter('diego', room, AT_NOON)
  await expect(shown(diego)).toHaveText(/ at 7:00 AM PST$/)
})
