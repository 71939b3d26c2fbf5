import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDatabaseAway, isDuplicate, isPassing } from '#server/mysql/tx.ts'

/**
 * Lets concurrent callers share one transaction: what arrives in one turn of the event loop, or while all batches run,
 * becomes the next. A lone caller waits for nobody. A batch that fails as a whole is run again item by item, so one bad item harms only its owner;
 * where the database is the reason, which has been tried again already, all are told at once.
 */
export type MicroBatch<In, Out> = (item: In) => Promise<Out>
/** One outcome per item, in order. */
export type BatchRun<In, Out> = (items: In[]) => Promise<Outcome<Out>[]>
export type Outcome<Out> = { ok: Out } | { error: unknown }

type Waiting<In, Out> = { item: In; resolve: (value: Out) => void; reject: (error: unknown) => void }

/** @param atOnce batches under way at the same time  @param limit items per batch */
export function createMicroBatch<In, Out>(run: BatchRun<In, Out>, atOnce: number, limit: number): MicroBatch<In, Out> {
  const queue: Waiting<In, Out>[] = []
  /** Drains that exist, and those of them that run a batch. */
  let [drains, running] = [0, 0]

  async function drain(): Promise<void> {
    drains++
    // Callers that were answered together come again together. Begun with the first of them, batches of 50 callers had 13
    // items; so they have 25, at half the cost.
    for (await nextTurn(); queue.length > 0; await nextTurn()) {
      // Shared with the other free drains: two half batches overlap, one whole batch waits for each of its steps.
      const share = Math.ceil(queue.length / (atOnce - running))
      running++
      await settle(run, queue.splice(0, Math.min(share, limit)))
      running--
    }
    drains--
  }
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (drains < atOnce) void drain()
    })
}

/** Transactions under way at once per process, and items in one. */
const [AT_ONCE, LIMIT] = [2, 200]

/** One batch for whoever asks with the same `owner`, made when the first of them does. `run` is given both. */
export function microBatchPer<Owner extends object, In, Out>(
  run: (owner: Owner, items: In[]) => Promise<Outcome<Out>[]>,
): (owner: Owner, item: In) => Promise<Out> {
  const batches = new WeakMap<Owner, MicroBatch<In, Out>>()
  return (owner, item) => {
    let batch = batches.get(owner)
    if (!batch) {
      batch = createMicroBatch((items) => run(owner, items), AT_ONCE, LIMIT)
      batches.set(owner, batch)
    }
    return batch(item)
  }
}

async function settle<In, Out>(run: BatchRun<In, Out>, batch: Waiting<In, Out>[]): Promise<void> {
  const outcomes = await run(batch.map((waiting) => waiting.item)).catch((error: unknown) => error)
  if (Array.isArray(outcomes)) {
    batch.forEach((waiting, i) => answer(waiting, outcomes[i] as Outcome<Out>))
  } else if (isPassing(outcomes) || isDatabaseAway(outcomes)) {
    for (const waiting of batch) waiting.reject(outcomes)
  } else {
    for (const waiting of batch) await settleAlone(run, waiting)
  }
}

/** Another process may use the same key at the same moment: the second look then finds what it made. */
async function settleAlone<In, Out>(run: BatchRun<In, Out>, waiting: Waiting<In, Out>): Promise<void> {
  const again = (error: unknown) => {
    if (!isDuplicate(error)) throw error
    return run([waiting.item])
  }
  await run([waiting.item])
    .catch(again)
    .then(([outcome]) => answer(waiting, outcome as Outcome<Out>), waiting.reject)
}

function answer<In, Out>(waiting: Waiting<In, Out>, outcome: Outcome<Out>): void {
  if ('ok' in outcome) waiting.resolve(outcome.ok)
  else waiting.reject(outcome.error)
}
