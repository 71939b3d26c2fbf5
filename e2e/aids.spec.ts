/** What people rely on who hear the page, move through it by keys, or are made ill by what moves. */
import type { Page } from '@playwright/test'
import { makeRoom, postAs, scheduleAs, workspacePath } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { networkSwitch, everythingFetched } from './support/network.ts'
import { bubble, chooseTime, field, timeline } from './support/room.ts'

test('what arrives is said: one message by its words, several at once by their number, one’s own not at all', async ({
  enter,
}) => {
  const room = await makeRoom('said', ['kenji'])
  await postAs('anna', room, 'Before anybody listened')
  const network = networkSwitch()
  const kenji = await enter('kenji', room, { prepare: network.prepare })
  await expect(bubble(kenji, room, 'Before anybody')).toHaveCount(1)
  await everythingFetched(kenji)
  const said = kenji.getByRole('status', { name: 'Arrivals' })
  await postAs('anna', room, 'Only one')
  await expect(said).toHaveText('Anna Weber: Only one')
  await network.off()
  for (const word of ['one', 'two', 'three']) await postAs('anna', room, `Meanwhile ${word}`)
  await network.on()
  await expect(said).toHaveText('3 new messages', { timeout: 20_000 })
  await field(kenji, room).fill('My own words')
  await field(kenji, room).press('Enter')
  await expect(bubble(kenji, room, 'My own words')).not.toContainText('Sending…')
  await postAs('anna', room, 'And an answer')
  await expect(said).toHaveText('Anna Weber: And an answer')
  await expect(timeline(kenji, room), 'drawn rows are no news').toHaveAttribute('aria-live', 'off')
})

test('with reduced motion nothing moves: menus, dialogs, notices and skeletons are there at once', async ({
  enter,
}) => {
  const room = await makeRoom('still', [])
  const anna = await enter('anna', room, { reducedMotion: 'reduce' })
  await watchMotion(anna)
  const dialog = await chooseTime(anna, room, 'Without a stir')
  await dialog.getByLabel('Say when').fill('tomorrow 9:00')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  await anna.keyboard.press('ControlOrMeta+k')
  await expect(anna.getByRole('dialog')).toBeVisible()
  await anna.keyboard.press('Escape')
  await expect(anna.getByRole('dialog')).toHaveCount(0)
  await anna.getByRole('status', { name: 'Scheduled here' }).getByRole('link', { name: 'See all' }).click()
  await anna.getByRole('button', { name: 'History' }).first().click()
  await expect(anna.getByRole('list', { name: 'History' })).toBeVisible()
  expect(await longestMotion(anna)).toBeLessThanOrEqual(1)
})

test('a dialog keeps the focus in it, and gives it back to what opened it', async ({ enter }) => {
  const room = await makeRoom('trap', ['kenji'])
  await scheduleAs('anna', room, 'In a drawer', Math.floor(Date.now() / 1000) + 86_400)
  const anna = await enter('anna', room)
  await everythingFetched(anna)
  const opened = async (opener: string, dialog: RegExp, role: 'dialog' | 'alertdialog' = 'dialog') => {
    const button = anna.getByRole('button', { name: opener, exact: true }).first()
    await button.focus()
    await anna.keyboard.press('Enter')
    const box = anna.getByRole(role, { name: dialog })
    await expect(box).toBeVisible()
    for (let presses = 0; presses < 40; presses++) {
      await anna.keyboard.press(presses < 30 ? 'Tab' : 'Shift+Tab')
      expect(await box.evaluate((each) => each.contains(document.activeElement)), `${opener}, ${presses}`).toBe(true)
    }
    await anna.keyboard.press('Escape')
    await expect(box).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await opened(`Members of ${room.title}: 2`, /^Members of/)
  await anna.goto(workspacePath('browse'))
  await opened('Create channel', /^Create a channel/)
  await anna.goto(workspacePath('scheduled'))
  await opened('Reschedule', /^Reschedule/)
  await opened('History', /History/)
  await anna.goto(workspacePath('settings'))
  await opened('New token', /token/i)
})

test('wherever the Tab key leads, it is seen', async ({ enter }) => {
  test.slow()
  const room = await makeRoom('seen', ['kenji'])
  await postAs('kenji', room, 'With a name to press')
  await scheduleAs('anna', room, 'With buttons to press', Math.floor(Date.now() / 1000) + 86_400)
  const anna = await enter('anna', room)
  for (const path of [room.path, ...['scheduled', 'browse', 'people', 'settings', 'ops'].map(workspacePath)]) {
    await anna.goto(path)
    await expect(anna.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(anna.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await everythingFetched(anna)
    const unseen = new Set<string>()
    for (let presses = 0; presses < STOPS; presses++) {
      await anna.keyboard.press('Tab')
      const html = await unmarkedFocus(anna)
      if (html) unseen.add(html)
    }
    expect([...unseen], path).toEqual([])
  }
})
const STOPS = 40

/** What has the focus and looks the same without it, two boxes around it included; null: it is seen. */
const unmarkedFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const el = document.activeElement
    if (!(el instanceof HTMLElement) || el === document.body) return null
    const boxes = [el, el.parentElement, el.parentElement?.parentElement].filter((box) => box instanceof HTMLElement)
    const looks = () =>
      boxes
        .map((box) => getComputedStyle(box))
        .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join())
        .join('|')
    for (const running of document.getAnimations()) running.finish()
    const focused = looks()
    el.blur()
    for (const running of document.getAnimations()) running.finish()
    const plain = looks()
    el.focus()
    return focused === plain ? el.outerHTML.slice(0, 200) : null
  })

/** From now on the longest animation or transition is remembered, looked for with each frame. */
const watchMotion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = {
      longest_ms: 0,
      look() {
        for (const { effect } of document.getAnimations())
          seen.longest_ms = Math.max(seen.longest_ms, Number(effect?.getComputedTiming().duration ?? 0))
        requestAnimationFrame(() => seen.look())
      },
    }
    Object.assign(window, { motion: seen })
    seen.look()
  })

const longestMotion = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { motion: { longest_ms: number } }).motion.longest_ms)
