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
const COPYING_MS = 5_000

export async function splitRedis({ topology, log }: Tools): Promise<void> {
  const wire = topology.wires.find(({ name }) => name === `${SPLIT} redis`)
  if (!topology.otherRedis || !wire || !topology.redis.running) return
  const other = connectRedis(topology.otherRedis.url)
  try {
    if (!(await other.waitReady(COPYING_MS)) || !(await copy(other, topology.redis.port))) return
    const before = await countDue(other)
    await wire.moveTo(topology.otherRedis.port)
    await sleep(LASTS_MS)
    await wire.moveTo(topology.redis.port)
    const taken = before - (await countDue(other))
    log.add(`redis-split ${taken} ids taken by both`, taken > 0 ? ['F11'] : [])
  } finally {
    await other.end()
  }
}

/** @returns whether it holds what the first holds, and is on its own */
async function copy({ client }: RedisLink, port: number): Promise<boolean> {
  await client.call('REPLICAOF', '127.0.0.1', String(port))
  const isCopied = async () => /master_link_status:up/.test(await client.info('replication'))
  const copied = await waitUntil(
    'the second Redis has everything',
    () => isCopied().catch(() => false),
    COPYING_MS,
  ).then(
    () => true,
    () => false,
  )
  await client.call('REPLICAOF', 'NO', 'ONE')
  return copied
}

async function countDue({ client }: RedisLink): Promise<number> {
  const sizes = await Promise.all(LANES.map((lane) => client.zcard(dueKey(lane))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
