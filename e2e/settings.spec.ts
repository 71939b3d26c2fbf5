import { tomorrowAt } from './support/clock.ts'
import { makeRoom } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { notifications, schedule } from './support/room.ts'

const FREEZE = 'Scheduled messages can be changed'
const LATE = 'A message that could not be sent in time'
const HORIZON = 'Messages can be scheduled'

test('what a workspace promises is changed and kept; without a connection the form says so, not the name', async ({
  enter,
}) => {
  const anna = await enter('anna', 'settings')
  const form = anna.getByRole('form', { name: 'Workspace settings' })
  const choose = async (freeze: string, late: string, horizon: string) => {
    await form.getByLabel(FREEZE).selectOption(freeze)
    await form.getByLabel(LATE).selectOption(late)
    await form.getByLabel(HORIZON, { exact: true }).selectOption(horizon)
  }
  const before = await Promise.all(
    [form.getByLabel(FREEZE), form.getByLabel(LATE), form.getByLabel(HORIZON, { exact: true })].map((each) =>
      each.inputValue(),
    ),
  )
  const save = form.getByRole('button', { name: 'Save workspace' })
  await choose('300', '3600', String(120 * 86_400))
  await anna.route(/workspaces\.updateSettings/, (route) => route.abort('connectionrefused'))
  await save.click()
  await expect(form.getByRole('alert')).toContainText('cannot be reached', { timeout: 20_000 })
  await expect(form.getByLabel('Workspace name')).not.toHaveAttribute('aria-invalid')
  await anna.unroute(/workspaces\.updateSettings/)
  await save.click()
  await expect(notifications(anna)).toContainText('The workspace settings are saved.')
  try {
    await expect(form.getByRole('alert')).toHaveCount(0)
    const room = await makeRoom('promised', ['kenji'])
    const kenji = await enter('kenji', room)
    await schedule(kenji, room, 'Closed five minutes before', tomorrowAt('9:30', 'Asia/Tokyo'))
    await notifications(kenji).getByRole('button', { name: 'View' }).click()
    const row = kenji.getByRole('article', { name: `Message to ${room.title},` })
    await expect(row).toContainText(/editable until .*9:25:00 AM/)
    await anna.reload()
    await expect(form.getByLabel(LATE)).toHaveValue('3600')
    await expect(form.getByLabel(HORIZON, { exact: true })).toHaveValue(String(120 * 86_400))
  } finally {
    const [freeze = '', late = '', horizon = ''] = before
    await choose(freeze, late, horizon)
    await save.click()
    await expect(notifications(anna)).toContainText('The workspace settings are saved.')
  }
})

test('theme and clock are this device’s, at once and after a reload', async ({ enter }) => {
  const room = await makeRoom('clock24', [])
  const anna = await enter('anna', 'settings', { colorScheme: 'light' })
  const ground = () => anna.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await anna.getByLabel('Theme').selectOption('Dark')
  await expect.poll(ground).not.toBe(light)
  await anna.getByLabel('Clock').selectOption('24 hours (09:00)')
  await anna.goto(room.path)
  await schedule(anna, room, 'Half past two', tomorrowAt('14:30:15', 'Europe/Berlin'))
  await expect(notifications(anna)).toContainText('at 14:30:15')
  expect(await ground()).not.toBe(light)
})

test('shortcuts of one letter can be turned off on a device; Escape and the rest go on working', async ({ enter }) => {
  const anna = await enter('anna', 'settings')
  const list = anna.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await anna.getByRole('heading', { level: 1 }).click()
  await anna.keyboard.press('?')
  await expect(list).toBeVisible()
  await anna.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await anna.getByLabel('Shortcuts of one letter').selectOption('off')
  await anna.getByRole('heading', { level: 1 }).click()
  await anna.keyboard.press('?')
  await anna.keyboard.press('j')
  await expect(list).toHaveCount(0)
  await anna.getByLabel('Shortcuts of one letter').selectOption('on')
  await anna.getByRole('heading', { level: 1 }).click()
  await anna.keyboard.press('?')
  await expect(list).toBeVisible()
})
