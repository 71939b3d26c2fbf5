/** What administrators may do with what others let repeat, as far as the workspace's rules go (T4, I7, C8). */
import { beforeEach, expect, test } from 'vitest'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { foundCompany, type Company } from '#server/testing/company.ts'
import { listStored, repeat, waitingOf } from '#server/testing/series.ts'
import { listenTo } from '#server/testing/listening.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { joinConversation } from '../conversations/change-members.ts'
import { createConversation } from '../conversations/create-conversation.ts'
import { listNotices } from '../notices/notices.ts'
import type { Resources } from '../resources.ts'
import { listOthersScheduled } from '../scheduled/administer-scheduled.ts'
import { loadScheduledHistory } from '../scheduled/load-scheduled.ts'
import { updateSettings } from '../workspaces/update-settings.ts'
import { endForOther, listOthersSeries, pauseForOther, resumeForOther } from './administer-series.ts'
import { loadSeries, loadSeriesHistory } from './load-series.ts'
import { endSeries, pauseSeries, resumeSeries } from './steer-series.ts'

const world = useTestWorld()
let resources: Resources
let company: Company
let [author, other, admin]: Actor[] = []
let open: ConversationId
let secret: ConversationId

beforeEach(async () => {
  resources = world().resources
  company = await foundCompany(resources)
  ;[author, other, admin] = [await company.hire(), await company.hire(), await company.hire('admin')]
  open = (await createConversation(resources, author!, { name: 'rituals', kind: 'public' })).id
  secret = (await createConversation(resources, author!, { name: 'plans', kind: 'private' })).id
  await joinConversation(resources, other!, open)
})

const kindsOf = async (id: Awaited<ReturnType<typeof repeat>>['id']) =>
  (await loadSeriesHistory(resources, author!, id)).map(({ kind, actorId, client }) => [kind, actorId, client])
const toldTo = async (who: Actor) => (await listNotices(resources, who)).map(({ kind, actorId }) => [kind, actorId])

test('an administrator sees what others let repeat and when it comes next, but no text and no name of a private place', async () => {
  const first = await repeat(resources, author!, open, { text: 'the words' })
  const second = await repeat(resources, other!, open, { text: 'the words', belongsTo: 'channel' })
  const hidden = await repeat(resources, author!, secret, { text: 'the words' })
  const over = await repeat(resources, author!, open, { text: 'the words' })
  await endSeries(resources, author!, { id: over.id })
  await repeat(resources, admin!, (await createConversation(resources, admin!, { name: 'own', kind: 'public' })).id)
  const { items, more, policy } = await listOthersSeries(resources, admin!, { limit: 10 })
  expect({ more, policy }).toEqual({ more: false, policy: { mayRead: false, mayManage: true } })
  const next = (await waitingOf(resources, hidden.id))[0]
  expect(items).toMatchObject([
    {
      id: hidden.id,
      conversation: { id: null, kind: 'private', name: '' },
      next: { id: next!.id, sendAt: next!.sendAt },
      ...{ canPause: true, canResume: false, canEnd: true },
    },
    { id: second.id, authorId: other!.memberId, belongsTo: 'channel', rule: 'FREQ=DAILY' },
    { id: first.id, authorId: author!.memberId, conversation: { id: open, kind: 'public', name: 'rituals' } },
  ])
  expect(items).toHaveLength(3)
  expect(JSON.stringify(items)).not.toMatch(/words|plans/)

  const ids = items.map(({ id }) => id)
  const page = await listOthersSeries(resources, admin!, { limit: 2 })
  const rest = await listOthersSeries(resources, admin!, { limit: 2, before: page.items.at(-1)!.id })
  expect([page.more, rest.more]).toEqual([true, false])
  expect(
    [...page.items, ...rest.items].map(({ id }) => id),
    'page after page everything once',
  ).toEqual(ids)
  const ofOther = await listOthersSeries(resources, admin!, { limit: 10, authorId: other!.memberId })
  expect(ofOther.items.map(({ id }) => id)).toEqual([second.id])
  const { items: waiting } = await listOthersScheduled(resources, admin!, { limit: 100 })
  expect(new Set(waiting.map(({ repeats }) => repeats)), 'its messages are known as such').toEqual(new Set([true]))
  await expect(listOthersSeries(resources, author!, { limit: 10 })).rejects.toMatchObject({ code: 'not_allowed' })
})

test('paused and gone on with by an administrator: nothing waits meanwhile, the author is told, the history says who (C1, C8)', async () => {
  const series = await repeat(resources, author!, secret)
  const waiting = await waitingOf(resources, series.id)
  const ear = await listenTo(world().redisUrl, { members: [author!.memberId] })
  await expect(pauseForOther(resources, admin!, { id: series.id, version: 9 })).rejects.toMatchObject({
    code: 'edit_conflict',
  })
  expect(await pauseForOther(resources, admin!, { id: series.id, version: 1 })).toEqual({ tooLate: [], edited: [] })
  expect(await waitingOf(resources, series.id)).toEqual([])
  expect(await loadSeries(resources, author!, series.id)).toMatchObject({ status: 'PAUSED', pausedBecause: 'by_admin' })
  expect(await toldTo(author!)).toEqual([['series_admin_paused', admin!.memberId]])
  await waitUntil('the author is told to look', () =>
    ear.signals.some(({ signal }) => signal.type === 'nudge' && signal.about.includes('notices')),
  )
  await ear.end()
  expect((await loadScheduledHistory(resources, author!, waiting[0]!.id)).at(-1)).toMatchObject({
    ...{ kind: 'canceled', actorId: admin!.memberId, detail: { because: 'series_paused' } },
  })
  expect((await listOthersSeries(resources, admin!, { limit: 10 })).items).toMatchObject([
    { next: null, canPause: false, canResume: true, canEnd: true },
  ])

  await resumeForOther(resources, admin!, { id: series.id, version: 2 })
  expect((await waitingOf(resources, series.id)).map(({ sendAt }) => sendAt)).toEqual(
    waiting.map(({ sendAt }) => sendAt),
  )
  expect(await toldTo(author!), 'that it stands still is settled').toEqual([['series_admin_resumed', admin!.memberId]])
  await resumeForOther(resources, admin!, { id: series.id })
  await pauseForOther(resources, admin!, { id: series.id })
  await pauseForOther(resources, admin!, { id: series.id })
  await resumeSeries(resources, author!, { id: series.id })
  expect(await kindsOf(series.id)).toEqual([
    ['created', author!.memberId, 'test'],
    ['paused', admin!.memberId, 'test'],
    ['resumed', admin!.memberId, 'test'],
    ['paused', admin!.memberId, 'test'],
    ['resumed', author!.memberId, 'test'],
  ])
})

test('ended by an administrator: nothing of it waits or comes, and its author is told', async () => {
  const series = await repeat(resources, author!, open)
  await endForOther(resources, admin!, { id: series.id, version: 1 })
  expect(new Set((await listStored(resources, series.id)).map(({ status }) => status))).toEqual(new Set(['CANCELED']))
  expect(await loadSeries(resources, author!, series.id)).toMatchObject({ status: 'ENDED', upcoming: [] })
  expect(await toldTo(author!)).toEqual([['series_admin_ended', admin!.memberId]])
  expect(await kindsOf(series.id)).toEqual([
    ['created', author!.memberId, 'test'],
    ['ended', admin!.memberId, 'test'],
  ])
  await expect(pauseForOther(resources, admin!, { id: series.id })).rejects.toMatchObject({ code: 'series_ended' })
  expect((await listOthersSeries(resources, admin!, { limit: 10 })).items).toEqual([])
})

test('what its author paused is the author’s to go on with', async () => {
  const series = await repeat(resources, author!, open)
  await pauseSeries(resources, author!, { id: series.id })
  expect((await listOthersSeries(resources, admin!, { limit: 10 })).items).toMatchObject([
    { canPause: false, canResume: false, canEnd: true },
  ])
  await expect(resumeForOther(resources, admin!, { id: series.id })).rejects.toMatchObject({ code: 'not_allowed' })
  await pauseForOther(resources, admin!, { id: series.id })
  expect(await loadSeries(resources, author!, series.id)).toMatchObject({ status: 'PAUSED', pausedBecause: 'by_hand' })
  expect(await toldTo(author!)).toEqual([])
})

test('where the workspace does not let them, administrators change nothing; a member never does', async () => {
  const series = await repeat(resources, author!, open)
  await updateSettings(resources, company.owner, { adminsManageScheduled: false })
  for (const act of [pauseForOther, resumeForOther, endForOther]) {
    for (const who of [admin!, company.owner, other!])
      await expect(act(resources, who, { id: series.id }), act.name).rejects.toMatchObject({ code: 'not_allowed' })
  }
  expect((await listOthersSeries(resources, admin!, { limit: 10 })).items).toMatchObject([
    { canPause: false, canResume: false, canEnd: false },
  ])
  await updateSettings(resources, company.owner, { adminsManageScheduled: true })
  await expect(endForOther(resources, other!, { id: series.id })).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await loadSeries(resources, author!, series.id)).toMatchObject({ status: 'ACTIVE', version: 1 })
  expect(await toldTo(author!)).toEqual([])
})
