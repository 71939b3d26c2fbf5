import type { Page } from '@playwright/test'
import { tomorrowAt } from './support/clock.ts'
import { invite, makeRoom, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { join } from './support/newcomer.ts'
import { notifications, schedule, sidebar } from './support/room.ts'

const everyones = (page: Page, name: string, room: Room) =>
  page.getByRole('article', { name: `Message of ${name} to ${room.title},` })

test('what a leaver left is seen by an administrator without its text, and handed over to somebody who may post there', async ({
  enter,
  device,
}) => {
  test.slow()
  const room = await makeRoom('leaver', ['maya'])
  const name = `Lea Berg ${Date.now().toString(36)}`
  const anna = await enter('anna', 'people')
  const lea = await join(anna, await device({ timezoneId: 'Europe/Berlin' }), name)
  await lea.goto(room.path)
  await lea.getByRole('button', { name: /^Join/ }).click()
  await schedule(lea, room, 'Left behind by Lea', tomorrowAt('9:35', 'Europe/Berlin'))
  await expect(notifications(lea)).toContainText('scheduled for')

  await sidebar(anna)
    .getByRole('link', { name: /^Drafts & scheduled/ })
    .first()
    .click()
  await anna.getByRole('tab', { name: 'Everyone’s' }).click()
  await expect(everyones(anna, name, room)).toBeVisible()
  await expect(anna.getByText('Left behind by Lea')).toHaveCount(0)
  await expect(everyones(anna, name, room).getByRole('button', { name: /^Read text/ })).toHaveCount(0)

  await sidebar(anna).getByRole('link', { name: 'People' }).click()
  await anna.getByRole('searchbox').fill(name)
  await anna.getByRole('button', { name: `Deactivate ${name}` }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await sidebar(anna)
    .getByRole('link', { name: /^Drafts & scheduled/ })
    .first()
    .click()
  await anna.getByRole('tab', { name: 'Everyone’s' }).click()
  await anna
    .getByRole('region', { name: `Left by ${name}` })
    .getByRole('button', { name: 'Hand over…' })
    .click()
  const dialog = anna.getByRole('dialog', { name: `Hand over what ${name} left` })
  await dialog.getByLabel('To').selectOption('Diego Alvarez')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog).toContainText('1 stayed: Diego Alvarez is not in that conversation.')
  await dialog.getByLabel('To').selectOption('Maya Johnson')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog).toContainText('1 message is Maya Johnson’s now.')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(everyones(anna, 'Maya Johnson', room)).toBeVisible()

  const maya = await enter('maya', 'scheduled')
  await expect(maya.getByRole('alert').filter({ hasText: 'over to you' })).toBeVisible()
  const row = maya.getByRole('article', { name: `Message to ${room.title},` })
  await expect(row).toContainText('Left behind by Lea')
  await row.getByRole('button', { name: 'History' }).click()
  await expect(maya.getByRole('list', { name: 'History' }).getByRole('listitem')).toContainText([
    'Scheduled',
    'Handed over',
  ])
  await expect(maya.getByRole('list', { name: 'History' })).toContainText(name)
})

test('an administrator cancels somebody’s message as far as the rules allow; its author is told who did it', async ({
  enter,
}) => {
  const room = await makeRoom('bymaya', ['kenji'])
  await invite(room, ['maya'])
  const kenji = await enter('kenji', room)
  await schedule(kenji, room, 'Kenji’s plan', tomorrowAt('9:40', 'Asia/Tokyo'))
  const anna = await enter('anna', 'settings')
  const reading = anna.getByRole('checkbox', { name: /^Read its text/ })
  await reading.check()
  await expect(notifications(anna)).toContainText('The rule is saved.')
  try {
    await sidebar(anna)
      .getByRole('link', { name: /^Drafts & scheduled/ })
      .first()
      .click()
    await anna.getByRole('tab', { name: 'Everyone’s' }).click()
    const row = everyones(anna, 'Kenji Sato', room)
    await row.getByRole('button', { name: 'Read text (is recorded)' }).click()
    await expect(row).toContainText('Kenji’s plan')
    await row.getByRole('button', { name: 'Cancel message' }).click()
    await anna.getByRole('alertdialog').getByRole('button', { name: 'Cancel message' }).click()
    await expect(row).toHaveCount(0)
    await expect(kenji.getByRole('alert', { name: 'Canceled by an administrator' })).toContainText(
      `Anna Weber canceled your message to ${room.title}`,
    )
    await kenji.getByRole('link', { name: 'See them' }).click()
    await kenji
      .getByRole('article', { name: `Message to ${room.title},` })
      .getByRole('button', { name: 'History' })
      .click()
    await expect(kenji.getByRole('list', { name: 'History' }).getByRole('listitem')).toContainText([
      'Scheduled',
      'Text read by an administrator',
      'Canceled',
    ])
  } finally {
    await sidebar(anna).getByRole('link', { name: 'Settings', exact: true }).click()
    await reading.uncheck()
  }
})
