/** Child process of `bench peers`: runs one queue's worker and tells when each job was done. */
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { PEERS, type Job, type PeerName, type PeerServers } from './adapters.ts'
import { createHandler, markAndInsert, type Delivery } from './deliveries.ts'
import { openOwnClaims } from './own-claims.ts'

export type WorkerPlan = PeerServers & { peer: PeerName | 'carillon'; delivery: Delivery; databaseUrl: string }
export type FromWorker = { ready: true } | { done: number } | { ended_ms: number[]; twice: number }

/** One connection per transaction that may be under way. */
const POOLS = {
  'send-single': { send: 50, read: 20 },
  'send-coalesced': { send: 4, read: 8 },
  'bare-coalesced': { send: 4, read: 2 },
}
const TELL_EVERY_MS = 50

const plan = JSON.parse(process.argv[2] ?? '') as WorkerPlan
const resources = await openResources(
  { DATABASE_URL: plan.databaseUrl, REDIS_URL: plan.redisUrl },
  POOLS[plan.delivery],
)
const peer = plan.peer === 'carillon' ? openOwnClaims(resources) : await PEERS[plan.peer](plan)
// Its own claims hand out whole batches already.
const handler =
  plan.peer === 'carillon'
    ? (jobs: Job[]) => markAndInsert(resources, jobs.map(refOf))
    : createHandler(resources, plan.delivery)
const ended_ms: number[] = []
const handled = new Set<string>()
let twice = 0
const stop = await peer.work(async (jobs) => {
  await handler(jobs)
  const now = Date.now()
  for (const { id } of jobs) {
    if (handled.has(id)) twice++
    else ended_ms.push(now)
    handled.add(id)
  }
})
const telling = setInterval(() => tell({ done: ended_ms.length }), TELL_EVERY_MS)
tell({ ready: true })
process.once('message', () => void finish())

async function finish(): Promise<void> {
  clearInterval(telling)
  tell({ ended_ms, twice })
  await Promise.race([stop(), new Promise((resolve) => setTimeout(resolve, 3_000))])
  await closeResources(resources)
  process.exit(0)
}

function tell(message: FromWorker): void {
  process.send?.(message)
}

function refOf(job: Job) {
  return { workspaceId: job.workspaceId, id: job.id } as Parameters<typeof markAndInsert>[1][number]
}
