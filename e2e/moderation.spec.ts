import { callApi, makeRoom, scheduleAs, timesOnServer } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, send } from './support/room.ts'

test('a word nobody may post: refused where it is typed, and a message scheduled before the rule comes back to its author', async ({
  enter,
}) => {
  const word = `zounds${Date.now().toString(36)}`
  const room = await makeRoom('words', ['diego'])
  const nextHour = Math.floor(Date.now() / 1000) + 3_600
  const { scheduled_message_id } = await scheduleAs('diego', room, `${word}, said before the rule`, nextHour)

  const anna = await enter('anna', 'settings')
  const rules = anna.getByRole('form', { name: 'Words and links' })
  const words = rules.getByRole('textbox', { name: 'Words that nobody may post' })
  await words.fill(`!?\n${word}`)
  await rules.getByRole('button', { name: 'Save rules' }).click()
  await expect(rules.getByRole('alert')).toContainText('“!?” has no letter and no digit.')
  await words.fill(`  ${word}\n\n`)
  await rules.getByRole('button', { name: 'Save rules' }).click()
  await expect(words).toHaveValue(word)
  await expect(rules).toContainText('by Anna Weber')

  const diego = await enter('diego', room)
  await send(diego, room, `Well, ${word.toUpperCase()}!`)
  const refused = bubble(diego, room, `Well, ${word.toUpperCase()}!`)
  await expect(refused.getByRole('alert')).toContainText(`This workspace does not allow “${word}” in messages.`)
  await refused.getByRole('button', { name: 'Edit' }).click()
  const field = diego.getByRole('textbox', { name: 'Text of the message that was not sent' })
  await expect(field).toBeFocused()
  await field.fill('Well, I never!')
  await field.press('Enter')
  await expect(bubble(diego, room, 'Well, I never!').getByRole('alert')).toHaveCount(0)
  await expect.poll(() => timesOnServer(room, 'Well, I never!')).toBe(1)
  await expect(scheduleAs('diego', room, `${word} later`, nextHour)).rejects.toThrow('restricted_action')

  const post_at = Math.floor(Date.now() / 1000) + 3
  await callApi('diego', 'chat.updateScheduledMessage', { scheduled_message_id, post_at })
  const notice = diego.getByRole('alert', { name: 'Messages that could not be sent' })
  await expect(notice).toContainText(`This workspace does not allow “${word}” in messages.`, { timeout: 30_000 })
  await expect(bubble(diego, room, 'said before the rule')).toHaveCount(0)
  await notice.getByRole('link', { name: 'See what to do' }).click()
  const failed = diego.getByRole('article').filter({ hasText: 'said before the rule' })
  await expect(failed).toContainText('It says something that this workspace does not allow')

  await words.fill('')
  await rules.getByRole('button', { name: 'Save rules' }).click()
  await expect(rules).not.toContainText('by Anna Weber')
  await diego.goto(room.path)
  await send(diego, room, `${word} is a word again`)
  await expect.poll(() => timesOnServer(room, `${word} is a word again`)).toBe(1)
})
