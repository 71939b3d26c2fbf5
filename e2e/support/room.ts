/** What a person does and sees in a channel. */
import type { Locator, Page } from '@playwright/test'
import { secondsAhead, wallIn } from './clock.ts'
import { expect } from './journey.ts'
import type { Room } from './demo.ts'

export const timeline = (page: Page, room: Room): Locator =>
  page.getByRole('log', { name: `Messages in ${room.title}` })
export const field = (page: Page, room: Room): Locator => page.getByRole('textbox', { name: `Message ${room.title}` })
export const notifications = (page: Page): Locator => page.getByRole('status', { name: 'Notifications' })
export const connection = (page: Page): Locator => page.getByRole('status', { name: 'Connection' })
export const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Workspace' })

/** The message as it stands in the timeline; `toHaveCount(1)` says that it is there once. */
export const bubble = (page: Page, room: Room, text: string): Locator =>
  timeline(page, room).getByRole('article').filter({ hasText: text })

export async function send(page: Page, room: Room, text: string): Promise<void> {
  await field(page, room).fill(text)
  await field(page, room).press('Enter')
}

/** Writes a text and opens the dialog for a time of one's own. */
export async function chooseTime(page: Page, room: Room, text: string): Promise<Locator> {
  await field(page, room).fill(text)
  await page.getByRole('button', { name: 'Schedule for later' }).click()
  await page.getByRole('menuitem', { name: 'Custom time…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule message' })
  await expect(dialog).toBeVisible()
  return dialog
}

export async function fillTime(dialog: Locator, wall: { date: string; time: string }): Promise<void> {
  await dialog.getByLabel('Say when').fill(`${wall.date} ${wall.time}`)
}

export async function schedule(
  page: Page,
  room: Room,
  text: string,
  wall: { date: string; time: string },
): Promise<void> {
  await confirm(await chooseTime(page, room, text), wall)
}

/** Schedules for `seconds` after the dialog is open, however long that took, and gives that second. */
export async function scheduleAhead(
  page: Page,
  room: Room,
  text: string,
  zone: string,
  seconds: number,
): Promise<number> {
  const dialog = await chooseTime(page, room, text)
  const at = secondsAhead(seconds)
  await confirm(dialog, wallIn(zone, at))
  return at
}

async function confirm(dialog: Locator, wall: { date: string; time: string }): Promise<void> {
  await fillTime(dialog, wall)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
}
