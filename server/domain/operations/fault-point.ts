/**
 * Named moments at which the chaos suite ends or stalls a process, so that every gap between two steps of the protocol
 * is hit for certain. Inert unless a process arms them (`server/process/arm-faults.ts`): then one comparison with null.
 */
export const FAULT_POINTS = [
  /** ids are claimed in Redis, nothing else is known of them (F1) */
  'after-claim',
  /** in front of the send transaction */
  'before-send',
  /** the durable lease is committed, nothing is sent (F2) */
  'after-lease',
  /** rows are locked and checked (F3) */
  'before-insert',
  /** messages and SENT are written, nothing is committed (F3) */
  'before-commit',
  /** committed, nobody was told (F4, F7) */
  'after-commit',
  /** told, the debt is still in the outbox (F6) */
  'after-publish',
  /** everything is done but the end of the claim (F4) */
  'before-settle',
  /** an accepted message is written, not committed (F33) */
  'accept-before-commit',
  /** it is committed, its author was not answered (F33) */
  'accept-after-commit',
  /** half of a lane is loaded (F18) */
  'hydrate-mid-load',
  /** the relay has told, the debt is still there (F6) */
  'relay-before-delete',
] as const
export type FaultPoint = (typeof FAULT_POINTS)[number]

let strike: ((point: FaultPoint) => void) | null = null

export function faultPoint(point: FaultPoint): void {
  strike?.(point)
}

/** @param next called at every point from now on; null ends it */
export function armFaultPoints(next: ((point: FaultPoint) => void) | null): void {
  strike = next
}
