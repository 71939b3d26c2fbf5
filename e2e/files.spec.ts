import { readFileSync } from 'node:fs'
import type { Locator, Page, Route } from '@playwright/test'
import { makeRoom, postAs, timesOnServer, type Room } from './support/demo.ts'
import { keptOf } from './support/device-store.ts'
import { expect, openPlace, test } from './support/journey.ts'
import { pictureOf } from './support/pictures.ts'
import { bubble, field, fillTime, notifications, scheduleAhead, timeline } from './support/room.ts'
import { secondsAhead, wallIn } from './support/clock.ts'

const zone = 'Europe/Berlin'
const notes = { name: 'notes.txt', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script> just notes') }
const chart = { name: 'chart.png', mimeType: 'image/png', buffer: pictureOf(900, 600) }
const logo = { name: 'logo.png', mimeType: 'image/png', buffer: pictureOf(60, 40) }

const writing = (page: Page, room: Room): Locator => page.getByRole('form', { name: `Write to ${room.title}` })
const tray = (page: Page | Locator): Locator => page.getByRole('list', { name: 'Attached files' })

type Given = { name: string; mimeType: string; buffer: Buffer }
async function attach(where: Locator, ...files: Given[]): Promise<void> {
  await expect(where.getByRole('button', { name: 'Attach files' })).toBeVisible()
  await where.locator('[data-attach]').setInputFiles(files)
}

/** As a browser tells of it when files are pasted or dragged there. */
const give = (where: Locator, type: 'paste' | 'dragenter' | 'drop', { name, mimeType, buffer }: Given): Promise<void> =>
  where.evaluate(
    (el, [kind, file]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(file.bytes)], file.name, { type: file.mimeType }))
      const init = { bubbles: true, cancelable: true }
      if (kind === 'paste') el.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }))
      else el.dispatchEvent(new DragEvent(kind, { ...init, dataTransfer: data }))
    },
    [type, { name, mimeType, bytes: [...buffer] }] as const,
  )

/** Holds the parts of uploads back until they are let go, or fails them. */
async function holdParts(page: Page): Promise<{ letGo: () => void; fail: (part: string, times: number) => void }> {
  let [failing, badPart] = [0, '']
  let open: () => void = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  await page.route(/\/api\/files\/.*\/parts\//, async (route: Route) => {
    if (failing > 0 && route.request().url().endsWith(`/parts/${badPart}`)) {
      failing -= 1
      return route.abort('connectionreset')
    }
    await gate
    // One that was canceled meanwhile cannot go on.
    await route.continue().catch(() => {})
  })
  return {
    letGo: () => open(),
    fail: (part, times) => {
      badPart = part
      failing = times
      open()
    },
  }
}

test('files are posted with a message: a picture to look at, anything else to download, for both and after a reload', async ({
  enter,
}) => {
  const room = await makeRoom('files', ['kenji'])
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await field(anna, room).fill('The figures')
  await attach(writing(anna, room), chart, notes)
  await expect(tray(anna).getByRole('listitem')).toHaveCount(2)
  await expect(tray(anna).getByRole('progressbar')).toHaveCount(0)
  await field(anna, room).press('Enter')
  await expect(tray(anna)).toHaveCount(0)

  for (const page of [anna, kenji]) {
    const message = bubble(page, room, 'The figures')
    const picture = message.getByRole('button', { name: 'Open the image chart.png' })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth), 'its preview is there')
      .toBe(900)
    await expect(message.getByRole('link', { name: /notes\.txt/ })).toContainText('TXT file · 36 bytes')
  }

  await bubble(kenji, room, 'The figures').getByRole('button', { name: 'Open the image chart.png' }).click()
  const viewer = kenji.getByRole('dialog', { name: 'chart.png' })
  await expect(viewer.getByRole('img', { name: 'chart.png' })).toBeVisible()
  await expect(viewer).toContainText('PNG image')
  await kenji.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)

  const download = kenji.waitForEvent('download')
  await bubble(kenji, room, 'The figures')
    .getByRole('link', { name: /notes\.txt/ })
    .click()
  const got = await download
  expect(got.suggestedFilename()).toBe('notes.txt')
  expect(readFileSync(await got.path())).toEqual(notes.buffer)

  await kenji.reload()
  await expect(
    bubble(kenji, room, 'The figures').getByRole('button', { name: 'Open the image chart.png' }),
  ).toBeVisible()
})

test('a file can be pasted and dropped; a picture alone is a message; what is dropped shows where it goes', async ({
  enter,
}) => {
  const room = await makeRoom('paste', [])
  const anna = await enter('anna', room)
  await expect(writing(anna, room).getByRole('button', { name: 'Attach files' })).toBeVisible()
  const into = field(anna, room)
  await give(into, 'paste', logo)
  await expect(tray(anna)).toContainText('logo.png')
  await give(into, 'dragenter', notes)
  await expect(writing(anna, room)).toContainText('Drop to attach')
  await give(into, 'drop', notes)
  await expect(writing(anna, room)).not.toContainText('Drop to attach')
  await expect(tray(anna).getByRole('listitem')).toHaveCount(2)
  await tray(anna).getByRole('button', { name: 'Remove notes.txt' }).click()
  await expect(tray(anna).getByRole('listitem')).toHaveCount(1)
  await writing(anna, room).getByRole('button', { name: 'Send' }).click()
  await expect(timeline(anna, room).getByRole('button', { name: 'Open the image logo.png' })).toBeVisible()
  await expect(timeline(anna, room)).not.toContainText('notes.txt')
})

test('an upload that failed goes on where it stood, one can be canceled, and neither costs what was written', async ({
  enter,
}) => {
  const room = await makeRoom('resume', [])
  const anna = await enter('anna', room)
  const parts = await holdParts(anna)
  await field(anna, room).fill('Kept all the while')
  // Three tries of its own, then it asks.
  parts.fail('1', 3)
  const large = { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(9_000_000, 'x') }
  await attach(writing(anna, room), large)
  await expect(tray(anna).getByRole('alert')).toContainText('cannot be reached', { timeout: 15_000 })
  await expect(writing(anna, room).getByRole('button', { name: 'Send' })).toBeDisabled()
  await expect(field(anna, room)).toHaveValue('Kept all the while')

  const sent: string[] = []
  anna.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  await tray(anna).getByRole('button', { name: 'Try large.bin again' }).click()
  await expect(tray(anna)).toContainText('9 MB')
  expect(sent, 'what was there is not sent again').toEqual(['1', '2'])

  await attach(writing(anna, room), notes)
  await expect(tray(anna).getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
  await anna.reload()
  await expect(tray(anna).getByRole('listitem'), 'with the draft').toHaveCount(2)
  await expect(field(anna, room)).toHaveValue('Kept all the while')
})

test('while one is on its way nothing is sent or scheduled; canceled, it leaves no trace', async ({ enter }) => {
  const room = await makeRoom('slow', [])
  const anna = await enter('anna', room)
  const parts = await holdParts(anna)
  await field(anna, room).fill('Wait for it')
  await attach(writing(anna, room), logo, notes)
  await expect(tray(anna).getByRole('progressbar')).toHaveCount(2)
  await expect(writing(anna, room).getByRole('button', { name: 'Send' })).toBeDisabled()
  await expect(writing(anna, room).getByRole('button', { name: 'Schedule for later' })).toBeDisabled()
  await field(anna, room).press('Enter')
  await tray(anna).getByRole('button', { name: 'Cancel the upload of logo.png' }).click()
  await expect(tray(anna).getByRole('listitem')).toHaveCount(1)
  parts.letGo()
  await expect(tray(anna).getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
  await writing(anna, room).getByRole('button', { name: 'Send' }).click()
  await expect(bubble(anna, room, 'Wait for it').getByRole('link', { name: /notes\.txt/ })).toBeVisible()
  await expect.poll(() => timesOnServer(room, 'Wait for it')).toBe(1)
  await expect.poll(async () => (await keptOf(anna, 'anna', room)).counts.drafts).toBe(0)
})

test('a scheduled message shows its files at once, they can be changed, and it arrives once with them (K22, K28)', async ({
  enter,
}) => {
  const room = await makeRoom('later', ['kenji'])
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  const list = await openPlace(anna.context(), 'scheduled')
  await attach(writing(anna, room), logo)
  await expect(tray(anna).getByRole('button', { name: 'Remove logo.png' })).toBeVisible()
  await scheduleAhead(anna, room, 'With the picture', zone, 900)
  await expect(notifications(anna)).toContainText('scheduled for')
  await expect(tray(anna)).toHaveCount(0)

  const row = list.getByRole('article', { name: `Message to ${room.title},` })
  await expect(row.getByRole('button', { name: 'Open the image logo.png' }), 'without a reload').toBeVisible()
  await row.getByRole('button', { name: 'Edit' }).click()
  await row.getByRole('button', { name: 'Remove logo.png' }).click()
  await attach(row, chart)
  await expect(row.getByRole('button', { name: 'Remove chart.png' })).toBeVisible()
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('button', { name: 'Open the image chart.png' })).toBeVisible()
  await expect(timeline(kenji, room)).not.toContainText('With the picture')

  await row.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = list.getByRole('dialog', { name: 'Reschedule message' })
  await expect(dialog).toBeVisible()
  await fillTime(dialog, wallIn(zone, secondsAhead(25)))
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await expect(dialog).toBeHidden()
  const message = bubble(kenji, room, 'With the picture')
  await expect(message).toHaveCount(1, { timeout: 60_000 })
  await expect(message.getByRole('button', { name: 'Open the image chart.png' })).toBeVisible()
  await expect(message.getByRole('button', { name: 'Open the image logo.png' })).toHaveCount(0)
  expect(await timesOnServer(room, 'With the picture')).toBe(1)
})

test('a reply carries files too, and what is dropped on the thread goes into the thread alone', async ({ enter }) => {
  const room = await makeRoom('threadfiles', ['kenji'])
  await postAs('anna', room, 'Show me')
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await bubble(kenji, room, 'Show me').hover()
  await kenji
    .getByRole('toolbar', { name: 'What to do with this message' })
    .getByRole('button', { name: 'Reply in a thread' })
    .click()
  const thread = kenji.getByRole('region', { name: `Thread in ${room.title}` })
  await expect(thread.getByRole('button', { name: 'Attach files' })).toBeVisible()
  await give(thread.getByRole('textbox', { name: 'Reply' }), 'dragenter', logo)
  await expect(thread).toContainText('Drop to attach')
  await expect(writing(kenji, room)).not.toContainText('Drop to attach')
  await give(thread.getByRole('textbox', { name: 'Reply' }), 'drop', logo)
  await expect(tray(thread).getByRole('button', { name: 'Remove logo.png' })).toBeVisible()
  await expect(tray(writing(kenji, room))).toHaveCount(0)
  await thread.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(thread.getByRole('button', { name: 'Open the image logo.png' })).toBeVisible()
  await expect(timeline(kenji, room).getByRole('button', { name: 'Open the image logo.png' })).toHaveCount(0)

  await bubble(anna, room, 'Show me')
    .getByRole('button', { name: /1 reply/ })
    .click()
  await expect(
    anna
      .getByRole('region', { name: `Thread in ${room.title}` })
      .getByRole('button', { name: 'Open the image logo.png' }),
  ).toBeVisible()
})

test('what is served of a file runs nowhere: a page that opens its address gets a download under a sandbox', async ({
  enter,
}) => {
  const room = await makeRoom('safe', [])
  const anna = await enter('anna', room)
  await attach(writing(anna, room), notes)
  await writing(anna, room).getByRole('button', { name: 'Send' }).click()
  const link = timeline(anna, room).getByRole('link', { name: /notes\.txt/ })
  const address = String(await link.getAttribute('href'))
  const answer = await anna.context().request.get(new URL(address, anna.url()).href)
  expect(answer.status()).toBe(200)
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  })
  expect(answer.headers()['content-disposition']).toContain('attachment')
})
