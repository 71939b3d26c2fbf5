/** How often each worker looks, and how far: the numbers that its code obeys and that `explain` foretells by. */
const HOUR_MS = 3_600_000

/** Dispatchers look at least this often, and are woken for what is due sooner. */
export const LONGEST_TICK_MS = 250
/** The fast queue holds what is due within this; the rest is left to the load. */
export const QUEUE_AHEAD_MS = 24 * HOUR_MS
export const FULL_LOAD_EVERY_MS = HOUR_MS
/** The hydrator looks this often whether partitions are missing or rows overdue. */
export const HYDRATOR_PASS_MS = 2_000
/** A row this much overdue is put into the queue again. */
export const LOOK_BEHIND_AFTER_MS = 2_000
/** A row this much overdue is sent by the sweeper. */
export const SWEPT_AFTER_MS = 60_000
export const SWEEP_EVERY_MS = 60_000
/** The jobs worker looks this often for series whose coming occurrences are to be stored. */
export const LOOK_FOR_SERIES_MS = 5_000
/** The jobs worker looks this often for messages that are to be searched; longer where looking takes long. */
export const LOOK_FOR_SEARCH_MS = 1_000
/** What its sender has not published within this, the relay does. */
export const RELAYED_AFTER_MS = 2_000
