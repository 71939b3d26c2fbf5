/** Messages that come again and again, through the official client and without it (N3). */
import { expect, test } from 'vitest'
import { nowSeconds } from '#server/testing/scheduling.ts'
import { useSlackScene } from '#server/testing/slack-scene.ts'

const scene = useSlackScene()
const call = (method: string, args: Record<string, unknown>) => scene().call(method, args)
const DAY_S = 86_400

/** A Monday at nine in UTC, at least two days ahead. */
async function nextMonday(): Promise<number> {
  const soon = new Date(((await nowSeconds(scene().world.resources)) + 2 * DAY_S) * 1000)
  soon.setUTCHours(9, 0, 0, 0)
  while (soon.getUTCDay() !== 1 || soon.getTime() < Date.now()) soon.setUTCDate(soon.getUTCDate() + 1)
  return soon.getTime() / 1000
}

async function weekly(more: Record<string, unknown> = {}) {
  const channel = await scene().newChannel()
  const post_at = await nextMonday()
  const answer = await call('chat.scheduleMessage', {
    ...{ channel, text: 'weekly', post_at, time_zone: 'UTC', recurrence: { rule: 'FREQ=WEEKLY;BYDAY=MO' } },
    ...more,
  })
  return { channel, post_at, answer, series: answer.recurrence as Record<string, unknown> & { id: string } }
}

test('scheduled with a rule it repeats: the answer is that of its first message, with the series beside it', async () => {
  const { answer, post_at, series, channel } = await weekly()
  expect(answer).toMatchObject({ ok: true, channel, post_at, scheduled_message_id: expect.stringMatching(/^Q/) })
  expect(series).toMatchObject({
    id: expect.stringMatching(/^R/),
    ...{ rule: 'FREQ=WEEKLY;BYDAY=MO', time_zone: 'UTC', status: 'active', belongs_to: 'author', text: 'weekly' },
    next: [0, 7, 14, 21, 28].map((days) => expect.objectContaining({ post_at: post_at + days * DAY_S })),
  })
  const listed = await call('chat.scheduledMessages.list', { channel })
  expect(listed.scheduled_messages).toMatchObject(
    [0, 7, 14].map((days) => ({
      post_at: post_at + days * DAY_S,
      recurrence: { series_id: series.id, rule: 'FREQ=WEEKLY;BYDAY=MO' },
    })),
  )
  expect((await call('chat.scheduledSeries.list', { channel })).series).toEqual([series])
})

test('deleting one of its messages skips it; the series is skipped, paused, resumed, edited and ended as a whole', async () => {
  const { answer, post_at, series, channel } = await weekly()
  await call('chat.deleteScheduledMessage', { channel, scheduled_message_id: answer.scheduled_message_id })
  const update = async (args: Record<string, unknown>) => {
    const changed = await call('chat.updateScheduledSeries', { series_id: series.id, ...args })
    expect(changed, JSON.stringify(args)).toMatchObject({ ok: true, too_late: [] })
    return changed.series as { next: { post_at: number }[]; status: string; text: string; rule: string }
  }
  expect((await update({ action: 'skip_next' })).next[0]?.post_at).toBe(post_at + 14 * DAY_S)
  expect(await update({ action: 'pause' })).toMatchObject({ status: 'paused', next: [] })
  expect((await call('chat.scheduledMessages.list', { channel })).scheduled_messages).toEqual([])
  expect((await update({ action: 'resume' })).next[0]?.post_at).toBe(post_at + 14 * DAY_S)
  const edited = await update({
    action: 'edit',
    text: 'fortnightly',
    recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO' },
  })
  expect(edited).toMatchObject({ text: 'fortnightly', rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO' })
  expect(edited.next.map((each) => each.post_at - edited.next[0]!.post_at)).toEqual(
    [0, 14, 28, 42, 56].map((d) => d * DAY_S),
  )
  expect(await update({ action: 'end' })).toMatchObject({ status: 'ended', next: [] })
  expect(await call('chat.updateScheduledSeries', { series_id: series.id, action: 'pause' })).toMatchObject({
    error: 'invalid_series_id',
  })
})

test('edited from a later day on: the series ends before it, and what follows is a series of its own', async () => {
  const { series, post_at, channel } = await weekly()
  const from = new Date((post_at + 7 * DAY_S) * 1000).toISOString().slice(0, 10)
  const changed = await call('chat.updateScheduledSeries', {
    series_id: series.id,
    action: 'edit',
    from,
    text: 'later',
  })
  expect(changed).toMatchObject({ ok: true, too_late: [], series: { id: series.id, text: 'weekly' } })
  const following = changed.following as { id: string; next: { post_at: number }[] }
  expect(following).toMatchObject({ id: expect.stringMatching(/^R/), text: 'later', rule: 'FREQ=WEEKLY;BYDAY=MO' })
  expect(following.next.map((each) => each.post_at)).toEqual([7, 14, 21, 28, 35].map((days) => post_at + days * DAY_S))
  expect((await call('chat.scheduledMessages.list', { channel })).scheduled_messages).toMatchObject([
    { text: 'weekly', recurrence: { series_id: series.id } },
    ...Array(3).fill({ text: 'later', recurrence: { series_id: following.id } }),
  ])
  const none = await call('chat.updateScheduledSeries', { series_id: series.id, action: 'edit', from, text: 'x' })
  expect(none).toMatchObject({ ok: false, error: 'invalid_arguments' })
  expect(JSON.stringify(none)).toContain(from)
})

test('conditions are those of every one of its messages, and are changed for all following ones', async () => {
  const { channel, post_at, series } = await weekly({
    ...{ only_if_no_reply: true, skip_if_away: true },
    recurrence: { rule: 'FREQ=WEEKLY;BYDAY=MO', late_by: 900 },
  })
  const conditions = { only_if_no_reply: true, hold_if_archived: false, skip_if_away: true }
  expect(series).toMatchObject({ ...conditions, late_by: 900 })
  const listed = async () => (await call('chat.scheduledMessages.list', { channel })).scheduled_messages
  expect(await listed()).toMatchObject(
    [0, 7, 14].map((days) => ({ ...conditions, not_after: post_at + days * DAY_S + 900 })),
  )
  const changed = await call('chat.updateScheduledSeries', {
    ...{ series_id: series.id, action: 'edit', only_if_no_reply: false, hold_if_archived: 'true' },
    recurrence: { late_by: null },
  })
  const now = { only_if_no_reply: false, hold_if_archived: true, skip_if_away: true }
  expect(changed).toMatchObject({ ok: true, series: { ...now, rule: 'FREQ=WEEKLY;BYDAY=MO' } })
  expect(changed.series).not.toHaveProperty('late_by')
  const messages = (await listed()) as Record<string, unknown>[]
  expect(messages).toMatchObject([0, 7, 14].map((days) => ({ ...now, post_at: post_at + days * DAY_S })))
  expect(messages.some((message) => 'not_after' in message)).toBe(false)
})

test('repeated with the same key it is the same series (C9)', async () => {
  const channel = await scene().newChannel()
  const args = {
    ...{ channel, text: 'once', post_at: await nextMonday(), client_msg_id: 'series-1' },
    recurrence: { rule: 'FREQ=DAILY' },
  }
  const answers = [await call('chat.scheduleMessage', args), await call('chat.scheduleMessage', args)]
  expect(answers[0]).toMatchObject({ ok: true })
  expect(answers[1]).toEqual(answers[0])
})

test('what cannot be is refused with what was wrong', async () => {
  const channel = await scene().newChannel()
  const post_at = await nextMonday()
  const refused = async (recurrence: unknown, more: Record<string, unknown> = {}) =>
    call('chat.scheduleMessage', { channel, text: 'x', post_at, recurrence, ...more })
  expect(await refused({ rule: 'FREQ=HOURLY' })).toMatchObject({
    error: 'invalid_recurrence',
    response_metadata: { messages: [expect.stringContaining('FREQ=HOURLY')] },
  })
  expect(await refused({ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' })).toMatchObject({ error: 'invalid_recurrence' })
  expect(await refused({})).toMatchObject({ error: 'invalid_arguments' })
  expect(await refused('{"rule":')).toMatchObject({ error: 'invalid_recurrence' })
  expect(await refused({ rule: 'FREQ=DAILY' }, { not_after: post_at + 60 })).toMatchObject({
    error: 'invalid_arguments',
    response_metadata: { messages: [expect.stringContaining('late_by')] },
  })
  expect(await refused({ rule: 'FREQ=DAILY', late_by: -1 })).toMatchObject({ error: 'invalid_arguments' })
  expect(await call('chat.updateScheduledSeries', { series_id: 'R000', action: 'pause' })).toMatchObject({
    error: 'invalid_series_id',
  })
  const { series } = await weekly()
  expect(await call('chat.updateScheduledSeries', { series_id: series.id, action: 'explode' })).toMatchObject({
    error: 'invalid_arguments',
  })
  expect(await call('chat.updateScheduledSeries', { series_id: series.id, action: 'hand_over' })).toMatchObject({
    error: 'user_not_found',
  })
})

test('a choice between two instants is of one message: with a series it is refused, not ignored', async () => {
  const { series, channel, post_at } = await weekly()
  const fresh = { channel, text: 'x', post_at, time_zone: 'UTC', recurrence: { rule: 'FREQ=WEEKLY' } }
  expect(await call('chat.scheduleMessage', { ...fresh, time_choice: 'later' })).toMatchObject({
    ...{ ok: false, error: 'invalid_arguments' },
    response_metadata: { messages: [expect.stringContaining('time_choice')] },
  })
  for (const more of [{ time_choice: 'later' }, { post_at }])
    expect(
      await call('chat.updateScheduledSeries', { series_id: series.id, action: 'edit', ...more }),
      JSON.stringify(more),
    ).toMatchObject({ ok: false, error: 'invalid_arguments' })
  expect((await call('chat.scheduledSeries.list', { channel })).series).toEqual([series])
})
