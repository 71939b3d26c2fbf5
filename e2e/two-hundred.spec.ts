import { promiseIn } from './support/clock.ts'
import { makeRoom, scheduleAs, workspacePath } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { looked } from './support/look.ts'

/** Fifteen minutes apart from tomorrow on, a few of them together: two days and a bit. */
const COUNT = 200
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const LONG = 'A long announcement that goes on and on, so that it must be cut. '.repeat(12)
const textOf = (i: number) =>
  i % 20 === 0 ? LONG : i % 7 === 0 ? `تذكير رقم ${i}: اجتماع الفريق في الساعة التاسعة` : `Message ${i}`

test('two hundred scheduled messages: list and week stay usable, nothing is hidden, and there is no serious fault of access', async ({
  enter,
}, info) => {
  test.slow()
  const room = await makeRoom('hundreds', ['diego'])
  const start = Math.ceil(Date.now() / 900_000) * 900 + 86_400
  for (let i = 0; i < COUNT; i++)
    await scheduleAs('diego', room, textOf(i), start + Math.floor(i / 4) * 3_600 + (i % 4) * 120)
  const diego = await enter('diego', 'scheduled', { viewport: { width: 1280, height: 900 } })
  await diego.getByRole('searchbox').fill(room.name)
  await expect(diego.getByText(`${COUNT} messages found.`)).toBeVisible()
  await looked(diego, info.outputPath('list.png'))
  await diego.getByRole('searchbox').fill(`تذكير ${room.name}`)
  await expect(diego.getByText('27 messages found.')).toBeVisible()
  await diego.getByRole('searchbox').fill(room.name)
  await diego
    .getByRole('checkbox', { name: /^Choose the message/ })
    .first()
    .click()
  await diego.getByRole('button', { name: `Choose all ${COUNT}` }).click()
  await expect(diego.getByRole('toolbar', { name: 'Chosen messages' })).toContainText(`${COUNT} messages chosen`)
  await diego.getByRole('button', { name: 'Shift…' }).click()
  const dialog = diego.getByRole('dialog', { name: 'Shift by the clock' })
  await dialog.getByLabel('Unit').selectOption('weeks')
  await dialog.getByRole('button', { name: `Shift ${COUNT} messages` }).click()
  await expect(diego.getByRole('region', { name: 'What was done' })).toContainText(`${COUNT} messages rescheduled.`)
  await diego.getByRole('button', { name: 'Undo all' }).click()
  await expect(diego.getByRole('region', { name: 'What was done' })).toContainText(`${COUNT} messages put back.`)
  await diego.getByRole('button', { name: 'Dismiss' }).last().click()

  await expect(diego.getByRole('article').first()).toHaveAccessibleName(
    new RegExp(promiseIn('America/Los_Angeles', start).slice(0, 11)),
  )
  await diego.getByRole('button', { name: 'Week', exact: true }).click()
  const week = diego.getByRole('list', { name: 'Scheduled in this week' })
  let seen = 0
  for (let i = 0; i < 3 && seen < COUNT; i++) {
    await expect(week).toBeVisible()
    const words = await diego.getByText(/messages? in this week/).innerText()
    const shown = Number(/^\d+/.exec(words)?.[0] ?? 0)
    const buttons = await week.getByRole('button').evaluateAll((all) => all.map((each) => each.textContent ?? ''))
    const crowd = buttons.reduce((sum, text) => sum + (/^\+\d+$/.test(text) ? Number(text) : 1), 0)
    expect(crowd, 'shown and counted are all').toBe(shown)
    seen += shown
    await looked(diego, info.outputPath(`week-${i}.png`))
    await diego.getByRole('button', { name: 'Next week' }).click()
  }
  expect(seen).toBe(COUNT)

  for (const colorScheme of ['light', 'dark'] as const) {
    const phone = await enter('diego', 'scheduled', { ...PHONE, colorScheme })
    await phone.getByRole('searchbox').fill(room.name)
    await expect(phone.getByText(`${COUNT} messages found.`)).toBeVisible()
    await looked(phone, info.outputPath(`phone-${colorScheme}.png`))
    await phone.context().close()
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no serious fault of access where administrators and one’s own times are, ${colorScheme}`, async ({
    enter,
  }, info) => {
    test.slow()
    const room = await makeRoom(`access-${colorScheme}`, [])
    await scheduleAs('anna', room, 'Seen by everyone', Math.floor(Date.now() / 1000) + 90_000)
    const anna = await enter('anna', 'scheduled', { colorScheme })
    for (const tab of ['everyone', 'drafts']) {
      await anna.goto(workspacePath(`scheduled?show=${tab}`))
      await expect(anna.getByRole('tab', { selected: true })).toBeVisible()
      await expect(anna.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await looked(anna, info.outputPath(`${colorScheme}-${tab}.png`))
    }
    await anna.goto(workspacePath('settings'))
    await expect(anna.getByRole('form', { name: 'Ready-made times for everyone' })).toBeVisible()
    await looked(anna, info.outputPath(`${colorScheme}-settings.png`))
  })
}
