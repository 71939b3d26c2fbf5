import type { Page } from '@playwright/test'
import { parsePublicId, type MemberId } from '#server/domain/ids.ts'
import { person, type PersonKey, type Room } from './demo.ts'

type Row = { conversationId?: string; text?: string }

/** What a device keeps of a conversation, read from IndexedDB itself, past the page's own code. */
export async function keptOf(page: Page, who: PersonKey, room: Room) {
  const name = `carillon-${parsePublicId<MemberId>('member', person(who).id)}`
  const stores = ['messages', 'cursors', 'drafts', 'unsent', 'memberships', 'processed']
  const rows = await page.evaluate(readStores, { name, stores })
  const here = (store: string) => (rows[store] ?? []).filter((row) => row.conversationId === room.conversationId)
  return {
    messages: here('messages').map(({ text }) => text),
    drafts: here('drafts').map(({ text }) => text),
    counts: Object.fromEntries(stores.map((store) => [store, here(store).length])),
  }
}

/** Runs in the page. */
function readStores({ name, stores }: { name: string; stores: string[] }): Promise<Record<string, Row[]>> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open(name)
    open.addEventListener('error', () => reject(new Error(`cannot open ${name}`)))
    open.addEventListener('success', () => {
      const reading = open.result.transaction(stores)
      const asked = stores.map((store) => [store, reading.objectStore(store).getAll()] as const)
      reading.addEventListener('complete', () => {
        open.result.close()
        resolve(Object.fromEntries(asked.map(([store, request]) => [store, request.result as Row[]])))
      })
    })
  })
}
