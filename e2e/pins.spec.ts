import { makeRoom, postAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, sidebar } from './support/room.ts'

test('what one pins the other finds in the channel’s list, and can take off', async ({ enter }) => {
  const room = await makeRoom('pins', ['kenji'])
  await postAs('anna', room, 'The door code is 4711')
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await bubble(anna, room, 'The door code').hover()
  await anna.getByRole('button', { name: 'More about this message' }).click()
  await anna.getByRole('menuitem', { name: 'Pin for everyone' }).click()
  await expect(bubble(kenji, room, 'The door code')).toContainText('Pinned by Anna Weber')

  await kenji.getByRole('button', { name: 'Channel actions' }).click()
  await kenji.getByRole('menuitem', { name: 'Pinned messages' }).click()
  const list = kenji.getByRole('dialog', { name: `Pinned in ${room.title}` })
  await expect(list.getByRole('listitem')).toContainText(['The door code is 4711'])
  await list.getByRole('button', { name: 'Take the pin off' }).click()
  await expect(list).toContainText('Nothing is pinned here')
  await expect(bubble(anna, room, 'The door code')).not.toContainText('Pinned by')
})

test('a channel is renamed for everyone at once', async ({ enter }) => {
  const room = await makeRoom('oldname', ['kenji'])
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  const wanted = `new-${room.name}`
  await anna.getByRole('button', { name: 'Channel actions' }).click()
  await anna.getByRole('menuitem', { name: 'Rename…' }).click()
  await anna.getByRole('textbox', { name: 'New name' }).fill(wanted)
  await anna.getByRole('button', { name: 'Rename channel' }).click()
  await expect(sidebar(kenji).getByRole('link', { name: wanted })).toBeVisible()
  await expect(kenji.getByRole('heading', { level: 1 })).toContainText(wanted)
})
