/** Who takes part in each run of the models and which faults it has to survive; and each mutant with the run that catches it. */

const NO_FAULTS = { CRASHES: 0, ZOMBIES: 0, FLUSHES: 0, DROPS: 0 }
/** Both messages are due; what is looked at is how the client learns of them. */
const SHOW = { ...NO_FAULTS, DISPATCHERS: 1, HYDRATOR: 0, CLIENT: 1, EDITS: 0, CANCELS: 0, DUE_FROM_START: 1 }

/** @type {Record<string, Record<string, number>>} */
export const SETTINGS = {
  // Two dispatchers: claims, fast path and leases, an edit and a cancel at any moment.
  race: { ...NO_FAULTS, SLOW: 1 },
  crash: { ...NO_FAULTS, CRASHES: 1, ZOMBIES: 1, EDITS: 0 },
  redis: { ...NO_FAULTS, FLUSHES: 1, OLDS: 1, EDITS: 0 },
  // Without the hydrator: a dispatcher and the sweeper, leases that run out under living owners.
  sweep: { ...NO_FAULTS, DISPATCHERS: 1, SWEEPER: 1, HYDRATOR: 0, CRASHES: 1, ZOMBIES: 1 },
  move: { ...NO_FAULTS, DISPATCHERS: 1, SWEEPER: 1, HYDRATOR: 0, ZOMBIES: 1, MOVES: 1, CANCELS: 0 },
  // Heads heal lost frames; without heads no frame may be lost, and the outbox alone must be enough.
  heads: { ...SHOW, CRASHES: 1, DROPS: 2, REPEATS: 1 },
  outbox: { ...SHOW, CRASHES: 2, REPEATS: 1, HEADS: 0 },
  order: { ...SHOW, DISPATCHERS: 2, DROPS: 1, REPEATS: 1 },
  failover: { ...SHOW, FAILOVERS: 1 },
  // Who may read, in a model of its own.
  rights: {},
}

/** @param {string} setting */
export const modelOf = (setting) => (setting === 'rights' ? 'rights.pml' : 'send.pml')

/**
 * Every setting is searched for endless runs as well. The two largest without the cancel, which waits for nothing and lets nothing
 * wait: with it the search takes half a minute more.
 * @type {Record<string, Record<string, number>>}
 */
export const CYCLE_FREE = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, setting]) => [
    name,
    name === 'crash' || name === 'redis' ? { ...setting, CANCELS: 0 } : setting,
  ]),
)

/** @type {{ flag: string, setting: string, survives?: boolean }[]} */
export const MUTANTS = [
  { flag: 'NO_FENCE', setting: 'sweep' },
  { flag: 'TWO_TRANSACTIONS', setting: 'race' },
  { flag: 'TWO_TRANSACTIONS -DM_NO_UNIQUE_KEY', setting: 'crash' },
  { flag: 'NO_UNIQUE_KEY', setting: 'sweep', survives: true },
  { flag: 'NO_FENCE -DM_NO_UNIQUE_KEY', setting: 'sweep' },
  { flag: 'STALE_BODY', setting: 'race' },
  { flag: 'DUE_BY_QUEUE', setting: 'move' },
  { flag: 'NUMBER_OUTSIDE', setting: 'race' },
  { flag: 'EDIT_WITHOUT_LOCK', setting: 'race' },
  { flag: 'CANCEL_WITHOUT_LOCK', setting: 'race' },
  { flag: 'EDIT_KEEPS_FENCE', setting: 'sweep', survives: true },
  { flag: 'CANCEL_KEEPS_FENCE', setting: 'sweep', survives: true },
  { flag: 'CLAIMS_NEVER_END', setting: 'crash' },
  { flag: 'LEASES_NEVER_END', setting: 'sweep' },
  { flag: 'NO_LOOK_BEHIND', setting: 'redis' },
  { flag: 'NO_SWEEPER', setting: 'sweep' },
  { flag: 'LOADED_BLINDLY', setting: 'redis', survives: true },
  { flag: 'NO_RUN_ID', setting: 'redis', survives: true },
  { flag: 'SETTLE_FIRST', setting: 'crash', survives: true },
  { flag: 'ACK_BEFORE_COMMIT', setting: 'crash' },
  { flag: 'NO_OUTBOX', setting: 'outbox' },
  { flag: 'RELAY_DELETES_FIRST', setting: 'outbox' },
  { flag: 'NO_CLIENT_DEDUP', setting: 'heads' },
  { flag: 'CURSOR_JUMPS', setting: 'order' },
  { flag: 'HEAD_READ_LAST', setting: 'heads' },
  { flag: 'NO_EPOCH', setting: 'failover' },
  { flag: 'NO_ACL_VERSION', setting: 'rights' },
]
