import { minuteIn, tomorrowAt } from './support/clock.ts'
import { demoRoom, makeRoom, workspacePath } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { join } from './support/newcomer.ts'
import { bubble, notifications, schedule, send } from './support/room.ts'

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

test('how much this device keeps of the conversations is told, beside how much it may', async ({ enter }) => {
  const anna = await enter('anna', demoRoom('launch'))
  await expect(anna.getByRole('log').getByRole('article').first()).toBeVisible()
  await anna.getByRole('link', { name: 'Settings', exact: true }).click()
  const told = anna.getByText(/^Messages and drafts kept here for reading offline:/)
  await expect(told).toHaveText(/: \d+(\.\d)? [MG]B of at most \d+(\.\d)? [MG]B that the browser allows\.$/)
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

test('the profile’s zone is every page’s, whatever the browser’s: chosen times, labels and what colleagues see', async ({
  enter,
  device,
}) => {
  test.slow()
  const [berlin, tokyo] = ['Europe/Berlin', 'Asia/Tokyo']
  const general = demoRoom('general')
  const name = `Ines Mora ${Date.now().toString(36)}`
  const anna = await enter('anna', 'people')
  const ines = await join(anna, await device({ timezoneId: berlin }), name)
  await schedule(ines, general, 'Planned at home', tomorrowAt('9:10:05', berlin))
  await expect(notifications(ines)).toContainText(/at 9:10:05 AM CES?T/)

  await ines.goto(workspacePath('settings'))
  const profile = ines.getByRole('form', { name: 'Profile' })
  await profile.getByRole('combobox', { name: 'Time zone', exact: true }).fill('tok')
  await ines.getByRole('option', { name: /^Asia\/Tokyo/ }).click()
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(notifications(ines)).toContainText('Your profile is saved.')
  await expect(profile.getByRole('button', { name: 'Use this browser’s zone: Europe/Berlin' })).toBeVisible()

  await ines.goto(general.path)
  await schedule(ines, general, 'Planned from afar', tomorrowAt('21:20:30', tokyo))
  await expect(notifications(ines)).toContainText('at 9:20:30 PM GMT+9')
  const text = `Said from afar ${name}`
  const before = Math.floor(Date.now() / 1000)
  await send(ines, general, text)
  const minutes = [0, 60].map((later) => minuteIn(tokyo, before + later))
  await expect(bubble(ines, general, text)).toHaveAccessibleName(new RegExp(`^${name}, (${minutes.join('|')})`))
  await ines.goto(workspacePath('scheduled'))
  const row = (words: string) => ines.getByRole('article').filter({ hasText: words })
  await expect(row('Planned at home')).toContainText(/9:10:05 AM CES?T/)
  await expect(row('Planned at home')).toContainText(/[45]:10:05 PM GMT\+9 for you/)
  await expect(row('Planned from afar')).toContainText('9:20:30 PM GMT+9')
  await expect(row('Planned from afar')).not.toContainText('for you')

  await anna.goto(general.path)
  await bubble(anna, general, text).getByRole('button', { name }).click()
  await expect(anna.getByRole('dialog', { name })).toContainText(/[78] h ahead of you/)
})
