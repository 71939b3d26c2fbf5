import type { Locator, Page } from '@playwright/test'
import { makeRoom } from './support/demo.ts'
import { secondsAhead, wallIn } from './support/clock.ts'
import { expect, openPlace, test } from './support/journey.ts'
import { looked } from './support/look.ts'
import { pictureOf } from './support/pictures.ts'
import { bubble, field, notifications, schedule } from './support/room.ts'

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const
const zone = 'Europe/Berlin'

const picture = (name: string, width: number, height: number) => ({
  ...{ name, mimeType: 'image/png', buffer: pictureOf(width, height) },
})
const report = {
  name: 'Quarterly report with a name that no card has room for, final version 2.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7 nothing'),
}
const large = { name: 'recording.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(6_000_000, 'x') }
const refused = { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }

async function attach(where: Page | Locator, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await expect(where.getByRole('button', { name: 'Attach files' })).toBeVisible()
  await where.locator('[data-attach]').setInputFiles(files)
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, viewport] of Object.entries(SIZES))
    test(`files that are written, shown, looked at and scheduled: no serious fault of access, ${size}, ${colorScheme}`, async ({
      enter,
    }, info) => {
      const shot = (name: string) => info.outputPath(`${name}-${size}-${colorScheme}.png`)
      const room = await makeRoom('fileslook', [])
      const anna = await enter('anna', room, { colorScheme, viewport })
      const writing = anna.getByRole('form', { name: `Write to ${room.title}` })
      const tray = writing.getByRole('list', { name: 'Attached files' })
      await field(anna, room).fill('Everything for tomorrow')
      await attach(writing, picture('plan.png', 900, 600))
      await expect(tray.getByRole('button', { name: 'Remove plan.png' })).toBeVisible()
      await attach(writing, picture('portrait.png', 300, 900), report)
      await expect(tray.getByRole('button', { name: /^Remove/ })).toHaveCount(3)
      await writing.getByRole('button', { name: 'Send' }).click()
      const message = bubble(anna, room, 'Everything for tomorrow')
      await expect(message.getByRole('button', { name: 'Open the image portrait.png' })).toBeVisible()

      // One that is there, one on its way, one that was refused.
      await anna.route(/\/parts\/1$/, () => {})
      await attach(writing, picture('chart.png', 600, 400), large, refused)
      await expect(tray.getByRole('button', { name: 'Remove chart.png' })).toBeVisible()
      await expect(tray.getByRole('alert')).toContainText('It is empty')
      await expect(tray.getByRole('progressbar')).toBeVisible()
      await looked(anna, shot('room'))

      await message.getByRole('button', { name: 'Open the image plan.png' }).click()
      const viewer = anna.getByRole('dialog', { name: 'plan.png' })
      await expect(viewer.getByRole('img', { name: 'plan.png' })).toBeVisible()
      await looked(anna, shot('viewer'))
      await anna.keyboard.press('ArrowRight')
      await expect(anna.getByRole('dialog', { name: 'portrait.png' })).toBeVisible()
      await looked(anna, shot('viewer-tall'))
      await anna.keyboard.press('Escape')
      await expect(message.getByRole('button', { name: 'Open the image plan.png' })).toBeFocused()

      await tray.getByRole('button', { name: 'Cancel the upload of recording.bin' }).click()
      await tray.getByRole('button', { name: 'Remove empty.txt' }).click()
      await schedule(anna, room, 'Sent while I sleep', wallIn(zone, secondsAhead(86_400)))
      await expect(notifications(anna)).toContainText('scheduled for')
      const list = await openPlace(anna.context(), 'scheduled')
      const row = list.getByRole('article', { name: `Message to ${room.title},` })
      await expect(row.getByRole('button', { name: 'Open the image chart.png' })).toBeVisible()
      await looked(list, shot('scheduled'))
      await row.getByRole('button', { name: 'Edit' }).click()
      await expect(row.getByRole('button', { name: 'Remove chart.png' })).toBeVisible()
      await looked(list, shot('edited'))
      await row.getByRole('button', { name: 'Discard changes' }).click()
    })
