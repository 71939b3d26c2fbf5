import type { Page } from '@playwright/test'
import { callApi, makeRoom, postAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { networkSwitch, everythingFetched } from './support/network.ts'
import { bubble, field, timeline } from './support/room.ts'

const tools = (page: Page) => page.getByRole('toolbar', { name: 'What to do with this message' })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Choose an emoji' })

test('two people react, each sees the other at once, and what is taken back is gone for both', async ({ enter }) => {
  const room = await makeRoom('reactions', ['kenji'])
  await postAs('anna', room, 'We are live')
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  const pill = (page: Page, name: RegExp) => bubble(page, room, 'We are live').getByRole('button', { name })

  await bubble(anna, room, 'We are live').hover()
  await tools(anna).getByRole('button', { name: 'React to this message' }).click()
  await picker(anna).getByRole('searchbox', { name: 'Search emoji' }).fill('party')
  await picker(anna).getByRole('button', { name: 'tada' }).click()
  await expect(pill(anna, /you reacted with tada/)).toHaveAttribute('aria-pressed', 'true')
  await expect(pill(kenji, /🎉 1: Anna Weber reacted with tada/)).toBeVisible()

  await pill(kenji, /tada/).click()
  await expect(pill(anna, /🎉 2: you and Kenji Sato reacted with tada/)).toBeVisible()
  await pill(anna, /tada/).click()
  await expect(pill(kenji, /🎉 1: you reacted with tada/)).toBeVisible()
  await pill(kenji, /tada/).click()
  await expect(bubble(anna, room, 'We are live').getByRole('list', { name: 'Reactions' })).toHaveCount(0)
})

test('by keyboard alone, and offered again the next time', async ({ enter }) => {
  const room = await makeRoom('reactkeys', [])
  await postAs('anna', room, 'Said before')
  const anna = await enter('anna', room)
  await expect(bubble(anna, room, 'Said before')).toHaveCount(1)
  await everythingFetched(anna)
  // What listens for keys is fetched after the messages, when the browser has time for it.
  await expect(async () => {
    await timeline(anna, room).focus()
    await anna.keyboard.press('ArrowUp')
    await expect(bubble(anna, room, 'Said before')).toBeFocused({ timeout: 500 })
  }).toPass()
  await anna.keyboard.press('r')
  await expect(picker(anna).getByRole('searchbox')).toBeFocused()
  await anna.keyboard.type('rocket')
  await anna.keyboard.press('Enter')
  const line = bubble(anna, room, 'Said before').getByRole('list', { name: 'Reactions' })
  await expect(line.getByRole('button', { name: /rocket/ })).toHaveAttribute('aria-pressed', 'true')
  await line.getByRole('button', { name: 'Add another reaction' }).click()
  const used = picker(anna).getByRole('region', { name: 'Used last' }).getByRole('button').first()
  await expect(used).toHaveAccessibleName('rocket')
  await anna.keyboard.press('ArrowDown')
  await expect(used).toBeFocused()
  await anna.keyboard.press('ArrowRight')
  await anna.keyboard.press('Enter')
  await expect(line.getByRole('button', { name: /reacted with/ })).toHaveCount(2)
})

test('what was chosen while the device was offline is there when it is back', async ({ enter }) => {
  const room = await makeRoom('reactaway', ['kenji'])
  const { ts } = await postAs('anna', room, 'Seen by all')
  const network = networkSwitch()
  const kenji = await enter('kenji', room, { prepare: network.prepare })
  await expect(bubble(kenji, room, 'Seen by all')).toHaveCount(1)
  await expect(field(kenji, room)).toBeEnabled()
  await everythingFetched(kenji)
  await network.off()
  await callApi('anna', 'reactions.add', { channel: room.id, timestamp: ts, name: 'eyes' })
  await network.on()
  await expect(
    bubble(kenji, room, 'Seen by all').getByRole('button', { name: /Anna Weber reacted with eyes/ }),
  ).toBeVisible({
    timeout: 20_000,
  })
})
