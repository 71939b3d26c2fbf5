/** Two thousand people, names too long for their place, right-to-left text and emoji: nothing is cut off or slow to find. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PROJECT } from '#scripts/provision/paths.mjs'
import { expect, test } from './support/journey.ts'
import { looked } from './support/look.ts'
import { ownWorkspace } from './support/newcomer.ts'
import { sidebar } from './support/room.ts'

const MEMBERS = 2_000
const SIZES = [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const
const run = promisify(execFile)

test('two thousand members and the odd ones among them: room, members, people and adding, on a desktop and a phone, light and dark', async ({
  device,
}, info) => {
  test.setTimeout(300_000)
  const home = await device({ timezoneId: 'Europe/Paris' })
  const owner = await ownWorkspace(home, 'Odile Crowd', 'Two Thousand')
  await sidebar(owner).getByRole('link', { name: 'People' }).click()
  await owner.getByRole('button', { name: 'Create invitation link' }).click()
  const link = await owner.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  const people = owner.url()
  await owner.goto('about:blank')
  const token = new URL(link).pathname.split('/').at(-1) ?? ''
  const seed = ['--import', 'tsx', 'e2e/support/seed-crowd.ts', token, String(MEMBERS)]
  await run(process.execPath, seed, { cwd: PROJECT, timeout: 240_000 })

  for (const [name, size] of SIZES)
    for (const colorScheme of ['light', 'dark'] as const) {
      const shot = (what: string) => info.outputPath(`${colorScheme}-${name}-${what}.png`)
      const storageState = await home.storageState()
      const page = await (await device({ ...size, colorScheme, timezoneId: 'Europe/Paris', storageState })).newPage()
      await page.goto(people.replace(/\/people$/, ''))
      await expect(page.getByRole('log').getByRole('article').last()).toContainText('A text with lines')
      await looked(page, shot('room'))
      await page.getByRole('button', { name: `Members of #general: ${MEMBERS + 1}` }).click()
      const dialog = page.getByRole('dialog', { name: 'Members of #general' })
      await expect(dialog.getByRole('listitem')).toHaveCount(60)
      await dialog.getByRole('button', { name: `Show 60 more of ${MEMBERS + 1 - 60}` }).click()
      await expect(dialog.getByRole('listitem')).toHaveCount(120)
      await looked(page, shot('members'))
      await dialog.getByRole('searchbox', { name: 'Find somebody' }).fill('Joana Lima 1999')
      await expect(dialog.getByRole('listitem')).toHaveCount(1)
      await dialog.getByRole('searchbox', { name: 'Find somebody' }).fill('Wolfeschlegel')
      await expect(dialog.getByRole('button', { name: /^Wolfeschlegelsteinhausenbergerdorff/ })).toBeVisible()
      await looked(page, shot('long-name'))
      await page.keyboard.press('Escape')

      await page.goto(people)
      await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(60)
      await looked(page, shot('people'))
      await page.context().close()
    }
})
