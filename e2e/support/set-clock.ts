/**
 * The time of a journey. The device's clock stands still at that instant while its timers go on, and the server's answer
 * about its own clock says the same, so slowness changes nothing. Only what the page reckons with is moved: the server's
 * processes keep their time.
 */
import type { BrowserContext } from '@playwright/test'

type Answer = { result?: { data: { nowMs: number } } }

export const setClock = (instant: string) => async (device: BrowserContext) => {
  const at_ms = Date.parse(instant)
  await device.clock.setFixedTime(at_ms)
  await device.route(
    ({ pathname }) => pathname.includes('clock.now'),
    async (route) => {
      const response = await route.fetch()
      const answers = (await response.json()) as Answer[]
      const asked = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
      for (const [index, { result }] of answers.entries()) {
        if (asked[index] === 'clock.now' && result) result.data.nowMs = at_ms
      }
      await route.fulfill({ response, json: answers })
    },
  )
}
