import { callApi, makeRoom, person, postAs, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { looked } from './support/look.ts'
import { bubble, field, sidebar } from './support/room.ts'

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

/** One of everything that can stand in a conversation. */
async function fullRoom(): Promise<Room> {
  const room = await makeRoom('looks', ['kenji', 'maya'])
  await postAs(
    'anna',
    room,
    `Morning <!here>: *Release 4.2* goes out _today_, ~not tomorrow~. Notes: https://a.example/notes`,
  )
  await postAs(
    'maya',
    room,
    'Left to do:\n- sign the build\n- tell <#' +
      room.id +
      '>\n> who has the keys?\n```sh\nmake release VERSION=4.2.0 SIGN=yes TARGETS="linux darwin windows" PUBLISH=later\n```',
  )
  const { ts } = await postAs('kenji', room, `<@${person('anna').id}> I have them :key: and run \`make sign\` at noon`)
  await callApi('anna', 'pins.add', { channel: room.id, timestamp: ts })
  for (const [who, name] of [
    ['anna', 'tada'],
    ['maya', 'tada'],
    ['kenji', '+1'],
    ['maya', 'eyes'],
  ] as const)
    await callApi(who, 'reactions.add', { channel: room.id, timestamp: ts, name })
  for (const who of ['anna', 'maya', 'kenji', 'anna'] as const)
    await callApi(who, 'chat.postMessage', {
      channel: room.id,
      text: `A reply of ${who}'s, *with* markup`,
      thread_ts: ts,
    })
  await callApi('maya', 'chat.postMessage', {
    ...{ channel: room.id, text: 'Keys are in place: said to all', thread_ts: ts, reply_broadcast: true },
  })
  return room
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, viewport] of Object.entries(SIZES))
    test(`markup, reactions, pins, threads, suggestions: no serious fault of access, ${size}, ${colorScheme}`, async ({
      enter,
    }, info) => {
      const shot = (name: string) => info.outputPath(`${name}-${size}-${colorScheme}.png`)
      const room = await fullRoom()
      const anna = await enter('anna', room, { colorScheme, viewport })
      await expect(bubble(anna, room, 'I have them').getByRole('list', { name: 'Reactions' })).toBeVisible()
      await expect(bubble(anna, room, 'Left to do').getByRole('region', { name: 'Code, sh' })).toBeVisible()
      await looked(anna, shot('room'))

      await field(anna, room).fill('Thanks @Ma')
      await expect(anna.getByRole('listbox', { name: 'People' })).toBeVisible()
      await looked(anna, shot('suggestions'))
      await field(anna, room).fill('')

      await bubble(anna, room, 'I have them').getByRole('button', { name: 'Add another reaction' }).click()
      await expect(anna.getByRole('dialog', { name: 'Choose an emoji' })).toBeVisible()
      await looked(anna, shot('emoji'))
      await anna.keyboard.press('Escape')

      await bubble(anna, room, 'I have them')
        .getByRole('button', { name: /5 replies/ })
        .click()
      await expect(anna.getByRole('region', { name: `Thread in ${room.title}` }).getByRole('article')).toHaveCount(6)
      await looked(anna, shot('thread'))
      await anna.getByRole('button', { name: 'Close the thread' }).click()

      await anna.getByRole('button', { name: 'Channel actions' }).click()
      await anna.getByRole('menuitem', { name: 'Pinned messages' }).click()
      await expect(anna.getByRole('dialog', { name: `Pinned in ${room.title}` }).getByRole('listitem')).toHaveCount(1)
      await looked(anna, shot('pins'))
      await anna.keyboard.press('Escape')
      if (size === 'phone') return
      await bubble(anna, room, 'Left to do').hover()
      await anna.getByRole('button', { name: 'More about this message' }).click()
      await anna.getByRole('menuitem', { name: 'Save for later' }).click()
      await sidebar(anna).getByRole('link', { name: 'Saved', exact: true }).click()
      await expect(anna.getByRole('list', { name: 'Saved messages' }).getByRole('listitem')).not.toHaveCount(0)
      await looked(anna, shot('saved'))
    })
