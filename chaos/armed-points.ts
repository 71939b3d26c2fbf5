/** Which fault point each start of a process is armed with, so that every gap between two steps is hit for certain. */
import type { FaultPoint } from '#server/domain/operations/fault-point.ts'
import type { Role, Strike } from './child.ts'
import { ON_A_FULL_DISK } from './topology.ts'

/** Longer than a claim and a lease of the topology: whoever wakes from it is a zombie. */
const ZOMBIE_MS = 8_000

/** What dispatcher-1 dies or stalls of, one after the other, again and again. */
const OF_A_VICTIM: [FaultPoint, 'kill' | `stall:${number}`][] = [
  ['after-claim', 'kill'],
  ['before-commit', 'kill'],
  ['after-commit', 'kill'],
  ['after-publish', 'kill'],
  ['before-insert', 'kill'],
  ['before-settle', 'kill'],
  ['before-send', 'kill'],
  ['after-claim', `stall:${ZOMBIE_MS}`],
  ['before-commit', `stall:${ZOMBIE_MS}`],
  ['after-commit', `stall:${ZOMBIE_MS}`],
]
const OF_A_WEB: [FaultPoint, 'kill'][] = [
  ['accept-before-commit', 'kill'],
  ['accept-after-commit', 'kill'],
]
/** Then it lives as long as others let it: a tier that always dies accepts nothing. */
const WEB_STRIKES = 4
/** So long that dispatchers which come back while the sweeper holds rows take them over, whatever else happens to them (F20). */
export const SWEEPER_STALLS_MS = 60_000
/** Armed until they have struck so often. */
const UNTIL_STRUCK: Partial<Record<Role, [FaultPoint, 'kill' | `stall:${number}`, number]>> = {
  dispatcher: ['after-lease', 'kill', 2],
  sweeper: ['after-lease', `stall:${SWEEPER_STALLS_MS}`, 1],
  hydrator: ['hydrate-mid-load', 'kill', 2],
  relay: ['relay-before-delete', 'kill', 2],
}

export type ArmedPoints = {
  nextFaults(name: string, role: Role): string | null
  struck(strike: Strike): void
  disarm(): void
}

export function createArmedPoints(enabled: boolean): ArmedPoints {
  let armed = enabled
  const turns = new Map<string, number>()
  const strikes = new Map<string, number>()
  const nextOf = (name: string, list: [FaultPoint, string][]) => {
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    const [point, deed] = list[turn % list.length] ?? []
    return `${point}=${deed}`
  }
  return {
    nextFaults(name, role) {
      // What writes to a full disk cannot tell that it struck.
      if (!armed || name === ON_A_FULL_DISK) return null
      const faults: string[] = []
      if (name === 'dispatcher-1') faults.push(nextOf(name, OF_A_VICTIM))
      if (name === 'web-1' && (strikes.get('web accept-after-commit') ?? 0) < WEB_STRIKES)
        faults.push(nextOf(name, OF_A_WEB))
      const [point, deed, times] = UNTIL_STRUCK[role] ?? []
      if (point && deed && (strikes.get(`${role} ${point}`) ?? 0) < (times ?? 0)) faults.push(`${point}=${deed}`)
      return faults.length > 0 ? faults.join(',') : null
    },
    struck({ name, point }) {
      const struck = `${name.replace(/-\d+$/, '')} ${point}`
      strikes.set(struck, (strikes.get(struck) ?? 0) + 1)
    },
    disarm: () => {
      armed = false
    },
  }
}
