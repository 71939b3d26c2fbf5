import { minuteIn } from './support/clock.ts'
import { makeRoom, person, postAs, scheduleAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, sidebar } from './support/room.ts'

test('a name opens a card with what their clock shows now, and a way to write to them', async ({ enter }) => {
  const room = await makeRoom('cards', ['kenji'])
  await postAs('kenji', room, 'Good evening from here')
  const anna = await enter('anna', room)
  const author = bubble(anna, room, 'Good evening from here').getByRole('button', { name: 'Kenji Sato' })
  await author.focus()
  await anna.keyboard.press('Enter')
  const card = anna.getByRole('dialog', { name: 'Kenji Sato' })
  const { zone } = person('kenji')
  const minutes = [0, 60].map((ago) => minuteIn(zone, Math.floor(Date.now() / 1000) - ago))
  await expect(card).toContainText(new RegExp(minutes.join('|')))
  await expect(card).toContainText(/[78] h ahead of you/)
  await expect(card).toContainText('member')
  await expect(card).toContainText('kenji@carillon.test')
  await anna.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(author).toBeFocused()

  await anna.getByRole('button', { name: `Members of ${room.title}: 2` }).click()
  await anna.getByRole('dialog').getByRole('button', { name: 'Kenji Sato', exact: true }).click()
  await card.getByRole('button', { name: 'Message Kenji Sato' }).click()
  await expect(card).toBeHidden()
  const title = anna.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Kenji Sato')
  await title.getByRole('button').click()
  await expect(card).toBeVisible()
  await anna.keyboard.press('Escape')

  await sidebar(anna).getByRole('link', { name: 'People' }).click()
  await anna.getByRole('button', { name: 'Anna Weber', exact: true }).click()
  const mine = anna.getByRole('dialog', { name: 'Anna Weber' })
  await expect(mine).toContainText('the same time as yours')
  await mine.getByRole('button', { name: 'Your settings' }).click()
  await expect(title).toHaveText('Settings')
})

test('the history of a message tells who did what, when and with what, and gives the id that programs and operators use', async ({
  enter,
}) => {
  const room = await makeRoom('history', [])
  const { scheduled_message_id: id } = await scheduleAs(
    'anna',
    room,
    'By a program',
    Math.floor(Date.now() / 1000) + 9_000,
  )
  const anna = await enter('anna', 'scheduled', { permissions: ['clipboard-read', 'clipboard-write'] })
  const row = anna.getByRole('article', { name: `Message to ${room.title},` })
  await row.getByRole('button', { name: 'Edit' }).click()
  await anna.getByRole('textbox', { name: 'Text of the scheduled message' }).fill('By a person')
  await row.getByRole('button', { name: 'Save' }).click()
  await row.getByRole('button', { name: 'History' }).click()
  const drawer = anna.getByRole('dialog', { name: 'History' })
  const lines = drawer.getByRole('list', { name: 'History' }).getByRole('listitem')
  const [made, edited] = [lines.nth(0), lines.nth(1)]
  await expect(made).toContainText('You, through the API (demo)')
  await expect(edited).toContainText('You, in the browser')
  await expect(edited.getByRole('deletion')).toContainText('program')
  await expect(edited.getByRole('insertion')).toContainText('person')

  const copied = () => anna.evaluate(() => navigator.clipboard.readText())
  await drawer.getByRole('button', { name: 'Copy id' }).click()
  await expect(drawer.getByText('Copied')).toBeVisible()
  expect(await copied()).toBe(id)
  await drawer.getByRole('button', { name: 'Copy “explain” command' }).click()
  await expect.poll(copied).toBe(`npm run explain -- ${String(id)}`)
})
