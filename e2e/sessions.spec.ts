import { expect, test } from './support/journey.ts'
import { notifications } from './support/room.ts'

const PASSWORD = 'quiet bells at noon'

test('one sees where one is signed in and ends it there: one device, or all others', async ({ device }) => {
  const email = `sessions-${Date.now().toString(36)}@journey.test`
  const first = await (await device()).newPage()
  await first.goto('/sign-up')
  await first.getByRole('textbox', { name: 'Your name' }).fill('Sana Iqbal')
  await first.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await first.getByLabel('Password').fill(PASSWORD)
  await first.getByRole('button', { name: 'Create account' }).click()
  await first.getByRole('textbox', { name: 'Workspace name' }).fill('Two Devices')
  await first.getByRole('button', { name: 'Create workspace' }).click()
  await expect(first.getByRole('heading', { level: 1, name: 'general' })).toBeVisible()

  const signInElsewhere = async (userAgent: string) => {
    const page = await (await device({ userAgent })).newPage()
    await page.goto('/sign-in')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'general' })).toBeVisible()
    return page
  }
  const phone = await signInElsewhere(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  )
  const desk = await signInElsewhere('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0')

  await first.getByRole('link', { name: 'Settings', exact: true }).click()
  const sessions = first.getByRole('list', { name: 'Signed in on' }).getByRole('listitem')
  await expect(sessions).toHaveCount(3)
  await expect(sessions.first()).toContainText('this one')
  await expect(sessions.first()).toContainText('Last use: Today')

  await first.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(notifications(first)).toContainText('Safari on iPhone is signed out.')
  await expect(sessions).toHaveCount(2)
  await phone.reload()
  await expect(phone.getByRole('form', { name: 'Sign in' })).toBeVisible()

  await first.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await first.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions).toHaveCount(1)
  await desk.reload()
  await expect(desk.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await first.reload()
  await expect(first.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('signing out tells first what only this device has, and takes nothing if one stays', async ({ device }) => {
  const page = await (await device()).newPage()
  await page.goto('/sign-up')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ola Berg')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`leaving-${Date.now().toString(36)}@journey.test`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('textbox', { name: 'Workspace name' }).fill('Going Home')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  const field = page.getByRole('textbox', { name: 'Message #general' })
  await page.route(/messages\.post/, (route) => route.abort('connectionrefused'))
  await field.fill('Never arrived')
  await field.press('Enter')
  await field.fill('Half a thought')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const asked = page.getByRole('alertdialog', { name: 'Sign out and lose 1 unsent message and 1 draft?' })
  await expect(asked).toContainText('1 message written here has not reached the server yet.')
  await asked.getByRole('button', { name: 'Stay signed in' }).click()
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'general' }).click()
  await expect(field).toHaveValue('Half a thought')

  await page.unroute(/messages\.post/)
  await expect(page.getByRole('log').getByText('Never arrived')).toBeVisible()
  await expect(page.getByText('Sending…')).toHaveCount(0, { timeout: 40_000 })
  await field.fill('')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Sign out of this browser?' })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).length), 'nothing stays on the device')
    .toBe(0)
})
