/**
 * Accepting messages for later, with so many callers at once, each waiting for its answer: through the use case; through
 * the Slack-compatible door from the request's text to the answer's; and through tRPC and that door over HTTP, with their
 * sessions and tokens. Without HTTP the callers' process is the web process; its CPU is `web_us` either way.
 */
import { randomUUID } from 'node:crypto'
import { formatId, type ConversationId, type WorkspaceId } from '#server/domain/ids.ts'
import { SCOPES } from '#server/domain/member/scopes.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { createLogger } from '#server/process/logger.ts'
import { createRateLimiter } from '#server/redis/rate-limiter.ts'
import { handleSlackCall } from '#server/slack/handle.ts'
import type { SlackHost } from '#server/slack/method.ts'
import { createToken } from '#server/usecases/tokens/create-token.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import type { World } from '../frame/bench-servers.ts'
import { SAME_ORIGIN, signIn, startWebDoor, type WebDoor } from '../doors/start-web-door.ts'
import { profiled } from '../frame/cpu-profile.ts'
import { BENCH_SECRET, BENCH_URL } from '../frame/product-process.ts'
import type { Bench, BenchContext, Run } from '../frame/run-bench.ts'
import { timeStatements } from '../frame/statement-times.ts'
import { quantilesOf, round } from '../frame/statistics.ts'
import { buildCompany, type Place } from '../world/company.ts'
import { TEXT } from '../world/fill-scheduled.ts'

/** Two in the process of the callers, two over HTTP in a web process of their own. */
const DOORS = ['use case', 'Slack door', 'tRPC over HTTP', 'Slack door over HTTP'] as const
type Door = (typeof DOORS)[number]
type Call = (caller: number, i: number) => Promise<unknown>
type Opened = { call: Call; close(): Promise<void> }

/** A web process that has just started has not compiled its hot code yet. */
const warmUpOf = (door: Door) => (door === 'use case' ? 10_000 : 3_000)
const countOf = (door: Door) => (door === 'use case' ? 20_000 : 5_000)
const CALLERS = [50, 500]
const ONE_HOUR_S = 3_600
/** One message a minute: below the door's 30 within five minutes of one channel. */
const APART_S = 60

export const accept: Bench = {
  name: 'accept',
  about: 'creating scheduled messages: use case, tRPC and Slack door, 50 and 500 callers',
  async run(context) {
    for (const door of DOORS) {
      const n = context.options.n ?? countOf(door)
      for (const callers of CALLERS) {
        await context.measure('accept', { door, callers, n }, (world) => runAccept(context, world, door, callers, n))
      }
    }
  },
}

export async function runAccept(
  context: BenchContext,
  world: World,
  door: Door,
  callers: number,
  n: number,
): Promise<Run> {
  const { profile } = context.options
  const times = profile ? timeStatements(world.resources.mysql, context.servers.databasePid) : null
  const resources = times ? { ...world.resources, mysql: times.mysql } : world.resources
  const { places } = await buildCompany(resources, { workspaces: 50, channels: callers, people: 10 })
  const { call, close } = await openDoor(context, { ...world, resources }, door, places)
  try {
    const warm = warmUpOf(door)
    await callAll(call, callers, warm, 0)
    const measurement = context.meter.start()
    const usage = process.cpuUsage()
    const began = performance.now()
    const work = () => callAll(call, callers, n, warm)
    const took_ms = profile ? await profiled(profile, `accept-${door}-${callers}`, work) : await work()
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(usage)
    const cost = measurement.stop(n)
    if (times) console.table(times.perUnit(warm + n))
    const { p50, p99, max } = quantilesOf(took_ms)
    const web_us = cost.cpu_us.web ?? round((user + system) / n)
    return { cost, figures: { per_second: round(n / seconds), p50_ms: p50, p99_ms: p99, max_ms: max, web_us } }
  } finally {
    await close()
  }
}

async function openDoor(context: BenchContext, world: World, door: Door, places: readonly Place[]): Promise<Opened> {
  const { resources } = world
  const first_s = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) + ONE_HOUR_S
  if (door === 'use case') return { call: useCase(resources, places, first_s), close: async () => {} }
  if (door === 'Slack door')
    return { call: await slackDoor(resources, places, first_s, inProcess(resources)), close: async () => {} }
  const web = await startWebDoor(world, context.meter, context.options.profile)
  const overHttp: SlackPost = (headers, body) => web.post('/api/chat.scheduleMessage', headers, body)
  const call =
    door === 'tRPC over HTTP'
      ? await trpc(world, web, places, first_s)
      : await slackDoor(resources, places, first_s, overHttp)
  return { call, close: web.close }
}

/** @returns how long each took, in ms */
async function callAll(call: Call, callers: number, n: number, from: number): Promise<number[]> {
  const took: number[] = []
  let next = from
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (next < from + n) {
        const i = next++
        const began = performance.now()
        await call(caller, i)
        took.push(performance.now() - began)
      }
    }),
  )
  return took
}

function useCase(resources: Resources, places: readonly Place[], first_s: number): Call {
  return (caller, i) => {
    const { workspaceId, conversationId, memberId } = writerOf(places, caller)
    const actor = { workspaceId, memberId, role: 'member' as const, client: 'bench' }
    return scheduleMessage(resources, actor, {
      conversationId,
      text: TEXT,
      sendAt: first_s + (i % ONE_HOUR_S),
      zone: 'Europe/Berlin',
      clientToken: randomUUID(),
    })
  }
}

async function trpc(world: World, web: WebDoor, places: readonly Place[], first_s: number): Promise<Call> {
  const writers = places.map((_, caller) => writerOf(places, caller))
  const people = [...new Set(writers.map(({ memberId }) => memberId))]
  const cookies = await signIn(world, people)
  return async (caller, i) => {
    const { workspaceId, conversationId, memberId } = writers[caller] ?? writerOf(places, caller)
    const cookie = cookies[people.indexOf(memberId)] ?? ''
    const sendAt = first_s + (i % ONE_HOUR_S)
    const input = { workspaceId, conversationId, text: TEXT, sendAt, zone: 'Europe/Berlin', clientToken: randomUUID() }
    const answer = await web.post('/api/trpc/scheduled.create', { ...SAME_ORIGIN, cookie }, JSON.stringify(input))
    if (!answer.startsWith('{"result"')) throw new Error(answer.slice(0, 300))
  }
}

type SlackPost = (headers: Record<string, string>, body: string) => Promise<string>

/** Without the HTTP server before it. */
function inProcess(resources: Resources): SlackPost {
  const limiter = createRateLimiter(resources.redis)
  const host: SlackHost = {
    resources,
    log: createLogger({ name: 'bench', level: 'silent' }),
    appUrl: BENCH_URL,
    secret: BENCH_SECRET,
    // Counted as in the product, but a token may here call faster than 20 times a second.
    countCall: async (name, rule) => ({ ...(await limiter.consume(name, rule)), allowed: true }),
  }
  return async (headers, body) => {
    const request = new Request(`${BENCH_URL}/api/chat.scheduleMessage`, { method: 'POST', headers, body })
    return (await handleSlackCall(host, 'chat.scheduleMessage', request)).text()
  }
}

async function slackDoor(
  resources: Resources,
  places: readonly Place[],
  first_s: number,
  post: SlackPost,
): Promise<Call> {
  const writers = await Promise.all(
    places.map(async (_, caller) => {
      const { workspaceId, conversationId, memberId } = writerOf(places, caller)
      const { token } = await createToken(resources, workspaceId, memberId, { label: 'bench', scopes: SCOPES })
      return { token, channel: formatId('conversation', conversationId), calls: 0 }
    }),
  )
  return async (caller) => {
    const writer = writers[caller]
    if (!writer) throw new Error(`no writer ${caller}`)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      authorization: `Bearer ${writer.token}`,
    }
    const call = { channel: writer.channel, text: TEXT, post_at: first_s + APART_S * writer.calls++ }
    const answer = await post(headers, JSON.stringify(call))
    if (!answer.startsWith('{"ok":true')) throw new Error(answer.slice(0, 300))
  }
}

function writerOf(
  places: readonly Place[],
  caller: number,
): { workspaceId: WorkspaceId; conversationId: ConversationId; memberId: Place['memberIds'][number] } {
  const place = places[caller]
  const memberId = place?.memberIds[caller % place.memberIds.length]
  if (!place || !memberId) throw new Error(`no place for caller ${caller}`)
  return { ...place, memberId }
}
