/** Every page and what opens over it on a phone, light and dark: nothing cut off, nothing too small to press, no serious fault. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { tomorrowAt } from './support/clock.ts'
import { callApi, makeRoom, person, postAs, scheduleAs, workspacePath, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { looked } from './support/look.ts'
import { join } from './support/newcomer.ts'
import { bubble, chooseTime, field, notifications, schedule } from './support/room.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const tomorrow = () => Math.floor(Date.now() / 1000) + 86_400

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page on a phone, ${colorScheme}`, async ({ enter, device }, info) => {
    test.setTimeout(360_000)
    const room = await makeRoom(`pocket-${colorScheme}`, ['kenji'])
    const { ts } = await postAs('kenji', room, `<@${person('anna').id}> the *harbour lights* are on, see \`lamp 7\``)
    await callApi('kenji', 'chat.postMessage', { channel: room.id, text: 'All of them', thread_ts: ts })
    await scheduleAs('anna', room, 'Turn the harbour lights off again', tomorrow())
    await leave(
      await enter('anna', 'people'),
      await device({ timezoneId: 'Europe/Berlin' }),
      room,
      `Lea ${colorScheme} ${Date.now().toString(36)}`,
    )

    const anna = await enter('anna', room, { ...PHONE, colorScheme })
    const look = async (name: string, shown?: Locator) => {
      if (shown) await expect(shown).toBeVisible()
      await expect(anna.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await looked(anna, info.outputPath(`${colorScheme}-${name}.png`), { targets: true })
    }
    const open = async (name: string, place: string, shown: Locator) => {
      await anna.goto(workspacePath(place))
      await look(name, shown)
    }
    const heading = (name: string) => anna.getByRole('heading', { level: 1, name })

    await look('room', bubble(anna, room, 'harbour lights'))
    await anna.getByRole('button', { name: 'Open the sidebar' }).click()
    await look('sidebar', anna.getByRole('dialog', { name: 'Sidebar' }))
    await anna.keyboard.press('Escape')
    await bubble(anna, room, 'harbour lights')
      .getByRole('button', { name: /1 reply/ })
      .click()
    await look('thread', anna.getByRole('region', { name: `Thread in ${room.title}` }))
    await anna.getByRole('button', { name: 'Close the thread' }).click()
    await anna.getByRole('button', { name: 'Channel actions' }).click()
    await look('channel-menu', anna.getByRole('menu'))
    await anna.keyboard.press('Escape')
    await anna.getByRole('button', { name: `Members of ${room.title}:` }).click()
    await look('members', anna.getByRole('dialog', { name: `Members of ${room.title}` }))
    await anna.keyboard.press('Escape')
    await field(anna, room).fill('Written on the way')
    await anna.getByRole('button', { name: 'Schedule for later' }).click()
    await look('presets', anna.getByRole('menu', { name: 'Schedule for later' }))
    await anna.keyboard.press('Escape')
    const dialog = await chooseTime(anna, room, 'Written on the way')
    await look('dialog', dialog)
    await dialog.getByRole('button', { name: 'Back' }).click()

    await open('scheduled', 'scheduled', anna.getByRole('article', { name: `Message to ${room.title},` }))
    await anna
      .getByRole('article', { name: `Message to ${room.title},` })
      .getByRole('button', { name: 'More actions' })
      .click()
    await look('row-menu', anna.getByRole('menu'))
    await anna.getByRole('menuitem', { name: 'History' }).click()
    await look('history', anna.getByRole('list', { name: 'History' }))
    await open('drafts', 'scheduled?show=drafts', anna.getByRole('article', { name: `Draft to ${room.title}` }))
    for (const tab of ['Repeating', 'Failed', 'Sent', 'Canceled'])
      await open(
        tab.toLowerCase(),
        `scheduled?show=${tab.toLowerCase()}`,
        anna.getByRole('tab', { name: tab, selected: true }),
      )
    await open('everyones', 'scheduled?show=everyone', anna.getByRole('button', { name: 'Hand over…' }).first())
    await anna.getByRole('button', { name: 'Hand over…' }).first().click()
    await look('hand-over', anna.getByRole('dialog', { name: /^Hand over what/ }))

    await open('saved', 'saved', heading('Saved'))
    await open('search', 'search?q=harbour', anna.getByRole('list', { name: 'Results' }).getByRole('listitem').first())
    await open('browse', 'browse', anna.getByRole('button', { name: 'Create channel' }))
    await anna.getByRole('button', { name: 'Create channel' }).click()
    await look('create-channel', anna.getByRole('dialog'))
    await open('people', 'people', anna.getByRole('list', { name: 'People' }).getByRole('listitem').first())
    await open('settings', 'settings', anna.getByRole('form', { name: 'Workspace settings' }))
    await anna.screenshot({ path: info.outputPath(`${colorScheme}-settings-whole.png`), fullPage: true })
    await anna.getByRole('button', { name: 'New token', exact: true }).click()
    await look('new-token', anna.getByRole('dialog'))
    await open('ops', 'ops', anna.getByRole('region', { name: 'Processes' }))
    await expect(anna.locator('canvas').first()).toBeVisible()
    await look('ops-drawn')
    // Signs of loading are among what it shows.
    await anna.goto(workspacePath('gallery'))
    await expect(anna.getByRole('region', { name: 'Components, dark' })).toBeVisible()
    await looked(anna, info.outputPath(`${colorScheme}-gallery.png`), { targets: true })
  })
}

/** Somebody joins, schedules one message and is shut out: what they left waits to be handed over. */
async function leave(anna: Page, theirs: BrowserContext, room: Room, name: string): Promise<void> {
  const lea = await join(anna, theirs, name)
  await lea.goto(room.path)
  await lea.getByRole('button', { name: /^Join/ }).click()
  await schedule(lea, room, 'Left behind', tomorrowAt('9:35', 'Europe/Berlin'))
  await expect(notifications(lea)).toContainText('scheduled for')
  await anna.getByRole('searchbox').fill(name)
  await anna.getByRole('button', { name: `Deactivate ${name}` }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(anna.getByRole('button', { name: `Deactivate ${name}` })).toHaveCount(0)
}
