import type { Page } from '@playwright/test'
import { wallIn } from './support/clock.ts'
import { makeRoom, postAs, scheduleAs, workspacePath, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { looked } from './support/look.ts'
import { join } from './support/newcomer.ts'
import { bubble, field, send, timeline } from './support/room.ts'
import { setClock } from './support/set-clock.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search messages' })
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('link')

/** Searches until what was just written was taken in, which takes about a second. */
async function findSoon(page: Page, query: string, count: number): Promise<void> {
  await expect(async () => {
    await page.goto(`${workspacePath('search')}?q=${encodeURIComponent(query)}`)
    await expect(results(page)).toHaveCount(count, { timeout: 1_500 })
  }).toPass({ timeout: 20_000 })
}

/** A conversation so long that its beginning is on no device. */
async function longRoom(): Promise<{ room: Room; word: string }> {
  const room = await makeRoom('searched', ['kenji'])
  const word = `walrus${Date.now().toString(36)}`
  await postAs('anna', room, `The ${word} comes at noon`)
  for (let i = 0; i < 120; i++) await postAs(i % 2 ? 'anna' : 'kenji', room, `Line ${i} of a long day`)
  return { room, word }
}

test('found by keyboard only: what somebody wrote long ago, its place in the conversation, and back', async ({
  enter,
}, info) => {
  test.slow()
  const { room, word } = await longRoom()
  const kenji = await enter('kenji', room)
  await expect(timeline(kenji, room).getByText('Line 119 of a long day')).toBeVisible()
  await findSoon(kenji, word, 1)
  await kenji.goto(room.path)
  await expect(field(kenji, room)).toBeFocused()

  // The keys come with what is fetched after the first messages.
  await expect(async () => {
    await kenji.keyboard.press('Control+Shift+F')
    await expect(searchField(kenji)).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await kenji.keyboard.type('fr')
  await expect(kenji.getByRole('option')).toHaveCount(1)
  await kenji.keyboard.press('ArrowDown')
  await kenji.keyboard.press('Enter')
  await expect(searchField(kenji)).toHaveValue('from:')
  await kenji.keyboard.type('anna')
  await kenji.keyboard.press('ArrowDown')
  await kenji.keyboard.press('Tab')
  await expect(searchField(kenji)).toHaveValue('from:"Anna Weber" ')
  await kenji.keyboard.type(`in:#${room.name} ${word}`)
  await kenji.screenshot({ path: info.outputPath('typed.png') })
  await kenji.keyboard.press('Enter')
  await expect(kenji.getByRole('status').filter({ hasText: '1 result' })).toBeVisible()
  await expect(results(kenji).first().locator('mark')).toHaveText(word)
  await kenji.screenshot({ path: info.outputPath('found.png') })

  await kenji.keyboard.press('ArrowDown')
  await expect(results(kenji).first()).toBeFocused()
  await kenji.keyboard.press('Enter')
  await expect(kenji.locator('[aria-current=true]').getByText(`The ${word} comes at noon`)).toBeInViewport()
  await expect(kenji.locator('[aria-current=true]').filter({ hasText: word })).toBeFocused()
  await expect(kenji.getByText('Line 119 of a long day')).toHaveCount(0)
  await kenji.screenshot({ path: info.outputPath('place.png') })
  await kenji.getByRole('button', { name: 'Load later messages' }).click()
  await expect(kenji.getByText('Line 60 of a long day')).toBeVisible()

  await kenji.goBack()
  await expect(results(kenji)).toHaveCount(1)
  await kenji.goForward()
  await kenji.getByRole('button', { name: 'Jump to newest' }).click()
  await expect(timeline(kenji, room).getByText('Line 119 of a long day')).toBeVisible()
})

test('what is written while one reads far back stands at the end, and one is there', async ({ enter }) => {
  const { room, word } = await longRoom()
  const kenji = await enter('kenji', room)
  await findSoon(kenji, word, 1)
  await results(kenji).first().click()
  await expect(kenji.locator('[aria-current=true]').getByText(word)).toBeInViewport()
  await send(kenji, room, 'I found it')
  await expect(bubble(kenji, room, 'I found it')).toBeInViewport()
  await expect(kenji.getByText('Line 119 of a long day')).toBeVisible()
})

test('who is removed finds nothing any more, with the results of a moment ago still open (I7)', async ({ enter }) => {
  const room = await makeRoom('leaving', ['kenji'], 'private')
  const word = `narwhal${Date.now().toString(36)}`
  await postAs('anna', room, `The ${word} is secret`)
  const kenji = await enter('kenji', room)
  await findSoon(kenji, word, 1)
  const anna = await enter('anna', room)
  await anna.getByRole('button', { name: `Members of ${room.title}: 2` }).click()
  await anna
    .getByRole('dialog')
    .getByRole('button', { name: `Remove Kenji Sato from ${room.title}` })
    .click()
  await expect(anna.getByRole('button', { name: `Remove Kenji Sato from ${room.title}` })).toHaveCount(0)
  await searchField(kenji).focus()
  await kenji.keyboard.press('End')
  await kenji.keyboard.type(' is')
  await kenji.keyboard.press('Enter')
  await expect(kenji.getByText('Nothing was found')).toBeVisible()
  await expect(kenji.getByText(`The ${word} is secret`)).toHaveCount(0)
})

test('one’s own scheduled messages, what means nothing, and what is not there', async ({ enter }) => {
  const room = await makeRoom('sched-search', ['kenji'])
  const word = `heron${Date.now().toString(36)}`
  await scheduleAs('kenji', room, `The ${word} flies tomorrow`, Math.floor(Date.now() / 1000) + 86_400)
  const kenji = await enter('kenji', room)
  await kenji.goto(`${workspacePath('search')}?q=${encodeURIComponent(`is:scheduled ${word}`)}`)
  await expect(results(kenji)).toHaveCount(1)
  const anna = await enter('anna', room)
  await anna.goto(`${workspacePath('search')}?q=${encodeURIComponent(`is:scheduled ${word}`)}`)
  await expect(anna.getByText('Nothing was found')).toBeVisible()
  await anna.goto(`${workspacePath('search')}?q=${encodeURIComponent('has:dragons x')}`)
  await expect(anna.getByRole('list', { name: 'Not understood' })).toContainText('has:dragons means nothing here')
  await results(kenji).first().click()
  await expect(kenji.getByRole('article', { name: new RegExp(room.title) })).toBeVisible()
})

test('a server that does not answer is told, and asked again', async ({ enter }) => {
  const anna = await enter('anna', '')
  await anna.route(/search\.messages/, (route) => route.abort())
  await anna.goto(`${workspacePath('search')}?q=anything`)
  await expect(anna.getByRole('heading', { name: 'The search could not be made' })).toBeVisible({ timeout: 20_000 })
  await anna.unroute(/search\.messages/)
  await anna.getByRole('button', { name: 'Try again' }).click()
  await expect(anna.getByRole('status').filter({ hasText: /result/ })).toBeVisible()
})

test('the quick switcher goes to a channel, a person, a page and the search, by keys alone', async ({
  enter,
}, info) => {
  const first = await makeRoom('zz-from', ['kenji'])
  const second = await makeRoom('zz-to', ['kenji'])
  const kenji = await enter('kenji', first)
  const title = kenji.getByRole('heading', { level: 1 })
  const switcher = kenji.getByRole('dialog', { name: 'Go to' })
  await expect(field(kenji, first)).toBeFocused()
  await expect(async () => {
    await kenji.keyboard.press('Control+k')
    await expect(switcher).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await kenji.keyboard.type(second.name.slice(0, 9))
  await kenji.screenshot({ path: info.outputPath('switcher.png') })
  await kenji.keyboard.press('Enter')
  await expect(title).toHaveText(second.name)
  await expect(switcher).toBeHidden()

  await kenji.keyboard.press('Control+k')
  await kenji.keyboard.type('@anna')
  await kenji.keyboard.press('Enter')
  await expect(title).toHaveText('Anna Weber')

  await kenji.keyboard.press('Control+k')
  await kenji.keyboard.type('>sched')
  await kenji.keyboard.press('Enter')
  await expect(title).toHaveText('Drafts & scheduled')

  await kenji.keyboard.press('Control+k')
  await kenji.keyboard.type('quarterly numbers')
  await kenji.keyboard.press('ArrowUp')
  await kenji.keyboard.press('Enter')
  await expect(title).toHaveText('Search')
  await expect(searchField(kenji)).toHaveValue('quarterly numbers')

  await kenji.keyboard.press('Control+k')
  await kenji.keyboard.press('Escape')
  await expect(switcher).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no serious fault of access while searching, desktop and phone, ${colorScheme}`, async ({ enter }, info) => {
    test.slow()
    const room = await makeRoom('axe-search', ['kenji'])
    const word = `plover${Date.now().toString(36)}`
    for (let i = 1; i <= 3; i++) {
      await postAs(i % 2 ? 'anna' : 'kenji', room, `The ${word} of number ${i}: see https://example.test/${i} for more`)
    }
    for (const [name, size] of [
      ['desktop', {}],
      ['phone', PHONE],
    ] as const) {
      const anna = await enter('anna', room, { colorScheme, ...size })
      await findSoon(anna, word, 3)
      await looked(anna, info.outputPath(`${name}-results.png`))
      await searchField(anna).fill('from:')
      await expect(anna.getByRole('option').first()).toBeVisible()
      await looked(anna, info.outputPath(`${name}-suggestions.png`))
      await searchField(anna).fill('')
      await anna.keyboard.press('Enter')
      await expect(anna.getByRole('heading', { name: 'What you can ask' })).toBeVisible()
      await looked(anna, info.outputPath(`${name}-help.png`))
      await findSoon(anna, word, 3)
      await results(anna).last().click()
      await expect(anna.locator('[aria-current=true]').filter({ hasText: word })).toBeInViewport()
      await looked(anna, info.outputPath(`${name}-place.png`))
      await anna.context().close()
    }
  })
}

for (const { zone, now, today } of [
  { zone: 'America/Anchorage', now: '2026-12-02T08:30:00Z', today: '2026-12-01' },
  { zone: 'Asia/Tokyo', now: '2026-12-01T16:00:00Z', today: '2026-12-02' },
]) {
  test(`a profile in ${zone}, a browser in Kolkata on another day: today is the profile’s, and so are the days that are searched (K86, K87)`, async ({
    enter,
    device,
  }) => {
    test.slow()
    const room = await makeRoom('days', [])
    const word = `heron${Date.now().toString(36)}`
    const { ts } = await postAs('anna', room, `The ${word} is back`)
    const day = wallIn(zone, Math.floor(Number(ts))).date
    const anna = await enter('anna', 'people')
    const home = await device({ timezoneId: zone })
    const first = await join(anna, home, `Of ${zone} ${Date.now().toString(36)}`)
    await first.goto(room.path)
    await first.getByRole('button', { name: /^Join/ }).click()
    await expect(field(first, room)).toBeVisible()

    const away = await device({ timezoneId: 'Asia/Kolkata', storageState: await home.storageState() })
    const page = await away.newPage()
    await findSoon(page, `${word} on:${day}`, 1)
    for (const beside of [`after:${day}`, `before:${day}`]) {
      await page.goto(`${workspacePath('search')}?q=${encodeURIComponent(`${word} ${beside}`)}`)
      await expect(page.getByText('Nothing was found'), beside).toBeVisible()
    }
    await setClock(now)(away)
    await page.goto(workspacePath('search'))
    for (const operator of ['after:', 'on:']) {
      await searchField(page).fill(operator)
      await expect(page.getByRole('option').first()).toContainText(`${operator}${today}`)
    }
  })
}
