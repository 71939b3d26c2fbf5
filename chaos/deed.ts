import type { FaultLog } from './fault-rows.ts'
import type { Chance } from './seeded.ts'
import type { Topology } from './topology.ts'

/** One fault, from its beginning until the next may follow; what it does to the topology may last longer. */
export type Deed = (tools: Tools) => Promise<void>
export type Tools = { topology: Topology; chance: Chance; log: FaultLog }
