import type { Page } from '@playwright/test'
import { callApi, makeRoom, person, postAs } from './support/demo.ts'
import { secondsAhead, wallIn } from './support/clock.ts'
import { expect, test } from './support/journey.ts'
import { everythingFetched, networkSwitch } from './support/network.ts'
import { bubble, field, fillTime, sidebar, timeline } from './support/room.ts'
import type { Room } from './support/demo.ts'

const tools = (page: Page) => page.getByRole('toolbar', { name: 'What to do with this message' })
const pane = (page: Page, room: Room) => page.getByRole('region', { name: `Thread in ${room.title}` })
const reply = (page: Page, room: Room) => pane(page, room).getByRole('textbox', { name: 'Reply' })
const inThread = (page: Page, room: Room, text: string) =>
  pane(page, room).getByRole('article').filter({ hasText: text })

test('two people talk in a thread: it stays out of the channel, and the channel says how many replies there are', async ({
  enter,
}) => {
  const room = await makeRoom('threads', ['kenji'])
  await postAs('anna', room, 'Where do we meet?')
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await bubble(kenji, room, 'Where do we meet?').hover()
  await tools(kenji).getByRole('button', { name: 'Reply in a thread' }).click()
  await expect(reply(kenji, room)).toBeFocused()
  await expect(inThread(kenji, room, 'Where do we meet?')).toHaveCount(1)
  await kenji.keyboard.type('At the station')
  await kenji.keyboard.press('Enter')
  await expect(inThread(kenji, room, 'At the station')).toHaveCount(1)

  const line = bubble(anna, room, 'Where do we meet?').getByRole('button', { name: /1 reply/ })
  await expect(line).toBeVisible()
  await expect(bubble(anna, room, 'At the station')).toHaveCount(0)
  await line.click()
  await expect(inThread(anna, room, 'At the station')).toHaveCount(1)
  await expect(reply(anna, room)).toBeFocused()
  await anna.keyboard.type('Good, at ten')
  await pane(anna, room)
    .getByRole('checkbox', { name: `Also send to ${room.title}` })
    .check()
  await pane(anna, room).getByRole('button', { name: 'Reply', exact: true }).click()
  for (const page of [anna, kenji]) {
    await expect(inThread(page, room, 'Good, at ten')).toHaveCount(1)
    await expect(bubble(page, room, 'Good, at ten')).toHaveCount(1)
    await expect(bubble(page, room, 'Where do we meet?').getByRole('button', { name: /2 replies/ })).toBeVisible()
  }

  // Changed and taken away in the thread, as anywhere.
  await inThread(anna, room, 'Good, at ten').hover()
  await pane(anna, room).getByRole('button', { name: 'More about this message' }).click()
  await anna.getByRole('menuitem', { name: 'Delete message…' }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }).click()
  await expect(bubble(kenji, room, 'Where do we meet?').getByRole('button', { name: /1 reply/ })).toBeVisible()
  await expect(inThread(kenji, room, 'This message was deleted.')).toHaveCount(1)

  await reply(kenji, room).press('Escape')
  await expect(pane(kenji, room)).toHaveCount(0)
  await expect(field(kenji, room)).toBeFocused()
})

test('a scheduled reply arrives in its thread, and replies leave no unread mark on the channel', async ({ enter }) => {
  const room = await makeRoom('laterreply', ['kenji'])
  const { ts } = await postAs('anna', room, 'The question')
  const kenji = await enter('kenji', room)
  await expect(bubble(kenji, room, 'The question')).toHaveCount(1)
  await kenji.goto((await makeRoom('elsewhere', ['kenji'])).path)
  await callApi('anna', 'chat.scheduleMessage', {
    ...{ channel: room.id, text: 'The answer', thread_ts: ts, post_at: secondsAhead(20) },
  })
  await callApi('anna', 'chat.postMessage', { channel: room.id, text: 'A first answer', thread_ts: ts })
  const link = sidebar(kenji).getByRole('link', { name: new RegExp(room.name) })
  await link.click()
  const root = bubble(kenji, room, 'The question')
  await expect(root.getByRole('button', { name: /2 replies/ })).toBeVisible({ timeout: 40_000 })
  await expect(link).not.toContainText('1')
  await root.getByRole('button', { name: /2 replies/ }).click()
  await expect(pane(kenji, room).getByRole('article')).toHaveCount(3)
  await expect(inThread(kenji, room, 'The answer')).toHaveCount(1)
})

test('by keyboard, with a draft that stays, and with replies that came while the device was offline', async ({
  enter,
}) => {
  const room = await makeRoom('threadaway', ['kenji'])
  const { ts } = await postAs('anna', room, 'Thoughts?')
  const network = networkSwitch()
  const kenji = await enter('kenji', room, { prepare: network.prepare })
  await expect(bubble(kenji, room, 'Thoughts?')).toHaveCount(1)
  await everythingFetched(kenji)
  await timeline(kenji, room).focus()
  await kenji.keyboard.press('ArrowUp')
  await expect(bubble(kenji, room, 'Thoughts?')).toBeFocused()
  await kenji.keyboard.press('t')
  await expect(reply(kenji, room)).toBeFocused()
  await kenji.keyboard.type('Half a thou')
  await kenji.keyboard.press('Escape')
  await network.off()
  await callApi('anna', 'chat.postMessage', { channel: room.id, text: 'Said meanwhile', thread_ts: ts })
  await network.on()
  const line = bubble(kenji, room, 'Thoughts?').getByRole('button', { name: /1 reply/ })
  await expect(line).toBeVisible({ timeout: 20_000 })
  await line.click()
  await expect(reply(kenji, room)).toHaveValue('Half a thou')
  await expect(inThread(kenji, room, 'Said meanwhile')).toHaveCount(1)
})

test('a reply is scheduled from its thread, stands in the list as one, and arrives there and in the channel', async ({
  enter,
}) => {
  const room = await makeRoom('schedulereply', ['kenji'])
  await postAs('anna', room, 'When do we ship?')
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await bubble(anna, room, 'When do we ship?').hover()
  await tools(anna).getByRole('button', { name: 'Reply in a thread' }).click()
  await reply(anna, room).fill('*Today* :tada:')
  await pane(anna, room)
    .getByRole('checkbox', { name: `Also send to ${room.title}` })
    .check()
  await pane(anna, room).getByRole('button', { name: 'Schedule for later' }).click()
  await anna.getByRole('menuitem', { name: 'Custom time…' }).click()
  const dialog = anna.getByRole('dialog', { name: 'Schedule message' })
  await expect(dialog).toContainText(`To a thread in ${room.title}`)
  await fillTime(dialog, wallIn(person('anna').zone, secondsAhead(25)))
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(reply(anna, room)).toHaveValue('')
  await expect(bubble(kenji, room, 'Today').locator('strong')).toHaveText('Today', { timeout: 45_000 })
  await expect(bubble(kenji, room, 'When do we ship?').getByRole('button', { name: /1 reply/ })).toBeVisible()
  await expect(inThread(anna, room, 'Today').getByRole('img', { name: 'tada' })).toBeVisible()
  await sidebar(anna).getByRole('link', { name: 'Drafts & scheduled' }).click()
  await anna.getByRole('tab', { name: /^Sent/ }).click()
  await expect(anna.getByRole('article', { name: new RegExp(room.name) })).toContainText('in a thread')
})
