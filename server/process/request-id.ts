import { AsyncLocalStorage } from 'node:async_hooks'

/** On `globalThis`, because a development server may load this module once per route. */
const held = globalThis as typeof globalThis & { carillonRequestIds?: AsyncLocalStorage<string> }
const requestIds = (held.carillonRequestIds ??= new AsyncLocalStorage<string>())

/** Everything logged while `work` runs carries this id. */
export const withRequestId = <T>(id: string, work: () => T): T => requestIds.run(id, work)

export const currentRequestId = (): string | undefined => requestIds.getStore()
