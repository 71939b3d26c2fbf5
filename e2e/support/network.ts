/** Networks as people have them: away for a while, without web sockets, without a way to the gateway at all. */
import type { BrowserContext, Page, Route } from '@playwright/test'
import { freePort } from '#scripts/provision/ports.mjs'
import { productEnv } from './demo.ts'

/** A connection with a switch. Emulated offline leaves open web sockets alone, so these go through here and are cut too. */
export function networkSwitch() {
  const open = new Set<{ close(): Promise<void> }>()
  let off = false
  let device: BrowserContext | undefined
  const prepare = async (context: BrowserContext): Promise<void> => {
    device = context
    await context.routeWebSocket(isGateway, (socket) => {
      if (off) return void socket.close()
      socket.connectToServer()
      open.add(socket)
    })
  }
  return {
    /** For `enter`. */
    prepare,
    async off() {
      off = true
      await device?.setOffline(true)
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    async on() {
      off = false
      await device?.setOffline(false)
    },
  }
}

/** The page has what it fetches after its first messages too: without it nothing tells of being offline. */
export const everythingFetched = (page: Page): Promise<void> => page.waitForLoadState('networkidle')

/** Every answer is late, and what is asked for after another comes after it. */
export async function slowNetwork(context: BrowserContext): Promise<void> {
  await context.route('**', comesLate)
}

/** Scripts come late: whatever a page fetches after it stands is not there yet when it is first wanted. */
export async function slowParts(context: BrowserContext): Promise<void> {
  await context.route(/_next\/static\/.*\.js/, comesLate)
}

async function comesLate(route: Route): Promise<void> {
  await new Promise((later) => setTimeout(later, SLOW_MS))
  await route.continue()
}
const SLOW_MS = 700

/** Web sockets are refused, as by an old proxy; plain requests pass. */
export async function withoutWebSockets(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    (port) => {
      const Real = WebSocket
      globalThis.WebSocket = class extends Real {
        constructor(url: string | URL, protocols?: string | string[]) {
          const elsewhere = new URL(url)
          elsewhere.port = String(port)
          super(elsewhere, protocols)
        }
      }
    },
    await freePort(),
  )
}

/** Nothing reaches the gateway, neither sockets nor long polling. */
export async function withoutGateway(context: BrowserContext): Promise<void> {
  await withoutWebSockets(context)
  await context.route(isGateway, (route) => route.abort('connectionrefused'))
}

export const isGateway = (url: URL): boolean => url.host === new URL(productEnv('GATEWAY_URL')).host
