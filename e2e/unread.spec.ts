import { makeRoom, postAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, field, sidebar, timeline } from './support/room.ts'

test('what one marks unread stays so on every page of theirs until they come back to it', async ({ enter }) => {
  const room = await makeRoom('again', ['kenji'])
  const elsewhere = await makeRoom('elsewhere', ['kenji'])
  for (const text of ['First', 'Second', 'Third']) await postAs('anna', room, text)
  const kenji = await enter('kenji', room)
  const other = await enter('kenji', elsewhere)
  const link = (page: typeof kenji) => sidebar(page).getByRole('link', { name: new RegExp(room.name) })
  await expect(bubble(kenji, room, 'Third')).toHaveCount(1)
  await expect(link(other)).not.toContainText('unread')

  await bubble(kenji, room, 'Second').hover()
  await kenji.getByRole('button', { name: 'More about this message' }).click()
  await kenji.getByRole('menuitem', { name: 'Mark unread from here' }).click()
  await expect(link(kenji)).toContainText('2 unread')
  await expect(link(other)).toContainText('2 unread')
  await expect(timeline(kenji, room).getByRole('separator', { name: 'New messages' })).toBeVisible()
  // Nothing that happens while one stays reads it again.
  await postAs('anna', room, 'Fourth')
  await expect(bubble(kenji, room, 'Fourth')).toHaveCount(1)
  await expect(link(kenji)).toContainText('3 unread')

  await sidebar(kenji)
    .getByRole('link', { name: new RegExp(elsewhere.name) })
    .click()
  await expect(field(kenji, elsewhere)).toBeEnabled()
  await link(kenji).click()
  await expect(bubble(kenji, room, 'Fourth')).toHaveCount(1)
  await expect(link(kenji)).not.toContainText('unread')
  await expect(link(other)).not.toContainText('unread')
})
