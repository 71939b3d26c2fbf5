import AxeBuilder from '@axe-core/playwright'
import { secondsAhead } from './support/clock.ts'
import { makeRoom, scheduleAs, timesOnServer, workspacePath } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { sidebar } from './support/room.ts'

test('an administrator sees live workers and how late messages were; what is sent now shows within seconds (O2, S8)', async ({
  enter,
}) => {
  const room = await makeRoom('on-time', [])
  const text = 'Counted'
  const anna = await enter('anna', '')
  await sidebar(anna).getByRole('link', { name: 'Operations' }).click()
  await expect(anna.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible()

  const processes = anna.getByRole('region', { name: 'Processes' })
  for (const kind of ['gateway', 'hydrator', 'dispatcher', 'sweeper', 'relay', 'jobs'])
    await expect(processes.getByRole('row', { name: new RegExp(`^${kind} 1 well`) })).toBeVisible()
  await expect(anna.getByRole('img', { name: /^All 16 lanes are loaded/ })).toBeVisible()

  const lateness = anna.getByRole('region', { name: 'Lateness', exact: true })
  await lateness.getByText('As a table').click()
  const rows = lateness.getByRole('row')
  const before = await lateness.getByText(/messages, in all/).innerText()
  await scheduleAs('anna', room, text, secondsAhead(3))
  await expect.poll(() => timesOnServer(room, text)).toBe(1)
  await expect(lateness.getByText(/messages, in all/)).not.toHaveText(before, { timeout: 25_000 })
  expect(await rows.count()).toBeGreaterThan(1)
  await expect(lateness.locator('canvas').first()).toBeVisible()
})

test('the story of a message is told without its text or the name of a room one may not read (I7)', async ({
  enter,
}) => {
  const room = await makeRoom('whispers', ['maya'], 'private')
  const { scheduled_message_id } = await scheduleAs('maya', room, 'Only for Maya', secondsAhead(3600))
  const anna = await enter('anna', 'ops')
  const panel = anna.getByRole('region', { name: 'One message' })
  await panel.getByRole('textbox', { name: 'Message id' }).fill(String(scheduled_message_id))
  await panel.getByRole('button', { name: 'Explain' }).click()
  const story = panel.getByRole('article', { name: `${String(scheduled_message_id)} is SCHEDULED` })
  await expect(story).toContainText('Its id is in the fast queue')
  await expect(story).toContainText('hidden: its author alone may read it here')
  await expect(story).not.toContainText('Only for Maya')

  await panel.getByRole('textbox', { name: 'Message id' }).fill('Q00000000000001')
  await panel.getByRole('button', { name: 'Explain' }).click()
  await expect(panel.getByRole('alert').filter({ hasText: /no message id|no scheduled message/ })).toBeVisible()
})

test('a member finds no way there, and is refused by page and server', async ({ enter }) => {
  const kenji = await enter('kenji', '')
  await expect(sidebar(kenji).getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  await expect(sidebar(kenji).getByRole('link', { name: 'Operations' })).toHaveCount(0)

  const asked = kenji.waitForResponse((response) => response.url().includes('operations.overview'))
  await kenji.goto(workspacePath('ops'))
  await expect(kenji.getByRole('heading', { name: 'Operations are for administrators' })).toBeVisible()
  // The call may share its request with others, so its own answer tells.
  expect(await (await asked).text()).toContain('"httpStatus":403')
})

test('/ops leads an administrator to the page of their workspace', async ({ enter }) => {
  const anna = await enter('anna', '')
  await anna.goto('/ops')
  await expect(anna).toHaveURL(/\/client\/T\w{14}\/ops$/)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing on the page in the ${colorScheme} theme`, async ({ enter }) => {
    const anna = await enter('anna', 'ops', { colorScheme })
    await expect(anna.getByRole('region', { name: 'Processes' })).toBeVisible()
    await expect(anna.locator('canvas').first()).toBeVisible()
    const { violations } = await new AxeBuilder({ page: anna }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })
