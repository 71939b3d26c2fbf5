import { accept } from './benches/accept.ts'
import { backlog } from './benches/backlog.ts'
import { ci } from './benches/ci.ts'
import { dispatch } from './benches/dispatch.ts'
import { fanout } from './benches/fanout.ts'
import { growth, growthSent } from './benches/growth.ts'
import { hydrate } from './benches/hydrate.ts'
import { peerHandlers, peers } from './benches/peers.ts'
import { read } from './benches/read.ts'
import { search } from './benches/search.ts'
import { send } from './benches/send.ts'
import { steady } from './benches/steady.ts'
import { zoneRules } from './benches/zone-rules.ts'
import type { Bench } from './frame/run-bench.ts'

export const BENCHES: readonly Bench[] = [
  dispatch,
  steady,
  accept,
  hydrate,
  backlog,
  fanout,
  read,
  search,
  growth,
  growthSent,
  peers,
  peerHandlers,
  send,
  ci,
  zoneRules,
]
