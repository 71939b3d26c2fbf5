/** What happens seldom in a run: a member is away for a while, and some messages come again every day. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeriesView } from '#server/protocol/series-view.ts'
import type { WebTier } from './call-web.ts'
import type { AwayHistory, SeriesHistory } from './history.ts'
import { INSIST_MS, type Scene } from './scene.ts'
import type { Chance } from './seeded.ts'

/** Shares of the run. */
const AWAY = { from: 0.12, to: 0.22 }
const SERIES = 8
const FAR_AHEAD_MS = 86_400_000
const LEAD_S = 6

export function goAway({ people }: Scene, web: WebTier, start_ms: number, seconds: number) {
  const somebody = people[1]
  if (!somebody) throw new Error('nobody is there')
  const history: AwayHistory = { memberId: somebody.memberId, told_ms: null, back_ms: null, backTold_ms: null }
  const until = (share: number) => sleep(Math.max(0, start_ms + share * seconds * 1000 - Date.now()))
  const done = (async () => {
    await until(AWAY.from)
    const gone = await web.settle(somebody, 'away', { awayUntil_ms: start_ms + FAR_AHEAD_MS }, INSIST_MS)
    if (gone.outcome === 'ok') history.told_ms = Date.now()
    await until(AWAY.to)
    history.back_ms = Date.now()
    const back = await web.settle(somebody, 'away', { awayUntil_ms: null }, INSIST_MS)
    if (back.outcome === 'ok') history.backTold_ms = Date.now()
  })()
  return { history, done }
}

export function startSeries({ people, open }: Scene, web: WebTier, chance: Chance, start_ms: number, seconds: number) {
  const histories = Array.from({ length: SERIES }, (_, i): SeriesHistory => {
    const first_s = Math.ceil(start_ms / 1000) + LEAD_S
    const mark = `s${i}`
    return {
      mark,
      conversationId: chance.pick(open),
      text: `${mark} again`,
      sendAt: chance.between(first_s + LEAD_S, Math.max(first_s + LEAD_S, first_s + seconds - 2 * LEAD_S)),
      created: 'unknown',
      answered_ms: 0,
      id: null,
    }
  })
  const live = async (one: SeriesHistory) => {
    await sleep(Math.max(0, one.sendAt * 1000 - LEAD_S * 1000 - Date.now()))
    const asked = {
      conversationId: one.conversationId,
      text: one.text,
      rule: 'FREQ=DAILY',
      wallClock: new Date(one.sendAt * 1000).toISOString().slice(0, 19),
      zone: 'UTC',
      clientToken: one.mark,
    }
    const settled = await web.settle(chance.pick(people), 'repeat', asked, INSIST_MS)
    one.created = settled.outcome
    one.answered_ms = Date.now()
    if (settled.outcome === 'ok') one.id = (settled.value as SeriesView).id
  }
  return { histories, done: Promise.all(histories.map(live)) }
}
