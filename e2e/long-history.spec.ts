import { makeRoom, postAs, type PersonKey, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, send, sidebar, timeline } from './support/room.ts'

async function postMany(as: PersonKey, room: Room, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) await postAs(as, room, `Line ${i}.`)
}

/** More than a timeline holds at once: at its beginning the newest are not among what it holds. */
const MANY = 340

test('a long conversation is drawn in parts, scrolls back to its first message and jumps to the newest', async ({
  enter,
}) => {
  test.slow()
  const room = await makeRoom('long', ['maya'])
  await postMany('anna', room, MANY)
  const maya = await enter('maya', room)
  const newest = bubble(maya, room, `Line ${MANY}.`)
  await expect(newest).toBeInViewport()
  expect(await timeline(maya, room).getByRole('article').count()).toBeLessThan(80)

  const first = bubble(maya, room, 'Line 1.')
  const scrollBack = () =>
    expect(async () => {
      await timeline(maya, room).press('Home')
      await expect(first).toBeInViewport({ timeout: 500 })
    }).toPass()
  const jump = maya.getByRole('button', { name: 'Jump to newest' })
  await scrollBack()
  await expect(newest).toHaveCount(0)
  await jump.click()
  await expect(newest).toBeInViewport()
  await expect(jump).toHaveCount(0)

  await scrollBack()
  await send(maya, room, 'What one writes is gone to')
  await expect(bubble(maya, room, 'What one writes is gone to')).toBeInViewport()
  await expect(newest).toBeInViewport()
  await expect(jump).toHaveCount(0)
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
