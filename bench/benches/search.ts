/**
 * What a search costs a member of 1,000 channels, among the messages of 50 workspaces: every kind of question, asked of
 * the whole use case, rights and the page itself included; and what it costs the job to take a message in.
 */
import { formatId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ChannelRef } from '#server/mysql/channel-locks.ts'
import { indexMessages } from '#server/usecases/search/index-messages.ts'
import { searchMessages, type SearchInput } from '#server/usecases/search/search-messages.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { World } from '../frame/bench-servers.ts'
import type { Bench, BenchContext, Figures, Run } from '../frame/run-bench.ts'
import { quantilesOf } from '../frame/statistics.ts'
import { buildCompany, type Place } from '../world/company.ts'
import { createRandom, fillWritten, FIRST_MS, STEP_MS, wordOf } from '../world/fill-written.ts'

const MESSAGES = 1_000_000
const WORKSPACES = 50
const CHANNELS = 1_000
const CHANNELS_ELSEWHERE = 20
const PEOPLE = 50
const TIMES = 40

export const search: Bench = {
  name: 'search',
  about: 'taking messages in, and searching as a member of 1,000 channels among 1,000,000 messages',
  async run(context) {
    const n = context.options.n ?? MESSAGES
    const settings = { messages: n, workspaces: WORKSPACES, channels: CHANNELS }
    await context.measure('search', settings, (world) => runSearch(context, world, n))
  },
}

async function runSearch(context: BenchContext, { resources }: World, n: number): Promise<Run> {
  const own = await buildCompany(resources, { workspaces: 1, channels: CHANNELS, people: PEOPLE })
  const others = await buildCompany(resources, {
    ...{ workspaces: WORKSPACES - 1, channels: (WORKSPACES - 1) * CHANNELS_ELSEWHERE, people: PEOPLE },
  })
  const each = await fillWritten(resources, [...own.places, ...others.places], n)
  const indexing = context.meter.start()
  const began = performance.now()
  const taken = await indexAll(resources)
  const took_s = (performance.now() - began) / 1000
  const index_us = indexing.stop(taken).cpu_us_total
  const measurement = context.meter.start()
  const { figures, questions } = await askAll(resources, own.places, each)
  const cost = measurement.stop(questions)
  return {
    cost,
    figures: {
      taken_in_per_second: taken / took_s,
      taken_in_us: index_us,
      ...figures,
      app_us: cost.cpu_us.bench ?? Number.NaN,
    },
  }
}

async function indexAll(resources: Resources): Promise<number> {
  let taken = 0
  for (let step = -1; step !== 0;) {
    step = 0
    let after: ChannelRef | null = null
    do {
      const { messages, next } = await indexMessages(resources, after)
      step += messages
      after = next
    } while (after)
    taken += step
  }
  return taken
}

/** Each kind of question forty times with other words, after one for warmth. */
async function askAll(
  resources: Resources,
  places: readonly Place[],
  each: number,
): Promise<{ figures: Figures; questions: number }> {
  const [place] = places
  const memberId = place?.memberIds[0]
  if (!place || !memberId) throw new Error('a company without channels or people')
  const actor: Actor = { workspaceId: place.workspaceId, memberId, role: 'member', client: 'bench' }
  const random = createRandom(11)
  const between = (from: number, to: number) => wordOf(from + Math.floor(random() * (to - from)))
  const someone = () => formatId('member', place.memberIds[Math.floor(random() * place.memberIds.length)] ?? memberId)
  const somewhere = () => formatId('conversation', places[Math.floor(random() * places.length)]?.conversationId ?? '1')
  const day = () => new Date(FIRST_MS + random() * each * STEP_MS).toISOString().slice(0, 10)
  const KINDS: Record<string, () => Partial<SearchInput> & { query: string }> = {
    rare: () => ({ query: between(2_000, 10_000) }),
    usual: () => ({ query: between(50, 500) }),
    common: () => ({ query: between(1, 10) }),
    relevance: () => ({ query: between(10, 200), order: 'relevance' }),
    two_words: () => ({ query: `${between(1, 50)} ${between(50, 500)}` }),
    phrase: () => ({ query: `"${between(1, 10)} ${between(1, 10)}"` }),
    beginning: () => ({ query: `${between(1_000, 5_000).slice(0, 4)}*` }),
    without: () => ({ query: `${between(50, 500)} -${between(1, 10)}` }),
    from: () => ({ query: `${between(10, 100)} from:${someone()}` }),
    from_only: () => ({ query: `from:${someone()}` }),
    in_only: () => ({ query: `in:${somewhere()}` }),
    day: () => ({ query: `${between(10, 100)} after:${day()}` }),
    last_page: () => ({ query: between(1, 10), page: 50 }),
  }
  const all: number[] = []
  const figures: Figures = {}
  for (const [kind, question] of Object.entries(KINDS)) {
    const took: number[] = []
    let found = 0
    for (let i = 0; i <= TIMES; i++) {
      const input = { order: 'newest' as const, page: 1, perPage: 20, ...question() }
      const began = performance.now()
      const answer = await searchMessages(resources, actor, input)
      if (i > 0) took.push(performance.now() - began)
      found += answer.total
    }
    if (found === 0) throw new Error(`${kind}: nothing was ever found, so nothing was measured`)
    figures[`${kind}_p95_ms`] = quantilesOf(took).p95
    all.push(...took)
  }
  const { p50, p95, max } = quantilesOf(all)
  return { figures: { p50_ms: p50, p95_ms: p95, worst_ms: max, ...figures }, questions: all.length }
}
