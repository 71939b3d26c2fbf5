/** Where nothing is yet: each place says what it is for and what to do, on a desktop and on a phone, light and dark. */
import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { looked } from './support/look.ts'
import { ownWorkspace } from './support/newcomer.ts'

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const
const PLACES: [string, string][] = [
  ['scheduled', 'Nothing is scheduled'],
  ['scheduled?show=drafts', 'No drafts'],
  ['scheduled?show=sent', 'Nothing sent yet'],
  ['scheduled?show=canceled', 'Nothing was canceled'],
  ['saved', 'Nothing is saved'],
  ['search?q=nothing-of-the-kind', 'Nothing was found'],
]

test('in a workspace of an hour ago each page says what it is for', async ({ device }, info) => {
  test.slow()
  const home = await device({ timezoneId: 'Europe/Paris' })
  const first = await ownWorkspace(home, 'Noa First', 'Not Yet Full')
  const general = new URL(first.url()).pathname
  const workspace = general.split('/').slice(0, 3).join('/')
  const storageState = await home.storageState()
  for (const [size, look] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await (await device({ ...look, colorScheme, timezoneId: 'Europe/Paris', storageState })).newPage()
      const at = (name: string) => info.outputPath(`${size}-${colorScheme}-${name.replaceAll(/\W+/g, '-')}.png`)
      await page.goto(general)
      await expect(page.getByText('Nothing has been said here yet')).toBeVisible()
      await looked(page, at('room'))
      for (const [place, words] of PLACES) {
        await page.goto(`${workspace}/${place}`)
        await expect(saysSo(page, words)).toBeVisible()
        await looked(page, at(place))
      }
      await page.context().close()
    }
})

const saysSo = (page: Page, words: string) => page.getByRole('main').getByText(words)
