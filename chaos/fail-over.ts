import { setTimeout as sleep } from 'node:timers/promises'
import { afterFailover } from '#server/usecases/backup/after-failover.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import type { FaultLog } from './fault-rows.ts'
import type { History } from './history.ts'
import type { Loss } from './replica.ts'
import type { Topology } from './topology.ts'

/** What was answered in this time may be gone: the replica did not follow any more. */
export type LostTime = { from_ms: number; to_ms: number }

const BEHIND_MS = 900
const TYPED_TAKES_MS = 10_000

/** The primary dies for good, the replica takes its place, and the operator does what the runbook says. */
export async function failOver(topology: Topology, loss: Loss, faults: FaultLog): Promise<LostTime | null> {
  const { pair, wires, direct } = topology
  if (!pair) throw new Error('a failover needs a replica')
  faults.add(`failover ${loss}`, loss === 'clean' ? ['F12'] : ['F13', 'F14'], BEHIND_MS)
  const from_ms = loss === 'lossy' ? await pair.fallBehind() : 0
  if (loss === 'lossy') await sleep(BEHIND_MS)
  await pair.promote()
  topology.database = pair.replica
  for (const wire of wires.filter((one) => one.name.endsWith('database'))) wire.moveTo(pair.replica.port)
  await waitUntil(
    'the new primary has its epochs raised',
    () =>
      afterFailover(direct).then(
        () => true,
        () => false,
      ),
    20_000,
  )
  return loss === 'lossy' ? { from_ms, to_ms: Date.now() } : null
}

/** Asynchronous replication may lose what it acknowledged: those answers prove nothing. Everything else still has to hold. */
export function forgive(history: History, { from_ms, to_ms }: LostTime): void {
  const isLost = (answered_ms: number) => answered_ms >= from_ms && answered_ms <= to_ms
  for (const one of history.scheduled) {
    if (one.created === 'ok' && isLost(one.answered_ms)) one.created = 'unknown'
    for (const change of one.changes)
      if (change.outcome === 'ok' && isLost(change.answered_ms)) change.outcome = 'unknown'
  }
  // Of a typed message only the moment it was typed is known; its answer came later.
  history.typed = history.typed.filter((typed) => typed.sent_ms < from_ms - TYPED_TAKES_MS || typed.sent_ms > to_ms)
}
