import { IncomingWebhook } from '@slack/webhook'
import { demoUrl, makeRoom } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble } from './support/room.ts'

test('a member makes a webhook, a program posts with it into the channel, and an administrator revokes it (N2)', async ({
  enter,
}) => {
  const room = await makeRoom('hook', ['kenji'])
  const kenji = await enter('kenji', 'settings')
  const own = kenji.getByRole('region', { name: 'Your incoming webhooks' })
  await own.getByRole('button', { name: 'New webhook' }).click()
  const dialog = kenji.getByRole('dialog')
  const label = `Builds ${Date.now()}`
  await dialog.getByRole('textbox', { name: 'What it is for' }).fill(label)
  await dialog.getByRole('combobox', { name: 'It posts to' }).selectOption(room.title)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Address' }).inputValue()
  expect(url).toMatch(new RegExp(`^${demoUrl()}/services/T[0-9A-Z]{14}/B[0-9A-Z]{14}/[\\w-]{43}$`))
  await dialog.getByRole('button', { name: 'Done' }).click()
  const line = own.getByRole('listitem').filter({ hasText: label })
  await expect(line).toContainText(`posts to ${room.title}`)
  await expect(line).toContainText('never used')
  await expect(kenji.getByText(url)).toHaveCount(0)

  const anna = await enter('anna', room)
  const hook = new IncomingWebhook(url)
  expect(await hook.send('All tests pass')).toMatchObject({ text: 'ok' })
  await expect(bubble(anna, room, 'All tests pass')).toHaveAccessibleName(/^Kenji Sato, /)
  const form = await fetch(url, { method: 'POST', body: new URLSearchParams({ payload: '{"text":"By a form"}' }) })
  expect([form.status, await form.text()]).toEqual([200, 'ok'])
  await expect(bubble(anna, room, 'By a form')).toBeVisible()
  const wrong = await fetch(url, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } })
  expect([wrong.status, await wrong.text()]).toEqual([400, 'invalid_payload'])

  await anna.goto(`${room.path.slice(0, room.path.lastIndexOf('/'))}/settings`)
  const all = anna.getByRole('region', { name: 'Incoming webhooks', exact: true })
  await expect(all.getByRole('listitem').filter({ hasText: label })).toContainText('as Kenji Sato')
  await expect(all.getByRole('listitem').filter({ hasText: label })).toContainText('last used')
  await all.getByRole('button', { name: `Revoke ${label}` }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(all.getByRole('button', { name: `Revoke ${label}` })).toHaveCount(0)
  await all.getByText('Revoked (').click()
  await expect(all.getByRole('listitem').filter({ hasText: label })).toContainText('by Anna Weber')
  await expect(hook.send('too late')).rejects.toMatchObject({ code: 'slack_webhook_http_error' })

  await kenji.reload()
  await expect(own.getByText('Revoked (')).toBeVisible()
  await expect(own.getByRole('button', { name: `Revoke ${label}` })).toHaveCount(0)
  await expect(kenji.getByRole('region', { name: 'Incoming webhooks', exact: true })).toHaveCount(0)
})
