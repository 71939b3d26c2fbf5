import { promiseIn } from './support/clock.ts'
import { makeRoom, person } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { field, notifications } from './support/room.ts'

test('own ready-made times stand in the menu and have keys; the workspace’s are for everyone else', async ({
  enter,
}) => {
  const room = await makeRoom('times', ['priya'])
  const anna = await enter('anna', 'settings')
  const everyone = anna.getByRole('form', { name: 'Ready-made times for everyone' })
  await everyone.getByRole('button', { name: 'Add a time' }).click()
  await everyone.getByLabel('When, 3').selectOption('In 2 days')
  await everyone.getByLabel('Time of day, 3').selectOption('7:45 AM')
  await everyone.getByRole('button', { name: 'Save times' }).click()
  await expect(notifications(anna)).toContainText('The ready-made times for everyone are saved.')
  try {
    const priya = await enter('priya', room)
    await field(priya, room).fill('By key')
    await priya.getByRole('button', { name: 'Schedule for later' }).click()
    await expect(priya.getByRole('menuitem', { name: /In 2 days at 7:45 AM/ })).toBeVisible()
    await priya.keyboard.press('Escape')

    await priya.getByRole('link', { name: 'Settings', exact: true }).click()
    const own = priya.getByRole('form', { name: 'Your ready-made times' })
    await own.getByRole('button', { name: 'Remove 3' }).click()
    await own.getByLabel('When, 2').selectOption('After a while')
    await own.getByLabel('Minutes from now, 2').fill('200')
    await own.getByRole('button', { name: 'Move 2 up' }).click()
    await own.getByRole('button', { name: 'Save times' }).click()
    await expect(notifications(priya)).toContainText('Your ready-made times are saved.')
    await priya.goto(room.path)
    await expect(field(priya, room)).toHaveValue('By key')
    await priya.getByRole('button', { name: 'Schedule for later' }).click()
    await expect(priya.getByRole('menuitem', { name: /In 3 h 20 min/ })).toBeVisible()
    await expect(priya.getByRole('menuitem', { name: /In 2 days/ })).toHaveCount(0)
    await priya.keyboard.press('1')
    const minute = (Math.ceil(Date.now() / 60_000) + 200) * 60
    await expect(notifications(priya)).toContainText(
      promiseIn(person('priya').zone, minute)
        .replace(/^.* at /, '')
        .slice(0, 4),
    )
    await expect(field(priya, room)).toHaveValue('')
    await priya.getByRole('link', { name: 'Settings', exact: true }).click()
    await own.getByRole('button', { name: 'Use the list of the workspace' }).click()
    await expect(own.getByLabel('When, 3')).toHaveValue('day:2')
  } finally {
    await everyone.getByRole('button', { name: 'Use the usual list' }).click()
    await expect(everyone.getByLabel('When, 3')).toHaveCount(0)
  }
})
