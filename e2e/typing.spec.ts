/** What is typed is what stands there: no key is lost, however late the page draws or what helps writing comes. */
import type { BrowserContext } from '@playwright/test'
import { makeRoom } from './support/demo.ts'
import { keptOf } from './support/device-store.ts'
import { expect, test } from './support/journey.ts'
import { everythingFetched, slowParts } from './support/network.ts'
import { bubble, field } from './support/room.ts'

test('a key that comes while the page has yet to draw what its store told is not lost', async ({ enter }) => {
  const room = await makeRoom('typing', [])
  const anna = await enter('anna', room, { prepare: withLateDrawing })
  await everythingFetched(anna)
  await anna.evaluate(() => Object.assign(window, { drawLate: true }))
  await field(anna, room).focus()
  let typed = ''
  // Each sign asks for names, right when the draft before it was kept and the page told so.
  for (const text of ['One', ' #', 'two', ' @', 'three', ' :fo', 'our', ' #', 'five', ' and', ' the', ' end']) {
    await anna.keyboard.type(text)
    typed += text
    await expect(field(anna, room)).toHaveValue(typed)
    await expect.poll(async () => (await keptOf(anna, 'anna', room)).drafts).toEqual([typed])
  }
  await anna.keyboard.press('Escape')
  await anna.keyboard.press('Enter')
  await expect(bubble(anna, room, typed)).toHaveCount(1)
})

test('signs around what is selected and an offered name come also where what helps writing comes late', async ({
  enter,
}) => {
  const room = await makeRoom('latehelp', ['kenji'])
  const anna = await enter('anna', room, { prepare: slowParts })
  await field(anna, room).pressSequentially('loud')
  await anna.keyboard.press('ControlOrMeta+a')
  await anna.keyboard.press('ControlOrMeta+b')
  await anna.keyboard.type(' and ')
  await anna.keyboard.press('ControlOrMeta+i')
  await anna.keyboard.type('soft')
  await expect(field(anna, room)).toHaveValue('*loud* and _soft_')
  await anna.keyboard.press('End')
  await anna.keyboard.type(' @ken')
  const offered = anna.getByRole('listbox', { name: 'People' }).getByRole('option', { name: /Kenji Sato/ })
  await expect(offered).toHaveAttribute('aria-selected', 'true')
  await anna.keyboard.press('Enter')
  await expect(field(anna, room)).toHaveValue('*loud* and _soft_ @Kenji Sato ')
  await anna.keyboard.press('ControlOrMeta+z')
  await expect(field(anna, room)).toHaveValue('*loud* and _soft_ @ken')
})

test('the field grows with its lines as far as a third of a screen, and is small again once they are sent', async ({
  enter,
}) => {
  const room = await makeRoom('growing', [])
  const anna = await enter('anna', room)
  const size = () => field(anna, room).evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }))
  const one = await size()
  await field(anna, room).fill('One\nTwo\nThree')
  const three = await size()
  expect(three.clientHeight).toBeGreaterThan(1.8 * one.clientHeight)
  expect(three.clientHeight).toBe(three.scrollHeight)
  await field(anna, room).fill(Array.from({ length: 60 }, (_, i) => `Line ${i + 1}`).join('\n'))
  const sixty = await size()
  expect(sixty.clientHeight).toBeLessThanOrEqual(280)
  expect(sixty.scrollHeight).toBeGreaterThan(sixty.clientHeight)
  await field(anna, room).press('Enter')
  await expect(field(anna, room)).toHaveValue('')
  expect(await size()).toEqual(one)
})

/** Once `drawLate` is set, whatever the page puts off for a moment comes long after: as behind other work of a slow device. */
const withLateDrawing = (device: BrowserContext) =>
  device.addInitScript((late_ms) => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
      const late = 'drawLate' in window ? late_ms : 0
      if (late === 0) postMessage.apply(this, args)
      else setTimeout(() => postMessage.apply(this, args), late)
    }
  }, LATE_MS)
const LATE_MS = 1_500
