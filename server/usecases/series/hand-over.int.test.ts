/** When its author is gone a series stands still, and somebody who may is asked to take it on (T4). */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { foundCompany, type Company } from '#server/testing/company.ts'
import { listPosted, refOf, sendThese } from '#server/testing/scheduling.ts'
import { repeat, setSeries, waitingOf } from '#server/testing/series.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { joinConversation, leaveConversation, removeFromConversation } from '../conversations/change-members.ts'
import { setArchived } from '../conversations/change-properties.ts'
import { createConversation } from '../conversations/create-conversation.ts'
import { deactivateMember } from '../members/change-member.ts'
import { listNotices } from '../notices/notices.ts'
import type { Resources } from '../resources.ts'
import { handOverSeries } from './hand-over-series.ts'
import { listSeries, loadSeries, loadSeriesHistory } from './load-series.ts'
import { endSeries, pauseSeries, resumeSeries } from './steer-series.ts'
import { storeDueSeries } from './store-due-series.ts'

const world = useTestWorld()
let resources: Resources
let company: Company
let [author, heir, admin]: Actor[] = []
let conversationId: ConversationId

beforeEach(async () => {
  resources = world().resources
  company = await foundCompany(resources)
  ;[author, heir, admin] = [await company.hire(), await company.hire(), await company.hire('admin')]
  conversationId = (await createConversation(resources, author!, { name: 'rituals', kind: 'public' })).id
  await joinConversation(resources, heir!, conversationId)
})

const pass = () =>
  storeDueSeries(resources, (error) => {
    throw error
  })
const told = async (who: Actor) => (await listNotices(resources, who)).map(({ kind, reason }) => [kind, reason])

test('its author is deactivated: nothing waits, the administrators are asked, and see no text', async () => {
  const series = await repeat(resources, author!, conversationId, { text: 'secret ritual' })
  await deactivateMember(resources, company.owner, author!.memberId)
  await pass()
  expect(await waitingOf(resources, series.id)).toEqual([])
  for (const administrator of [company.owner, admin!]) {
    expect(await told(administrator)).toEqual([['series_ownerless', 'author_deactivated']])
    expect(await listSeries(resources, administrator)).toMatchObject([
      {
        id: series.id,
        status: 'PAUSED',
        pausedBecause: 'author_deactivated',
        text: null,
        canChange: false,
        canSettle: true,
      },
    ])
    expect(JSON.stringify(await loadSeriesHistory(resources, administrator, series.id))).not.toContain('secret')
  }
  expect(await told(heir!)).toEqual([])
  expect(await listSeries(resources, heir!)).toEqual([])
  await expect(handOverSeries(resources, heir!, { id: series.id, memberId: heir!.memberId })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(resumeSeries(resources, admin!, { id: series.id })).rejects.toMatchObject({ code: 'not_allowed' })
})

test('handed over, it goes on in the name of who took it, who is told', async () => {
  const series = await repeat(resources, author!, conversationId)
  await deactivateMember(resources, company.owner, author!.memberId)
  await pass()
  const handed = await handOverSeries(resources, admin!, { id: series.id, memberId: heir!.memberId })
  expect(handed, 'handed over, it is no longer the administrator’s to see').toEqual({
    series: null,
    tooLate: [],
    edited: [],
  })
  expect(await loadSeries(resources, heir!, series.id)).toMatchObject({
    authorId: heir!.memberId,
    status: 'ACTIVE',
    pausedBecause: null,
  })
  expect(await told(heir!)).toEqual([['series_handed_over', null]])
  for (const administrator of [company.owner, admin!]) expect(await told(administrator), 'settled').toEqual([])
  const waiting = await waitingOf(resources, series.id)
  expect(new Set(waiting.map(({ authorId }) => authorId))).toEqual(new Set([heir!.memberId]))
  expect(waiting).toHaveLength(8)
  const [first] = waiting
  await resources.mysql.read.query(
    'UPDATE scheduled_message SET send_at = send_at - 7200, wake_at_ms = wake_at_ms - 7200000 WHERE id = ?',
    [first!.id],
  )
  await sendThese(resources, [refOf(heir!, first!.id)])
  expect((await listPosted(resources, heir!, conversationId)).map(({ id }) => id)).toContain(first!.id)
  expect((await loadSeriesHistory(resources, heir!, series.id)).map(({ kind }) => kind)).toEqual([
    ...['created', 'paused', 'handed_over'],
  ])
})

test('not to somebody who may not post there', async () => {
  const series = await repeat(resources, author!, conversationId)
  await deactivateMember(resources, company.owner, author!.memberId)
  await pass()
  const outsider = await company.hire()
  for (const memberId of [outsider.memberId, author!.memberId]) {
    const handOver = handOverSeries(resources, admin!, { id: series.id, memberId })
    if (memberId === outsider.memberId)
      await expect(handOver).rejects.toMatchObject({ code: 'member_cannot_post', facts: { reason: 'not_in_channel' } })
    else expect((await handOver).series?.status).toBe('PAUSED')
  }
})

test('or ended by an administrator', async () => {
  const series = await repeat(resources, author!, conversationId)
  await deactivateMember(resources, company.owner, author!.memberId)
  await pass()
  await endSeries(resources, admin!, { id: series.id })
  await expect(loadSeries(resources, author!, series.id)).resolves.toMatchObject({ status: 'ENDED' })
})

describe('other ways to lose the place', () => {
  test.each([
    ['leaves the channel', () => leaveConversation(resources, author!, conversationId)],
    ['is taken out of it', () => removeFromConversation(resources, heir!, conversationId, author!.memberId)],
  ])('the author %s: author and administrators are told; back in it, the author resumes', async (_what, lose) => {
    const series = await repeat(resources, author!, conversationId)
    await lose()
    await pass()
    expect(await told(author!)).toEqual([['series_paused', 'not_in_channel']])
    expect(await told(admin!)).toEqual([['series_ownerless', 'not_in_channel']])
    await expect(resumeSeries(resources, author!, { id: series.id })).rejects.toMatchObject({
      code: 'member_cannot_post',
    })
    await joinConversation(resources, author!, conversationId)
    const { series: resumed } = await resumeSeries(resources, author!, { id: series.id })
    expect(resumed?.status).toBe('ACTIVE')
    expect(await told(author!)).toEqual([])
    expect(await told(admin!)).toEqual([])
    expect(await waitingOf(resources, series.id)).toHaveLength(8)
  })

  test('the channel is archived: its author is told, and no administrator is asked', async () => {
    const series = await repeat(resources, author!, conversationId)
    await setArchived(resources, author!, conversationId, true)
    await pass()
    expect(await loadSeries(resources, author!, series.id)).toMatchObject({ pausedBecause: 'channel_archived' })
    expect(await told(author!)).toEqual([['series_paused', 'channel_archived']])
    expect(await told(admin!)).toEqual([])
  })

  test('its thread is gone: it stands still', async () => {
    const series = await repeat(resources, author!, conversationId)
    await setSeries(resources, series.id, { thread_root_id: '1234567890', version: 2, look_ms: 0, decided_to: 1 })
    await resources.mysql.read.query('DELETE FROM series_occurrence WHERE series_id = ?', [series.id])
    await pass()
    expect(await loadSeries(resources, author!, series.id)).toMatchObject({ pausedBecause: 'thread_deleted' })
  })
})

test('one that somebody paused stays paused when it is handed over; its author gives it away while it runs', async () => {
  const series = await repeat(resources, author!, conversationId)
  await handOverSeries(resources, author!, { id: series.id, memberId: heir!.memberId })
  expect(await loadSeries(resources, heir!, series.id)).toMatchObject({ status: 'ACTIVE', authorId: heir!.memberId })
  await pauseSeries(resources, heir!, { id: series.id })
  await handOverSeries(resources, heir!, { id: series.id, memberId: author!.memberId })
  expect(await loadSeries(resources, author!, series.id)).toMatchObject({ status: 'PAUSED', pausedBecause: 'by_hand' })
})

test('a channel’s series is taken on by whoever may post there', async () => {
  const series = await repeat(resources, author!, conversationId, { belongsTo: 'channel' })
  await deactivateMember(resources, company.owner, author!.memberId)
  await pass()
  const { series: taken } = await handOverSeries(resources, heir!, { id: series.id, memberId: heir!.memberId })
  expect(taken).toMatchObject({ authorId: heir!.memberId, status: 'ACTIVE' })
})

test('an administrator takes it on themselves only where they may read it', async () => {
  await joinConversation(resources, admin!, conversationId)
  const series = await repeat(resources, author!, conversationId, { text: 'secret ritual' })
  await deactivateMember(resources, company.owner, author!.memberId)
  await pass()
  const take = () => handOverSeries(resources, admin!, { id: series.id, memberId: admin!.memberId })
  await expect(take()).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await loadSeries(resources, admin!, series.id)).toMatchObject({ text: null, authorId: author!.memberId })
  await resources.mysql.read.query('UPDATE workspace SET admins_read_scheduled = 1 WHERE workspace_id = ?', [
    admin!.workspaceId,
  ])
  expect((await take()).series).toMatchObject({ text: 'secret ritual', authorId: admin!.memberId })
})
