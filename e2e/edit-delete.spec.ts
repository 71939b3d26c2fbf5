import type { Page } from '@playwright/test'
import { makeRoom, postAs, timesOnServer } from './support/demo.ts'
import { keptOf } from './support/device-store.ts'
import { expect, test } from './support/journey.ts'
import { everythingFetched, networkSwitch } from './support/network.ts'
import { bubble, field, send, timeline } from './support/room.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'New text of the message' })
const tools = (page: Page) => page.getByRole('toolbar', { name: 'What to do with this message' })

test('what is edited is edited for both, with what it said before; what is deleted is gone for both', async ({
  enter,
}) => {
  const room = await makeRoom('edited', ['kenji'])
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await send(anna, room, 'Meet at nien')
  await expect(bubble(kenji, room, 'Meet at nien')).toHaveCount(1)

  await bubble(anna, room, 'Meet at nien').hover()
  await tools(anna).getByRole('button', { name: 'Edit message' }).click()
  await expect(editor(anna)).toBeFocused()
  await editor(anna).fill('Meet at nine')
  await editor(anna).press('Enter')
  await expect(editor(anna)).toHaveCount(0)
  await expect(field(anna, room)).toBeFocused()
  for (const page of [anna, kenji]) {
    await expect(bubble(page, room, 'Meet at nine')).toContainText('(edited)')
    await expect(bubble(page, room, 'Meet at nien')).toHaveCount(0)
  }

  await bubble(kenji, room, 'Meet at nine').getByRole('button', { name: '(edited)' }).click()
  const before = kenji.getByRole('dialog', { name: 'What this message said' })
  await expect(before.getByRole('listitem')).toHaveText([/Meet at nine/, /as it was first said.*Meet at nien/])
  await kenji.keyboard.press('Escape')

  await bubble(kenji, room, 'Meet at nine').hover()
  await expect(tools(kenji).getByRole('button', { name: 'Edit message' }), 'it is not his').toHaveCount(0)

  await bubble(anna, room, 'Meet at nine').hover()
  await tools(anna).getByRole('button', { name: 'More about this message' }).click()
  await anna.getByRole('menuitem', { name: 'Delete message…' }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }).click()
  for (const page of [anna, kenji]) {
    await expect(bubble(page, room, 'This message was deleted.')).toHaveCount(1)
    await expect(timeline(page, room).getByText('Meet at nine')).toHaveCount(0)
  }
  await expect
    .poll(async () => (await keptOf(kenji, 'kenji', room)).messages, 'nothing of it stays on the device')
    .toEqual([''])
})

test('by keyboard alone: ↑ changes the last message, Esc leaves it, arrows and letters reach any', async ({
  enter,
}) => {
  const room = await makeRoom('keys', ['kenji'])
  await postAs('anna', room, 'The first')
  await postAs('kenji', room, 'His own')
  const anna = await enter('anna', room)
  await send(anna, room, 'The last')
  await expect.poll(() => timesOnServer(room, 'The last')).toBe(1)
  await expect(bubble(anna, room, 'The last')).not.toContainText('Sending…')
  await expect(field(anna, room)).toBeFocused()

  await anna.keyboard.press('ArrowUp')
  await expect(editor(anna)).toHaveValue('The last')
  await anna.keyboard.type(' word')
  await anna.keyboard.press('Escape')
  await expect(bubble(anna, room, 'The last')).not.toContainText('word')
  await expect(field(anna, room)).toBeFocused()

  await timeline(anna, room).focus()
  for (let times = 0; times < 3; times++) await anna.keyboard.press('ArrowUp')
  await expect(bubble(anna, room, 'The first')).toBeFocused()
  await anna.keyboard.press('e')
  await editor(anna).fill('The very first')
  await anna.keyboard.press('Enter')
  await expect(bubble(anna, room, 'The very first')).toContainText('(edited)')

  await timeline(anna, room).focus()
  await anna.keyboard.press('ArrowUp')
  await anna.keyboard.press('Delete')
  await expect(anna.getByRole('alertdialog', { name: 'Delete this message?' })).toBeVisible()
  await anna.keyboard.press('Tab')
  await anna.keyboard.press('Enter')
  await expect(bubble(anna, room, 'This message was deleted.')).toHaveCount(1)
})

test('without a connection a new text is kept, over a reload too, until it can be saved', async ({ enter }) => {
  const room = await makeRoom('kept', ['kenji'])
  const network = networkSwitch()
  const anna = await enter('anna', room, { prepare: network.prepare })
  await send(anna, room, 'Half right')
  await expect.poll(() => timesOnServer(room, 'Half right')).toBe(1)
  await expect(bubble(anna, room, 'Half right')).not.toContainText('Sending…')
  await everythingFetched(anna)
  await anna.keyboard.press('ArrowUp')
  await expect(editor(anna)).toBeFocused()
  await network.off()
  await editor(anna).fill('All right')
  await editor(anna).press('Enter')
  await expect(anna.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
  await expect(editor(anna)).toHaveValue('All right')
  await network.on()
  await anna.reload()
  await expect(bubble(anna, room, 'Half right')).toHaveCount(1)
  await bubble(anna, room, 'Half right').hover()
  await tools(anna).getByRole('button', { name: 'Edit message' }).click()
  await expect(editor(anna)).toHaveValue('All right')
  await editor(anna).press('Enter')
  await expect(bubble(anna, room, 'All right')).toContainText('(edited)')
})

test('edited on another device meanwhile: it is told, and nothing is replaced unseen', async ({ enter }) => {
  const room = await makeRoom('conflict', [])
  const [desk, phone] = [await enter('anna', room), await enter('anna', room)]
  await send(desk, room, 'Version one')
  await expect(bubble(phone, room, 'Version one')).toHaveCount(1)
  await timeline(desk, room).focus()
  await desk.keyboard.press('ArrowUp')
  await desk.keyboard.press('e')
  await editor(desk).fill('From the desk')
  await timeline(phone, room).focus()
  await phone.keyboard.press('ArrowUp')
  await phone.keyboard.press('e')
  await editor(phone).fill('From the phone')
  await editor(phone).press('Enter')
  // The field of the editor has this text too: it is the mark that tells that it was saved.
  await expect(bubble(phone, room, 'From the phone')).toContainText('(edited)')

  // Not over a reload either: the draft knows which version it was begun on.
  await expect.poll(async () => (await keptOf(desk, 'anna', room)).counts.drafts).toBe(1)
  await desk.reload()
  await expect(bubble(desk, room, 'From the phone')).toContainText('(edited)')
  await timeline(desk, room).focus()
  await desk.keyboard.press('ArrowUp')
  await desk.keyboard.press('e')
  await expect(editor(desk)).toHaveValue('From the desk')
  await editor(desk).press('Enter')
  await expect(desk.getByRole('alert').filter({ hasText: 'It now says' })).toContainText('From the phone')
  await desk.getByRole('button', { name: 'Keep mine' }).click()
  await editor(desk).press('Enter')
  await expect(bubble(phone, room, 'From the desk')).toHaveCount(1)
})
