/** What a page fetches until the room stands: its first messages are drawn and its message field can be written in. */
import type { Page } from '@playwright/test'
import type { Room } from './demo.ts'

export type Script = { path: string; sent_bytes: number }

/** Opens a room for the first time on this device, and counts each script that was asked for before it stood, as it was sent. */
export async function scriptsUntilRoomStands(page: Page, room: Room): Promise<Script[]> {
  await markRoom(page)
  await page.goto(room.path)
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, MARK)
  await page.waitForLoadState('load')
  return page.evaluate((mark) => {
    const stood_ms = performance.getEntriesByName(mark)[0]?.startTime ?? 0
    return performance
      .getEntriesByType('resource')
      .filter((each): each is PerformanceResourceTiming => each instanceof PerformanceResourceTiming)
      .filter(({ name, startTime }) => startTime <= stood_ms && new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, sent_bytes: encodedBodySize }))
  }, MARK)
}

/** Milliseconds from the start of a navigation until the room stood and was drawn, on a device that has its messages. */
export async function openFromStore(page: Page): Promise<number> {
  await markRoom(page)
  await page.reload()
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, MARK)
  return page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? 0, MARK)
}

const MARK = 'room-stands'

const markRoom = (page: Page) =>
  page.addInitScript((mark) => {
    new MutationObserver((_, watch) => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea[data-composer]')
      if (!document.querySelector('[role=log] article') || !field || field.disabled) return
      watch.disconnect()
      requestAnimationFrame(() => performance.mark(mark))
    }).observe(document, { childList: true, subtree: true })
  }, MARK)
