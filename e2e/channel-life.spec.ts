import { makeRoom, person, postAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, field, sidebar } from './support/room.ts'
import type { Page } from '@playwright/test'

const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Channel actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('topic and purpose that one sets are read by the other at once', async ({ enter }) => {
  const room = await makeRoom('about', ['kenji'])
  await postAs('anna', room, 'Said first')
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await choose(anna, 'Set topic…')
  await anna.getByRole('textbox', { name: 'Topic' }).fill('Release 4.2 on Friday')
  await anna.getByRole('button', { name: 'Save topic' }).click()
  await expect(kenji.getByRole('main').getByText('Release 4.2 on Friday')).toBeVisible()
  await choose(kenji, 'Set purpose…')
  await kenji.getByRole('textbox', { name: 'Purpose' }).fill('Where releases are planned')
  await kenji.getByRole('button', { name: 'Save purpose' }).click()
  await expect(anna.getByText(`This is the beginning of ${room.title}. Where releases are planned`)).toBeVisible()
})

test('archived by one it is closed for both, read by both, and opened again for both', async ({ enter }) => {
  const room = await makeRoom('closing', ['kenji'])
  await postAs('anna', room, 'Said before')
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await expect(field(kenji, room)).toBeEnabled()
  await choose(anna, 'Archive channel…')
  await anna.getByRole('button', { name: 'Archive channel' }).click()
  for (const page of [anna, kenji]) {
    await expect(page.getByText('This channel is archived.')).toBeVisible()
    await expect(field(page, room)).toHaveCount(0)
    await expect(bubble(page, room, 'Said before')).toHaveCount(1)
  }
  await choose(anna, 'Reopen channel')
  await expect(field(kenji, room)).toBeEnabled()
})

test('who leaves is gone from the list for the other, and finds the channel again among all', async ({ enter }) => {
  const room = await makeRoom('leaving', ['kenji'])
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await expect(field(kenji, room)).toBeEnabled()
  await choose(kenji, 'Leave channel…')
  await kenji.getByRole('button', { name: 'Leave channel' }).click()
  await expect(sidebar(kenji).getByRole('link', { name: new RegExp(room.name) })).toHaveCount(0)
  await choose(anna, 'Members')
  const members = anna.getByRole('dialog')
  await expect(members.getByText(person('anna').name)).toBeVisible()
  await expect(members.getByText(person('kenji').name)).toHaveCount(0)
  await kenji.goto(room.path)
  await kenji.getByRole('button', { name: `Join ${room.title}` }).click()
  await expect(field(kenji, room)).toBeEnabled()
})
