import { WebClient } from '@slack/web-api'
import { demoUrl, makeRoom } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble } from './support/room.ts'

test('a member makes a token, a program speaks with it as them within its scopes, and revoking ends it (N1)', async ({
  enter,
}) => {
  const room = await makeRoom('own-token', ['kenji'])
  const kenji = await enter('kenji', 'settings')
  const own = kenji.getByRole('region', { name: 'Your tokens' })
  await own.getByRole('button', { name: 'New token' }).click()
  const dialog = kenji.getByRole('dialog')
  const label = `Standup ${Date.now()}`
  await dialog.getByRole('textbox', { name: 'What it is for' }).fill(label)
  await expect(dialog.getByRole('combobox')).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: /channels:read/ }).uncheck()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(token).toMatch(/^xoxp-T/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(own.getByRole('listitem').filter({ hasText: label })).toContainText('chat:write, users:read')
  await expect(kenji.getByText(token)).toHaveCount(0)

  const slack = new WebClient(token, { slackApiUrl: `${demoUrl()}/api/`, retryConfig: { retries: 0 } })
  await slack.chat.postMessage({ channel: room.id, text: 'From my script' })
  await expect(slack.conversations.list()).rejects.toMatchObject({ data: { error: 'missing_scope' } })
  const anna = await enter('anna', room)
  await expect(bubble(anna, room, 'From my script')).toHaveAccessibleName(/^Kenji Sato, /)

  await anna.goto(`${room.path.slice(0, room.path.lastIndexOf('/'))}/settings`)
  const all = anna.getByRole('region', { name: 'Apps and tokens' })
  await expect(all.getByRole('listitem').filter({ hasText: label })).toContainText('speaks as Kenji Sato')
  await all.getByRole('button', { name: `Revoke ${label}` }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(all.getByRole('list', { name: 'Tokens in force' })).not.toContainText(label)
  await expect(slack.auth.test()).rejects.toMatchObject({ data: { error: 'token_revoked' } })
  await kenji.reload()
  await expect(own.getByText('Revoked (')).toBeVisible()
  await expect(own.getByRole('button', { name: `Revoke ${label}` })).toHaveCount(0)
  await expect(kenji.getByRole('region', { name: 'Apps and tokens' })).toHaveCount(0)
})
