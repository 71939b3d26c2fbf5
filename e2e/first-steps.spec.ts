import type { BrowserContext, Page } from '@playwright/test'
import { secondIn } from './support/clock.ts'
import { workspacePath, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, field, notifications, scheduleAhead, send, sidebar } from './support/room.ts'

const GENERAL: Room = {
  id: '',
  conversationId: '' as Room['conversationId'],
  name: 'general',
  title: '#general',
  path: '',
}
const fresh = (name: string) => `${name}-${Date.now().toString(36)}@journey.test`

test('a new person signs up, makes a workspace, writes the first message and schedules the first one', async ({
  device,
}) => {
  const context = await device({ timezoneId: 'America/Sao_Paulo' })
  const page = await signUp(context, '/', 'Ana Souza', fresh('ana'))

  await page.getByRole('textbox', { name: 'Workspace name' }).fill('Night Shift')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Sao[_ ]Paulo/)
  await page.getByRole('button', { name: 'Create workspace' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'general' })).toBeVisible()
  await send(page, GENERAL, 'The first words here')
  await expect(bubble(page, GENERAL, 'The first words here')).toHaveCount(1)
  await expect(page.getByText('Sending…')).toHaveCount(0)

  const at = await scheduleAhead(page, GENERAL, 'The first one from the future', 'America/Sao_Paulo', 5)
  await expect(notifications(page)).toContainText(`Message to #general scheduled for`)
  await expect(notifications(page)).toContainText(secondIn('America/Sao_Paulo', at))
  await expect(field(page, GENERAL)).toHaveValue('')
  await expect(bubble(page, GENERAL, 'The first one from the future')).toHaveCount(1, { timeout: 15_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(at * 1000)
})

test('at a person’s pace, from the sign-up page to the first scheduled message takes less than a minute', async ({
  device,
}) => {
  const page = await (await device({ timezoneId: 'Europe/Lisbon' })).newPage()
  await page.goto('/sign-up')
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused()
  const began_ms = Date.now()
  const type = (text: string) => page.keyboard.type(text, { delay: KEY_MS })
  await type('Rita Lopes')
  await page.keyboard.press('Tab')
  await type(fresh('rita'))
  await page.keyboard.press('Tab')
  await type('quiet bells at noon')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Workspace name' })).toBeFocused()
  await type('Harbour Office')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Write the first message below, or schedule one for the right moment.')).toBeVisible()
  await expect(field(page, GENERAL)).toBeFocused()
  await type('Good morning! The ferry list is in the drawer.')
  await page.getByRole('button', { name: 'Schedule for later' }).click()
  await page.getByRole('menuitem', { name: 'Tomorrow at 9:00 AM' }).click()
  await expect(notifications(page)).toContainText(/Message to #general scheduled for .* at 9:00:00 AM WES?T/)
  await expect(page.getByRole('status', { name: 'Scheduled here' })).toContainText('1 message scheduled')
  expect(Date.now() - began_ms).toBeLessThan(60_000)
})

/** Between two keys: sixty words a minute. */
const KEY_MS = 200

test('who was invited by link signs up through it, joins, and both see each other write', async ({ device, enter }) => {
  const anna = await enter('anna', 'people')
  await anna.getByRole('button', { name: 'Create invitation link' }).click()
  const link = await anna.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  await sidebar(anna)
    .getByRole('link', { name: /^general/ })
    .click()

  const context = await device({ timezoneId: 'Asia/Kathmandu' })
  const nova = await context.newPage()
  await nova.goto(link)
  await expect(nova.getByRole('heading', { name: 'Join Carillon Demo' })).toBeVisible()
  await nova.getByRole('link', { name: 'Create an account' }).click()
  await fillSignUp(nova, 'Nova Rai', fresh('nova'))
  await nova.getByRole('form', { name: 'Join the workspace' }).getByRole('button', { name: 'Join' }).click()
  await expect(nova.getByRole('heading', { level: 1, name: 'general' })).toBeVisible()

  const text = `Hello from Kathmandu ${Date.now()}`
  await send(nova, GENERAL, text)
  const arrived = bubble(anna, GENERAL, text)
  await expect(arrived).toHaveCount(1)
  await expect(arrived).toHaveAccessibleName(/^Nova Rai, /)
  await send(anna, GENERAL, `Welcome! ${text}`)
  await expect(bubble(nova, GENERAL, `Welcome! ${text}`)).toHaveCount(1)
})

test('wrong passwords are refused in words, and a workspace is closed to who is signed out', async ({ device }) => {
  const page = await (await device()).newPage()
  await page.goto(workspacePath())
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@journey.test')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'E-mail and password do not match' })).toBeVisible()
  await expect(page.getByLabel('Password')).toBeVisible()
})

async function signUp(context: BrowserContext, at: string, name: string, email: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(at)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillSignUp(page, name, email)
  return page
}

async function fillSignUp(page: Page, name: string, email: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Create an account' })
  await form.getByRole('textbox', { name: 'Your name' }).fill(name)
  await form.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await form.getByLabel('Password').fill('quiet bells at noon')
  await form.getByRole('button', { name: 'Create account' }).click()
}
