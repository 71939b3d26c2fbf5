import { makeRoom, postAs, type PersonKey, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, send, sidebar, timeline } from './support/room.ts'

async function postMany(as: PersonKey, room: Room, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) await postAs(as, room, `Line ${i}.`)
}

test('a long conversation is drawn in parts, scrolls back to its first message and jumps to the newest', async ({
  enter,
}) => {
  const room = await makeRoom('long', ['maya'])
  await postMany('anna', room, 200)
  const maya = await enter('maya', room)
  await expect(bubble(maya, room, 'Line 200.')).toBeInViewport()
  expect(await timeline(maya, room).getByRole('article').count()).toBeLessThan(80)

  const first = bubble(maya, room, 'Line 1.')
  await expect(async () => {
    await timeline(maya, room).press('Home')
    await expect(first).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(bubble(maya, room, 'Line 200.')).toHaveCount(0)
  await maya.getByRole('button', { name: 'Jump to newest' }).click()
  await expect(bubble(maya, room, 'Line 200.')).toBeInViewport()
  await expect(maya.getByRole('button', { name: 'Jump to newest' })).toHaveCount(0)
})

test('earlier messages that are not reached are said to be, and come when they are asked for again', async ({
  enter,
}) => {
  const room = await makeRoom('unreached', ['maya'])
  await postMany('anna', room, 120)
  const maya = await enter('maya', room)
  await expect(bubble(maya, room, 'Line 120.')).toBeInViewport()
  await maya.route(/messages\.history/, (route) => route.fulfill({ status: 500, body: 'broken' }))
  const again = timeline(maya, room).getByRole('button', { name: 'Earlier messages were not reached. Try again' })
  await expect(async () => {
    await timeline(maya, room).press('Home')
    await expect(again).toBeVisible({ timeout: 500 })
  }).toPass()
  await maya.unroute(/messages\.history/)
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(async () => {
    await timeline(maya, room).press('Home')
    await expect(bubble(maya, room, 'Line 1.')).toBeInViewport({ timeout: 500 })
  }).toPass()
})

test('the unread line stands above what came while one was away, once per visit, and never above what one saw come', async ({
  enter,
}) => {
  const room = await makeRoom('away', ['maya'])
  await postAs('anna', room, 'Before')
  const maya = await enter('maya', room)
  const line = timeline(maya, room).getByRole('separator', { name: 'New messages' })
  await expect(bubble(maya, room, 'Before')).toBeInViewport()
  await postAs('anna', room, 'While looking')
  await expect(bubble(maya, room, 'While looking')).toBeInViewport()
  await expect(maya.getByRole('status', { name: 'Arrivals' })).toHaveText('Anna Weber: While looking')

  const link = sidebar(maya).getByRole('link', { name: new RegExp(room.name) })
  await sidebar(maya)
    .getByRole('link', { name: /^general/ })
    .click()
  await expect(maya.getByRole('heading', { level: 1, name: 'general' })).toBeVisible()
  await postAs('anna', room, 'While away')
  await postAs('anna', room, 'Still away')
  await expect(link).toHaveAccessibleName(/2 unread/)
  await link.click()
  await expect(line).toHaveCount(1)
  await expect(link).not.toHaveAccessibleName(/unread/)
  const order = await timeline(maya, room).evaluate((log) =>
    [...log.querySelectorAll('[role=separator], article')].map((each) =>
      each.matches('article') ? (each.textContent ?? '').replace(/^.*(While|Still)/, '$1') : 'line',
    ),
  )
  expect(order.slice(-3)).toEqual([
    'line',
    expect.stringContaining('While away'),
    expect.stringContaining('Still away'),
  ])

  await send(maya, room, 'An answer')
  await postAs('anna', room, 'Come during the visit')
  await expect(bubble(maya, room, 'Come during the visit')).toBeInViewport()
  await expect(line).toHaveCount(1)
})
