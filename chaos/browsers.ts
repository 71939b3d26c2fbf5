/** People in real Chromium, on the real web server: what their pages show and keep is judged like everybody's. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { conversationPath } from '#app/_client/paths.ts'
import { findChromium } from '#scripts/provision/chromium.mjs'
import { markOf } from './mark-of.ts'
import { isAtHead, type Person } from './clients.ts'
import type { Sessions } from './next-door.ts'

const PATIENCE_MS = 60_000
const TYPING_MS = 5_000
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking']

export type Browsers = {
  people: Person[]
  /** A picture of each page in this folder, for whoever looks into a bad run. */
  photograph(dir: string): Promise<void>
  close(): Promise<void>
}

/** Each looks at one conversation, whose name is `c<id>`. @param visitors who, where, and at which web server */
export async function openBrowsers(
  visitors: readonly { actor: Actor; conversationId: ConversationId; url: string }[],
  sessions: Sessions,
): Promise<Browsers> {
  const { chromium } = await import('@playwright/test')
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: ARGUMENTS, ...(executablePath ? { executablePath } : {}) })
  const people = await Promise.all(
    visitors.map(async ({ actor, conversationId, url }, i): Promise<Person> => {
      const context = await browser.newContext({ baseURL: url, timezoneId: 'Europe/Berlin' })
      const cookies = (sessions.get(actor.memberId) ?? '').split('; ').map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return { name, value: value.join('='), url }
      })
      await context.addCookies(cookies)
      const page = await context.newPage()
      await page.goto(conversationPath(actor.workspaceId, { id: conversationId, kind: 'public' }))
      const name = `c${conversationId}`
      const field = page.getByRole('textbox', { name: `Message #${name}` })
      await field.waitFor({ timeout: PATIENCE_MS })
      return personAt(`chromium-${i + 1}`, page, actor, conversationId)
    }),
  )
  return {
    people,
    async photograph(dir) {
      const pages = browser.contexts().flatMap((context) => context.pages())
      await Promise.all(
        pages.map((page, i) => page.screenshot({ path: join(dir, `chromium-${i + 1}.png`) }).catch(() => undefined)),
      )
    },
    close: () => browser.close(),
  }
}

function personAt(name: string, page: Page, actor: Actor, conversationId: ConversationId): Person {
  const title = `#c${conversationId}`
  const kept = () => page.evaluate(readStores, `carillon-${actor.memberId}`)
  return {
    name,
    conversations: [conversationId],
    async type(_, text) {
      const field = page.getByRole('textbox', { name: `Message ${title}` })
      try {
        await field.fill(text, { timeout: TYPING_MS })
        await field.press('Enter', { timeout: TYPING_MS })
        return true
      } catch {
        return false
      }
    },
    async view() {
      const { messages, cursors, unsent } = await kept()
      const bubbles = await page
        .getByRole('log', { name: `Messages in ${title}` })
        .getByRole('article')
        .allInnerTexts()
      return {
        name,
        unsent: unsent.length,
        conversations: [
          {
            conversationId,
            floorSeq: cursors.find((one) => one.conversationId === conversationId)?.floorSeq ?? 0,
            messages: messages.filter((one) => one.conversationId === conversationId),
          },
        ],
        onScreen: bubbles.map(markOfBubble).filter((mark) => mark !== null),
      }
    },
    async isCaughtUp(end) {
      const { cursors, unsent } = await kept()
      const cursor = cursors.find((one) => one.conversationId === conversationId)
      return unsent.length === 0 && isAtHead(cursor, end)
    },
    close: async () => undefined,
  }
}

/** The texts of a run begin with their mark, each at the start of a line of its bubble. */
function markOfBubble(text: string): string | null {
  const line = text.split('\n').find((one) => /^[a-z]+\d+(\.v\d| typed)/.test(one))
  return line === undefined ? null : markOf(line)
}

type Kept = {
  messages: { conversationId: string; id: string; seq: number; text: string }[]
  cursors: { conversationId: string; epoch: number; seq: number; floorSeq: number }[]
  unsent: unknown[]
}

/** Runs in the page, past its own code; so it must not need anything, not even a helper that keeps the names of functions. */
function readStores(name: string): Promise<Kept> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open(name)
    open.addEventListener('error', () => reject(new Error(`cannot open ${name}`)))
    open.addEventListener('success', () => {
      try {
        const reading = open.result.transaction(['messages', 'cursors', 'unsent'])
        const messages = reading.objectStore('messages').getAll()
        const cursors = reading.objectStore('cursors').getAll()
        const unsent = reading.objectStore('unsent').getAll()
        reading.addEventListener('complete', () => {
          open.result.close()
          resolve({ messages: messages.result, cursors: cursors.result, unsent: unsent.result })
        })
      } catch (error) {
        open.result.close()
        reject(error as Error)
      }
    })
  })
}
