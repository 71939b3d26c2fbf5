import { OWN_DATABASES, type Database } from './store/database.ts'

/** What only this device has: begun and not sent, or sent and not yet taken by the server. */
export type LeftBehind = { drafts: number; unsent: number }

/** Counted in the database at hand and in those of other workspaces of this browser: signing out empties them all. */
export async function countLeftBehind(db: Database): Promise<LeftBehind> {
  const here = {
    drafts: await db.drafts.filter(({ text }) => text.trim() !== '').count(),
    unsent: await db.unsent.count(),
  }
  const names = ((await globalThis.indexedDB?.databases?.()) ?? []).map(({ name }) => name ?? '')
  const others = names.filter((name) => name.startsWith(OWN_DATABASES) && name !== db.name)
  const counts = await Promise.all(others.map((name) => countIn(name).catch(unreadable)))
  return counts.reduce((sum, one) => ({ drafts: sum.drafts + one.drafts, unsent: sum.unsent + one.unsent }), here)
}

async function countIn(name: string): Promise<LeftBehind> {
  const database = await settled(indexedDB.open(name))
  try {
    const stores = ['drafts', 'unsent']
    if (!stores.every((store) => database.objectStoreNames.contains(store))) return NOTHING
    const reading = database.transaction(stores, 'readonly')
    const [texts, waiting] = await Promise.all([
      settled<{ text: string }[]>(reading.objectStore('drafts').getAll()),
      settled(reading.objectStore('unsent').count()),
    ])
    return { drafts: texts.filter(({ text }) => text.trim() !== '').length, unsent: waiting }
  } finally {
    database.close()
  }
}

const NOTHING: LeftBehind = { drafts: 0, unsent: 0 }
/** A database that cannot be read holds nothing that anybody could still send. */
const unreadable = (): LeftBehind => NOTHING

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused without a reason'))
  })
