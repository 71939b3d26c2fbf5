import { makeRoom } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { field, notifications, sidebar } from './support/room.ts'

test('drafts of every conversation stand in one list, with their count, and deleting one can be undone', async ({
  enter,
}) => {
  const [one, two] = [await makeRoom('draft-a', []), await makeRoom('draft-b', [])]
  const anna = await enter('anna', one)
  await field(anna, one).fill('Begun in the first room')
  await sidebar(anna)
    .getByRole('link', { name: new RegExp(two.name) })
    .click()
  await field(anna, two).fill('Begun in the second room')

  const entry = sidebar(anna).getByRole('link', { name: /^Drafts & scheduled/ })
  await expect(entry).toHaveAccessibleName(/2 drafts/)
  await entry.click()
  await anna.getByRole('tab', { name: /^Drafts/ }).click()
  const drafts = anna.getByRole('list', { name: 'Drafts' }).getByRole('article')
  await expect(drafts).toHaveText([/Begun in the second room/, /Begun in the first room/])

  const first = anna.getByRole('article', { name: `Draft to ${one.title}` })
  await first.getByRole('button', { name: 'Delete draft' }).click()
  await expect(first).toHaveCount(0)
  await expect(entry).toHaveAccessibleName(/1 draft\b/)
  await notifications(anna).getByRole('button', { name: 'Undo' }).click()
  await expect(first).toBeVisible()

  await first.getByRole('button', { name: 'Go on writing' }).click()
  await expect(field(anna, one)).toHaveValue('Begun in the first room')
})
