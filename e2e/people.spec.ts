import { expect, test } from './support/journey.ts'
import { join } from './support/newcomer.ts'
import { notifications } from './support/room.ts'

test('somebody gets a role, is shut out, is let in again and goes on where they were', async ({ enter, device }) => {
  test.slow()
  const name = `Noor Haddad ${Date.now().toString(36)}`
  const anna = await enter('anna', 'people')
  const noor = await join(anna, await device({ timezoneId: 'Europe/Berlin' }), name)
  await anna.getByRole('searchbox').fill(name)
  const line = anna.getByRole('listitem').filter({ hasText: name })
  await line.getByLabel(`Role of ${name}`).selectOption('admin')
  await expect(line).toContainText('admin ·')

  await line.getByRole('button', { name: `Deactivate ${name}` }).click()
  const asked = anna.getByRole('alertdialog')
  await expect(asked).toContainText('unless you hand it over')
  await asked.getByRole('button', { name: 'Deactivate' }).click()
  await expect(line).toContainText('deactivated ·')
  await expect(line.getByRole('button', { name: `Message ${name}` })).toHaveCount(0)
  const room = noor.url()

  await line.getByRole('button', { name: `Activate ${name}` }).click()
  await expect(notifications(anna)).toContainText(`${name} can sign in here again.`)
  await expect(line).toContainText('admin ·')
  await noor.goto(room)
  await expect(noor.getByRole('heading', { level: 1, name: 'general' })).toBeVisible()
})

test('an invitation link is withdrawn: it says so, and opens nothing any more', async ({ enter, device }) => {
  const anna = await enter('anna', 'people')
  await anna.getByRole('button', { name: 'Create invitation link' }).click()
  const link = await anna.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  await anna.getByText(/^Open links \(\d+\)$/).click()
  const open = anna.getByRole('button', { name: 'Withdraw' })
  const many = await open.count()
  for (let i = 0; i < many; i++) {
    await open.first().click()
    await expect(open).toHaveCount(many - i - 1)
  }
  await expect(notifications(anna)).toContainText('nobody can join by it any more')
  const stranger = await (await device({})).newPage()
  await stranger.goto(link)
  await expect(stranger.getByText('This invitation has expired or was withdrawn.')).toBeVisible()
})

test('where the open links cannot be read it says why, and asks again when it is told to', async ({ enter }) => {
  const anna = await enter('anna', 'people')
  await anna.getByRole('button', { name: 'Create invitation link' }).click()
  await expect(anna.getByText(/^Open links/)).toBeVisible()
  await anna.route(/invitations\.list/, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await anna.reload()
  const failed = anna.getByRole('alert').filter({ hasText: 'The open links could not be read.' })
  await expect(failed).toContainText('Nothing you typed is lost', { timeout: 30_000 })
  await anna.unroute(/invitations\.list/)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(anna.getByText(/^Open links/)).toBeVisible()
})
