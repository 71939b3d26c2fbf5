import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMicroBatch, microBatchPer, type Outcome } from './micro-batch.ts'

const double = async (items: number[]): Promise<Outcome<number>[]> => items.map((item) => ({ ok: item * 2 }))

/** A batch that finishes when told. */
function heldBack(limit: number) {
  const runs: number[][] = []
  const finish: (() => void)[] = []
  const batch = createMicroBatch<number, number>(
    async (items) => {
      runs.push(items)
      await new Promise<void>((resolve) => finish.push(resolve))
      return double(items)
    },
    1,
    limit,
  )
  return { batch, runs, finishOne: () => finish.shift()?.() }
}

test('a lone caller waits for nobody, and what arrives meanwhile becomes the next batch', async () => {
  const { batch, runs, finishOne } = heldBack(10)
  const lone = batch(1)
  await nextTurn()
  expect(runs).toEqual([[1]])
  const answers = [batch(2), batch(3)]
  finishOne()
  expect(await lone).toBe(2)
  await nextTurn()
  await nextTurn()
  expect(runs).toEqual([[1], [2, 3]])
  finishOne()
  expect(await Promise.all(answers)).toEqual([4, 6])
})

test('callers of one turn share what is free: two batches under way, half of them in each', async () => {
  const sizes: number[] = []
  const batch = createMicroBatch<number, number>(
    async (items) => {
      sizes.push(items.length)
      await nextTurn()
      return double(items)
    },
    2,
    100,
  )
  await Promise.all(Array.from({ length: 51 }, (_, i) => batch(i)))
  expect(sizes).toEqual([26, 25])
})

test('a batch holds no more than its limit, and each caller gets its own answer', async () => {
  const sizes: number[] = []
  const batch = createMicroBatch<number, number>(
    async (items) => {
      sizes.push(items.length)
      return double(items)
    },
    2,
    20,
  )
  const items = Array.from({ length: 100 }, (_, i) => i)
  expect(await Promise.all(items.map(batch))).toEqual(items.map((item) => item * 2))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(20)
})

test('one refused item is told so; the others of its batch are not touched', async () => {
  const batch = createMicroBatch<number, number>(
    async (items) => items.map((item) => (item === 2 ? { error: new Error('refused') } : { ok: item })),
    1,
    10,
  )
  const answers = await Promise.allSettled([1, 2, 3].map(batch))
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a batch that fails as a whole is run item by item: one bad item harms only its owner', async () => {
  const batch = createMicroBatch<number, number>(
    async (items) => {
      if (items.includes(13)) throw new Error('bad item')
      return double(items)
    },
    1,
    10,
  )
  const answers = await Promise.allSettled([1, 12, 13, 14].map(batch))
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('where the database is the reason all are told at once, instead of one after another', async () => {
  let runs = 0
  const batch = createMicroBatch<number, number>(
    async () => {
      runs++
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    },
    1,
    10,
  )
  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(batch))
  expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill('rejected'))
  expect(runs).toBe(1)
})

test('a key that another process uses at the same moment: the second look finds what it made, a third is not tried (C9)', async () => {
  const runs: number[][] = []
  const batch = createMicroBatch<number, number>(
    async (items) => {
      runs.push(items)
      if (items[0] === 9 || runs.length === 1) throw Object.assign(new Error('duplicate'), { errno: 1062 })
      return double(items)
    },
    1,
    10,
  )
  expect(await batch(4)).toBe(8)
  expect(runs).toEqual([[4], [4]])
  runs.length = 1
  await expect(batch(9)).rejects.toThrow('duplicate')
})

test('each owner has a batch of its own, made once', async () => {
  const runs: [owner: { name: string }, items: number[]][] = []
  const batched = microBatchPer(async (owner: { name: string }, items: number[]) => {
    runs.push([owner, items])
    return double(items)
  })
  const [one, other] = [{ name: 'one' }, { name: 'other' }]
  expect(await Promise.all([batched(one, 1), batched(other, 2), batched(one, 3), batched(one, 4)])).toEqual([
    2, 4, 6, 8,
  ])
  expect(runs.map(([{ name }, items]) => `${name} ${items}`).toSorted()).toEqual(['one 1,3', 'one 4', 'other 2'])
  for (const [owner] of runs) expect([one, other]).toContain(owner)
})
