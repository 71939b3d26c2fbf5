/**
 * Redis is split: one dispatcher is moved to a second Redis that holds what the first held at that moment, so both sides hand
 * out the same ids (F11). What it publishes there reaches nobody.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { dueKey } from '#server/domain/partition/redis-keys.ts'
import { LANES } from '#server/domain/partition/lane-of.ts'
import { connectRedis, type RedisLink } from '#server/redis/connect.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import type { Tools } from './deed.ts'
import { SPLIT } from './topology.ts'

const LASTS_MS = 5_000
/** Until an id that both hold was handed out there. */
const LONGEST_MS = 15_000
const PATIENCE_MS = 5_000

export async function splitRedis({ topology, log }: Tools): Promise<void> {
  const wire = topology.wires.find(({ name }) => name === `${SPLIT} redis`)
  if (!topology.otherRedis || !wire || !topology.redis.running) return
  const other = connectRedis(topology.otherRedis.url)
  try {
    await copy(other, topology.redis.port)
    const before = await countDue(other)
    await wire.moveTo(topology.otherRedis.port)
    await sleep(LASTS_MS)
    const isTaken = async () => (await countDue(other)) < before
    const isHit = await waitUntil('an id is handed out by both', isTaken, LONGEST_MS - LASTS_MS).then(
      () => true,
      () => false, // nothing was due
    )
    log.add('redis-split', isHit ? ['F11'] : [])
  } catch {
    log.add('redis-split in-vain') // another fault has the first Redis, so there is nothing to copy
  } finally {
    await wire.moveTo(topology.redis.port)
    await other.end()
  }
}

/** @returns once it holds what the first holds, and is on its own. While it copies it may not answer. */
async function copy(other: RedisLink, port: number): Promise<void> {
  const insist = (what: string, isDone: () => Promise<unknown>) =>
    waitUntil(
      what,
      () =>
        isDone().then(Boolean, async () => {
          await sleep(20)
          return false
        }),
      PATIENCE_MS,
    )
  await insist('the second Redis follows', () => other.client.call('REPLICAOF', '127.0.0.1', String(port)))
  try {
    await insist('the second Redis has everything', async () =>
      /master_link_status:up/.test(await other.client.info('replication')),
    )
  } finally {
    await insist('the second Redis is on its own', () => other.client.call('REPLICAOF', 'NO', 'ONE'))
  }
}

async function countDue({ client }: RedisLink): Promise<number> {
  const sizes = await Promise.all(LANES.map((lane) => client.zcard(dueKey(lane))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
