/** How a page looks: a picture of it, and what the rules of accessibility say. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Keeps a picture where one is wanted; fails the journey, at its end, where a rule is gravely broken or the page is wider than its window. */
export async function looked(page: Page, screenshot?: string, { targets = false } = {}): Promise<void> {
  await untilStill(page)
  if (screenshot) await page.screenshot({ path: screenshot })
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: targets } } })
    .analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = grave.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect.soft(told, page.url()).toEqual([])
  expect.soft(await sidewaysScroll(page), `sideways scroll of ${page.url()}`).toBe(0)
}

/** What is still fading in would be measured with half its contrast. A skeleton's pulse never ends and is not waited for. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(ending.map((each) => each.finished.catch(() => undefined)))
  })
}

/** What was said aloud by itself within `ms` while nobody did anything: the texts of live regions that changed. */
export const spokenWithin = (page: Page, ms: number): Promise<string[]> =>
  page.evaluate(
    (within) =>
      new Promise<string[]>((resolve) => {
        const said: string[] = []
        const observer = new MutationObserver((changes) => {
          for (const { target } of changes) {
            const element = target instanceof Element ? target : target.parentElement
            const region = element?.closest('[aria-live]:not([aria-live=off]), [role=alert], [role=status]')
            if (region) said.push(region.textContent ?? '')
          }
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        setTimeout(() => {
          observer.disconnect()
          resolve(said)
        }, within)
      }),
    ms,
  )

/** In pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
