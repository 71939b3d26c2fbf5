import type { Page } from '@playwright/test'
import { tomorrowAt } from './support/clock.ts'
import { callApi, invite, makeRoom, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { looked } from './support/look.ts'
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

test('an administrator pauses and ends what somebody lets repeat; its author is told who did it, and goes on in between', async ({
  enter,
}, info) => {
  const room = await makeRoom('ritual-of', ['kenji'])
  const { date } = tomorrowAt('9:45', 'Asia/Tokyo')
  await callApi('kenji', 'chat.scheduleMessage', {
    ...{ channel: room.id, text: 'Kenji’s ritual', wall_clock: `${date}T09:45`, time_zone: 'Asia/Tokyo' },
    recurrence: { rule: 'FREQ=DAILY' },
  })
  const kenji = await enter('kenji', 'scheduled')
  await kenji.getByRole('tab', { name: /^Repeating/ }).click()
  const own = kenji.getByRole('article', { name: `Repeating message to ${room.title}: Every day at 9:45 AM` })
  await expect(own).toBeVisible()
  const anna = await enter('anna', 'scheduled')
  await anna.getByRole('tab', { name: 'Everyone’s' }).click()
  await anna.getByRole('button', { name: 'Repeating', exact: true }).click()
  const row = anna.getByRole('article', { name: `Repeating message of Kenji Sato to ${room.title}: Every day` })
  await expect(row).toContainText(/Asia\/Tokyo · next .* at 9:45:00 AM/)
  await expect(row).not.toContainText('Kenji’s ritual')
  await row.getByRole('button', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused by an administrator: nothing of it is waiting.')
  await looked(anna, info.outputPath('others-series.png'))
  const told = kenji.getByRole('alert', { name: 'Repeating messages' })
  await expect(told).toContainText(`Anna Weber paused your repeating message to ${room.title}`)
  await own.getByRole('button', { name: 'Resume' }).click()
  await expect(own.getByRole('list', { name: 'Next dates' }).getByRole('listitem')).toHaveCount(5)
  await expect(told, 'that it stands still is settled').toHaveCount(0)

  await row.getByRole('button', { name: 'End', exact: true }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await expect(row).toHaveCount(0)
  await expect(told).toContainText(`Anna Weber ended your repeating message to ${room.title}`)
  await kenji
    .getByRole('region', { name: 'Ended' })
    .getByRole('article', { name: `Repeating message to ${room.title}:` })
    .getByRole('button', { name: 'History' })
    .click()
  const lines = kenji.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(lines).toContainText(['Set up', 'Paused', 'Resumed', 'Ended'])
  await expect(lines.nth(1)).toContainText('Anna Weber')
  await expect(lines.nth(3)).toContainText('Anna Weber')
})
