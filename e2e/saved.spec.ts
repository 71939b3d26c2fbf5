import { makeRoom, postAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, sidebar } from './support/room.ts'

test('what one keeps for later is found again, by nobody else, and let go', async ({ enter }) => {
  const room = await makeRoom('keepsake', ['kenji'])
  await postAs('anna', room, 'Read this before Monday')
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await bubble(kenji, room, 'before Monday').hover()
  await kenji.getByRole('button', { name: 'More about this message' }).click()
  await kenji.getByRole('menuitem', { name: 'Save for later' }).click()
  await sidebar(kenji).getByRole('link', { name: 'Saved', exact: true }).click()
  const kept = kenji.getByRole('list', { name: 'Saved messages' }).getByRole('listitem')
  await expect(kept.filter({ hasText: 'Read this before Monday' })).toContainText(`Anna Weber in ${room.title}`)
  await sidebar(anna).getByRole('link', { name: 'Saved', exact: true }).click()
  await expect(anna.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible()
  await expect(anna.getByText('Read this before Monday')).toHaveCount(0)

  await kept.filter({ hasText: 'Read this before Monday' }).getByRole('link', { name: 'Show it' }).click()
  await expect(bubble(kenji, room, 'before Monday')).toBeVisible()
  await sidebar(kenji).getByRole('link', { name: 'Saved', exact: true }).click()
  await kept.filter({ hasText: 'Read this' }).getByRole('button', { name: 'Done with it' }).click()
  await expect(kept.filter({ hasText: 'Read this before Monday' })).toHaveCount(0)
})
