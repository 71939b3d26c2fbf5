/**
 * What opening the product costs: the heads and conversations of a member of many channels, a catch-up of 1,000 missed
 * messages in pages, and history pages anywhere in a channel of 1,000,000 messages. The use cases run in this process, whose
 * CPU is `app_us`.
 */
import type { Actor } from '#server/domain/member/authorize.ts'
import { listMyConversations } from '#server/usecases/conversations/list-conversations.ts'
import { loadHistory } from '#server/usecases/messages/load-history.ts'
import { catchUp, loadHeads } from '#server/usecases/sync/catch-up.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { World } from '../frame/bench-servers.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { quantilesOf } from '../frame/statistics.ts'
import { buildCompany } from '../world/company.ts'
import { fillHistory } from '../world/fill-history.ts'

const MESSAGES = 1_000_000
const CHANNELS = 200
const MISSED = 1_000
const PAGE = 100
const TIMES = 300

export const read: Bench = {
  name: 'read',
  about: 'opening a workspace, catching up 1,000 messages, history pages in a channel of 1,000,000',
  async run(context) {
    const n = context.options.n ?? MESSAGES
    await context.measure('read', { messages: n, channels: CHANNELS }, (world) => runRead(context, world, n))
  },
}

async function runRead(context: BenchContext, world: World, n: number): Promise<Run> {
  const { resources } = world
  const { places } = await buildCompany(resources, { workspaces: 1, channels: CHANNELS, people: 50 })
  const [place] = places
  const memberId = place?.memberIds[0]
  if (!place || !memberId) throw new Error('a company without channels or people')
  await fillHistory(resources, place, n)
  const actor: Actor = { workspaceId: place.workspaceId, memberId, role: 'member', client: 'bench' }
  const { conversationId } = place
  const measurement = context.meter.start()
  const heads = await timesOf(() => loadHeads(resources, actor))
  const conversations = await timesOf(() => listMyConversations(resources, actor))
  const missed = await timesOf(() => catchUpAll(resources, actor, conversationId, n - MISSED))
  const newest = await timesOf(() => loadHistory(resources, actor, { conversationId, limit: PAGE }))
  const deep = await timesOf((i) =>
    loadHistory(resources, actor, { conversationId, beforeSeq: Math.floor((n * (i + 1)) / (TIMES + 1)), limit: PAGE }),
  )
  const cost = measurement.stop(5 * TIMES)
  return {
    cost,
    figures: {
      heads_p50_ms: heads.p50,
      heads_p99_ms: heads.p99,
      conversations_p50_ms: conversations.p50,
      conversations_p99_ms: conversations.p99,
      catch_up_p50_ms: missed.p50,
      catch_up_p99_ms: missed.p99,
      newest_page_p50_ms: newest.p50,
      newest_page_p99_ms: newest.p99,
      deep_page_p50_ms: deep.p50,
      deep_page_p99_ms: deep.p99,
      app_us: cost.cpu_us.bench ?? Number.NaN,
    },
  }
}

async function catchUpAll(
  resources: Resources,
  actor: Actor,
  conversationId: Parameters<typeof catchUp>[2]['conversationId'],
  from: number,
): Promise<void> {
  let afterSeq = from
  for (let more = true; more;) {
    const page = await catchUp(resources, actor, { conversationId, epoch: 1, afterSeq, limit: 200 })
    if (page.reset) throw new Error('the bench asked for less than a reset and got one')
    afterSeq = page.cursorSeq
    more = page.more
  }
}

async function timesOf(work: (i: number) => Promise<unknown>) {
  await work(0)
  const took: number[] = []
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now()
    await work(i)
    took.push(performance.now() - began)
  }
  return quantilesOf(took)
}
