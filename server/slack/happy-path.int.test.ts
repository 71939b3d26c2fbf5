/** Every method, through the official client as it is published. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { formatId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { nowSeconds } from '#server/testing/scheduling.ts'
import { listMyConversations } from '#server/usecases/conversations/list-conversations.ts'
import { addBot, tokenOf } from '#server/testing/slack-door.ts'
import { useSlackScene, type SlackScene } from '#server/testing/slack-scene.ts'

const scene = useSlackScene()
let { door, company, ana, token, slack, newChannel } = {} as SlackScene
let general: string
beforeAll(() => {
  ;({ door, company, ana, token, slack, newChannel } = scene())
  general = formatId('conversation', company.workspaceId)
})

const idOf = (actor: Actor) => formatId('member', actor.memberId)
const madeUp = () => `c-${Math.random().toString(36).slice(2, 10)}`

test('api.test gives back what it got, and fails on demand', async () => {
  expect(await slack.apiCall('api.test', { foo: 'bar' })).toMatchObject({ ok: true, args: { foo: 'bar' } })
  await expect(slack.api.test({ error: 'my_error' })).rejects.toMatchObject({ data: { ok: false, error: 'my_error' } })
})

test('auth.test tells whose token it is; of a bot also its bot_id', async () => {
  const answer = await slack.auth.test()
  expect(answer).toMatchObject({
    team: 'Company',
    team_id: formatId('workspace', company.workspaceId),
    user_id: idOf(ana),
    url: 'http://chat.test/',
  })
  expect(answer.bot_id).toBeUndefined()
  const bot = await addBot(scene().world.resources, ana)
  expect(await door.client(bot.token).auth.test()).toMatchObject({ user_id: bot.user, bot_id: `B${bot.user.slice(1)}` })
})

test('chat.postMessage answers with the ts under which conversations.history shows the message', async () => {
  const channel = await newChannel()
  const metadata = { event_type: 'released', event_payload: { id: '7' } }
  const posted = await slack.chat.postMessage({ channel, text: 'hello', metadata })
  expect(posted).toMatchObject({
    channel,
    message: { type: 'message', text: 'hello', user: idOf(ana), ts: posted.ts, metadata },
  })
  expect(posted.ts).toMatch(/^\d{10}\.\d{6}$/)
  const { messages } = await slack.conversations.history({ channel })
  expect(messages).toEqual([expect.objectContaining({ text: 'hello', ts: posted.ts, user: idOf(ana) })])
  expect(messages?.[0]?.metadata).toBeUndefined()
  const full = await slack.conversations.history({ channel, include_all_metadata: true })
  expect(full.messages?.[0]).toMatchObject({ metadata })
})

test('chat.postMessage writes into a thread, also one named by a reply', async () => {
  const channel = await newChannel()
  const root = await slack.chat.postMessage({ channel, text: 'root' })
  const reply = await slack.chat.postMessage({ channel, text: 'reply', thread_ts: root.ts ?? '' })
  const second = await slack.chat.postMessage({ channel, text: 'second', thread_ts: reply.ts ?? '' })
  expect([reply, second].map(({ message }) => message)).toMatchObject([{ thread_ts: root.ts }, { thread_ts: root.ts }])
  const { messages } = await slack.conversations.history({ channel })
  expect(messages?.map(({ text, thread_ts }) => [text, thread_ts])).toEqual([['root', root.ts]])
  expect(messages?.[0]).toMatchObject({ reply_count: 2, reply_users: [idOf(ana)] })

  const third = await slack.chat.postMessage({
    channel,
    text: 'third',
    thread_ts: root.ts ?? '',
    reply_broadcast: true,
  })
  const inChannel = (await slack.conversations.history({ channel })).messages
  expect(inChannel?.map(({ text, subtype }) => [text, subtype])).toEqual([
    ['third', 'thread_broadcast'],
    ['root', undefined],
  ])
  const thread = { channel, ts: reply.ts ?? '' }
  const texts = ({ messages: all }: { messages?: { text?: string }[] }) => all?.map(({ text }) => text)
  expect(texts(await slack.conversations.replies(thread))).toEqual(['root', 'reply', 'second', 'third'])
  const page = await slack.conversations.replies({ ...thread, limit: 2 })
  expect([texts(page), page.has_more]).toEqual([['root', 'reply', 'second'], true])
  const cursor = page.response_metadata?.next_cursor ?? ''
  const rest = await slack.conversations.replies({ ...thread, limit: 2, cursor })
  expect([texts(rest), rest.has_more]).toEqual([['root', 'third'], false])
  expect(texts(await slack.conversations.replies({ ...thread, oldest: second.ts ?? '' }))).toEqual(['root', 'third'])

  await slack.chat.delete({ channel, ts: third.ts ?? '' })
  expect((await slack.conversations.history({ channel })).messages).toMatchObject([{ text: 'root', reply_count: 2 }])
})

test('chat.update changes what it is given and marks the message; chat.delete takes it away', async () => {
  const channel = await newChannel()
  const blocks = [{ type: 'divider' }]
  const { ts = '' } = await slack.chat.postMessage({ channel, text: 'frist', blocks })
  const updated = await slack.chat.update({ channel, ts, text: 'first' })
  expect(updated).toMatchObject({ channel, ts, text: 'first', message: { text: 'first', user: idOf(ana), blocks } })
  const { messages } = await slack.conversations.history({ channel })
  expect(messages).toMatchObject([{ ts, text: 'first', blocks, edited: { user: idOf(ana) } }])
  expect(await slack.chat.update({ channel, ts, blocks: [] })).toMatchObject({ text: 'first' })
  expect((await slack.conversations.history({ channel })).messages?.[0]).not.toHaveProperty('blocks')

  expect(await slack.chat.delete({ channel, ts })).toMatchObject({ ok: true, channel, ts })
  expect((await slack.conversations.history({ channel })).messages).toEqual([])
  await expect(slack.chat.delete({ channel, ts })).rejects.toMatchObject({ data: { error: 'message_not_found' } })
})

test('reactions are added, seen by everyone, listed by who chose them, and removed', async () => {
  const channel = await newChannel()
  const bo = await company.hire()
  await slack.conversations.invite({ channel, users: idOf(bo) })
  const theirs = door.client(await tokenOf(scene().world.resources, bo))
  const { ts = '' } = await slack.chat.postMessage({ channel, text: 'released' })
  const item = { channel, timestamp: ts }
  await slack.reactions.add({ ...item, name: 'thumbsup' })
  await theirs.reactions.add({ ...item, name: '+1' })
  await theirs.reactions.add({ ...item, name: 'wave::skin-tone-3' })
  const reactions = [
    { name: '+1', users: [idOf(ana), idOf(bo)], count: 2 },
    { name: 'wave::skin-tone-3', users: [idOf(bo)], count: 1 },
  ]
  expect(await slack.reactions.get(item)).toMatchObject({ type: 'message', channel, message: { ts, reactions } })
  expect((await slack.conversations.history({ channel })).messages).toMatchObject([{ ts, reactions }])
  expect((await slack.reactions.list({ user: idOf(bo) })).items).toMatchObject([{ channel, message: { ts } }])
  await theirs.reactions.remove({ ...item, name: 'wave::skin-tone-3' })
  await theirs.reactions.remove({ ...item, name: 'thumbsup' })
  expect((await slack.reactions.get(item)).message?.reactions).toEqual([{ name: '+1', users: [idOf(ana)], count: 1 }])
  expect((await slack.reactions.list({ user: idOf(bo) })).items).toEqual([])

  const hidden = await newChannel({ isPrivate: true })
  const secret = await slack.chat.postMessage({ channel: hidden, text: 'for us' })
  await slack.reactions.add({ channel: hidden, timestamp: secret.ts ?? '', name: 'eyes' })
  expect(JSON.stringify(await theirs.reactions.list({ user: idOf(ana) })), 'what he may not read').not.toContain(
    'for us',
  )
  expect(JSON.stringify(await slack.reactions.list({}))).toContain('for us')
})

test('a message is pinned for everyone, listed and taken down; a deleted one is not pinned any more', async () => {
  const channel = await newChannel()
  const [one, two] = [
    await slack.chat.postMessage({ channel, text: 'one' }),
    await slack.chat.postMessage({ channel, text: 'two' }),
  ]
  await slack.pins.add({ channel, timestamp: one.ts ?? '' })
  await slack.pins.add({ channel, timestamp: two.ts ?? '' })
  const { items } = await slack.pins.list({ channel })
  expect(items).toMatchObject([
    { type: 'message', channel, created_by: idOf(ana), message: { text: 'two', ts: two.ts } },
    { type: 'message', channel, created_by: idOf(ana), message: { text: 'one', ts: one.ts } },
  ])
  expect(await slack.conversations.history({ channel })).toMatchObject({ pin_count: 2 })
  await slack.pins.remove({ channel, timestamp: one.ts ?? '' })
  await slack.chat.delete({ channel, ts: two.ts ?? '' })
  expect((await slack.pins.list({ channel })).items).toEqual([])
})

test('a channel is renamed, given a topic, left by some, closed and opened; a message has an address', async () => {
  const channel = await newChannel()
  const bo = await company.hire()
  await slack.conversations.invite({ channel, users: idOf(bo) })
  const { ts = '' } = await slack.chat.postMessage({ channel, text: 'here' })
  const { permalink } = await slack.chat.getPermalink({ channel, message_ts: ts })
  expect(permalink).toMatch(new RegExp(`^http://chat\\.test/client/T\\w+/${channel}\\?at=\\w+$`))
  const name = madeUp()
  expect(await slack.conversations.rename({ channel, name })).toMatchObject({ channel: { id: channel, name } })
  const topic = 'Releases'
  expect((await slack.conversations.setTopic({ channel, topic })).channel).toMatchObject({ topic: { value: topic } })
  const purpose = 'Where releases are told'
  expect(await slack.conversations.setPurpose({ channel, purpose })).toMatchObject({ purpose })
  expect((await slack.conversations.info({ channel })).channel).toMatchObject({
    ...{ topic: { value: topic }, purpose: { value: purpose } },
  })
  await slack.conversations.kick({ channel, user: idOf(bo) })
  expect((await slack.conversations.members({ channel })).members).toEqual([idOf(ana)])
  await slack.conversations.archive({ channel })
  expect((await slack.conversations.info({ channel })).channel).toMatchObject({ is_archived: true, name })
  await slack.conversations.unarchive({ channel })
  expect(await slack.conversations.leave({ channel })).toMatchObject({ ok: true })
  expect(await slack.conversations.leave({ channel })).toMatchObject({ ok: true, not_in_channel: true })
  await expect(slack.conversations.leave({ channel: general })).rejects.toMatchObject({
    data: { error: 'cant_leave_general' },
  })
})

test('chat.postMessage takes the name of a channel, and a person, whose direct conversation it opens', async () => {
  expect(await slack.chat.postMessage({ channel: '#general', text: 'by name' })).toMatchObject({ channel: general })
  const bo = await company.hire()
  const direct = await slack.chat.postMessage({ channel: idOf(bo), text: 'to you' })
  expect(direct.channel).toMatch(/^D/)
  const theirs = door.client(await tokenOf(scene().world.resources, bo))
  expect((await theirs.conversations.history({ channel: direct.channel ?? '' })).messages).toMatchObject([
    { text: 'to you' },
  ])
})

test('a message is scheduled, listed, changed and deleted under the same id (K46)', async () => {
  const channel = await newChannel()
  const post_at = (await nowSeconds(scene().world.resources)) + 600
  const scheduled = await slack.chat.scheduleMessage({ channel, text: 'later', post_at })
  expect(scheduled).toMatchObject({
    channel,
    post_at,
    message: { text: 'later', type: 'delayed_message', user: idOf(ana) },
  })
  const id = scheduled.scheduled_message_id ?? ''
  expect(id).toMatch(/^Q[0-9A-Z]{14}$/)

  const listed = await slack.chat.scheduledMessages.list({ channel })
  expect(listed.scheduled_messages).toEqual([
    {
      id,
      channel_id: channel,
      post_at,
      time_zone: expect.any(String),
      date_created: expect.any(Number),
      text: 'later',
      status: 'scheduled',
      editable_until: post_at,
      ...{ can_edit: true, can_cancel: true },
      ...{ only_if_no_reply: false, hold_if_archived: false, skip_if_away: false },
    },
  ])

  const changed = await slack.apiCall('chat.updateScheduledMessage', {
    scheduled_message_id: id,
    text: 'better',
    post_at: post_at + 1,
  })
  expect(changed).toMatchObject({
    ok: true,
    channel,
    scheduled_message_id: id,
    post_at: post_at + 1,
    text: 'better',
    message: { text: 'better' },
  })
  expect((await slack.chat.scheduledMessages.list({ channel })).scheduled_messages).toMatchObject([
    { id, text: 'better', post_at: post_at + 1 },
  ])

  expect((await slack.chat.deleteScheduledMessage({ channel, scheduled_message_id: id })).ok).toBe(true)
  expect((await slack.chat.scheduledMessages.list({ channel })).scheduled_messages).toEqual([])
})

test('conversations.create, info, list and members agree on a channel', async () => {
  const channel = await newChannel({ isPrivate: true })
  const { channel: info } = await slack.conversations.info({ channel, include_num_members: true })
  expect(info).toMatchObject({
    id: channel,
    is_private: true,
    is_group: true,
    is_channel: false,
    is_member: true,
    creator: idOf(ana),
    num_members: 1,
  })
  const { channels } = await slack.conversations.list({ types: 'private_channel' })
  expect(channels?.find(({ id }) => id === channel)).toMatchObject({
    name: info?.name,
    num_members: 1,
    created: info?.created,
  })
  expect((await slack.conversations.members({ channel })).members).toEqual([idOf(ana)])
  expect((await slack.conversations.info({ channel: general })).channel).toMatchObject({
    name: 'general',
    is_general: true,
  })
})

test('conversations.join lets oneself in, conversations.invite others', async () => {
  const channel = await newChannel()
  const bo = await company.hire()
  const cy = await company.hire()
  const theirs = door.client(await tokenOf(scene().world.resources, bo))
  expect((await theirs.conversations.info({ channel })).channel).toMatchObject({ is_member: false })
  expect((await theirs.conversations.join({ channel })).channel).toMatchObject({ id: channel, is_member: true })
  expect(await theirs.conversations.join({ channel })).toMatchObject({ ok: true, warning: 'already_in_channel' })
  expect((await slack.conversations.invite({ channel, users: idOf(cy) })).channel).toMatchObject({ id: channel })
  expect((await slack.conversations.members({ channel })).members?.toSorted()).toEqual(
    [ana, bo, cy].map(idOf).toSorted(),
  )
})

test('conversations.invite with force invites whom it can and tells of the others', async () => {
  const channel = await newChannel()
  const bo = await company.hire()
  const answer = await slack.conversations.invite({ channel, users: `${idOf(bo)},U404`, force: true })
  expect(answer).toMatchObject({ ok: true, errors: [{ user: 'U404', ok: false, error: 'user_not_found' }] })
  expect((await slack.conversations.members({ channel })).members).toContain(idOf(bo))
})

test('conversations.open finds the one direct conversation, from both sides and by its id', async () => {
  const bo = await company.hire()
  await expect(slack.conversations.open({ users: idOf(bo), prevent_creation: true })).rejects.toMatchObject({
    data: { error: 'channel_not_found' },
  })
  const opened = await slack.conversations.open({ users: idOf(bo) })
  const id = opened.channel?.id ?? ''
  expect(id).toMatch(/^D/)
  expect(opened.already_open).toBeUndefined()
  const theirs = door.client(await tokenOf(scene().world.resources, bo))
  expect(await theirs.conversations.open({ users: idOf(ana), return_im: true })).toMatchObject({
    already_open: true,
    channel: { id, is_im: true, user: idOf(ana) },
  })
  expect(await slack.conversations.open({ channel: id })).toMatchObject({ already_open: true, channel: { id } })
  expect((await slack.conversations.list({ types: 'im' })).channels).toContainEqual(
    expect.objectContaining({ id, user: idOf(bo) }),
  )
})

test('users.list and users.info show people with their zones, and addresses only with their scope', async () => {
  const bo = await company.hire()
  const { user } = await slack.users.info({ user: idOf(bo) })
  expect(user).toMatchObject({
    id: idOf(bo),
    tz: 'Asia/Tokyo',
    tz_offset: 32_400,
    tz_label: 'Japan Standard Time',
    deleted: false,
    is_bot: false,
  })
  expect(user?.profile?.email).toMatch(/@example\.test$/)
  const { members } = await slack.users.list({})
  expect(members?.find(({ id }) => id === idOf(bo))).toEqual(user)
  expect(members?.find(({ id }) => id === idOf(company.owner))).toMatchObject({ is_owner: true, is_admin: true })
  const few = door.client(await tokenOf(scene().world.resources, ana, ['users:read']))
  expect((await few.users.info({ user: idOf(bo) })).user?.profile).not.toHaveProperty('email')
})

test('people are found by address and by what they are in; programs by their bot, the workspace by its token', async () => {
  const bo = await company.hire()
  const { user } = await slack.users.info({ user: idOf(bo) })
  const email = user?.profile?.email ?? ''
  expect((await slack.users.lookupByEmail({ email: email.toUpperCase() })).user).toEqual(user)
  expect((await slack.users.profile.get({ user: idOf(bo) })).profile).toEqual(user?.profile)
  expect((await slack.users.profile.get({})).profile).toMatchObject({
    team: formatId('workspace', company.workspaceId),
  })

  const [shared, mine, hidden] = [await newChannel(), await newChannel(), await newChannel({ isPrivate: true })]
  await slack.conversations.invite({ channel: shared, users: idOf(bo) })
  const theirs = door.client(await tokenOf(scene().world.resources, bo))
  const types = 'public_channel,private_channel,im'
  const idsOf = async (client: typeof slack, user?: string) =>
    (await client.users.conversations({ types, limit: 1_000, ...(user ? { user } : {}) })).channels?.map(({ id }) => id)
  expect((await idsOf(slack, idOf(bo)))?.toSorted()).toEqual([general, shared].toSorted())
  expect(await idsOf(slack)).toEqual(expect.arrayContaining([general, shared, mine, hidden]))
  const seenByBo = await idsOf(theirs, idOf(ana))
  expect(seenByBo).toEqual(expect.arrayContaining([shared, mine]))
  expect(seenByBo, 'what he may not see').not.toContain(hidden)
  const first = await slack.users.conversations({ types, limit: 1 })
  const second = await slack.users.conversations({
    types,
    limit: 1,
    cursor: first.response_metadata?.next_cursor ?? '',
  })
  expect(second.channels?.[0]?.id).not.toBe(first.channels?.[0]?.id)

  const bot = await addBot(scene().world.resources, ana)
  const id = `B${bot.user.slice(1)}`
  expect((await slack.bots.info({ bot: id })).bot).toMatchObject({ id, user_id: bot.user, deleted: false })
  expect((await slack.team.info()).team).toMatchObject({ name: 'Company' })
  expect(await slack.emoji.list()).toMatchObject({ ok: true, emoji: {} })
})

test('chat.meMessage says it slanted; conversations.mark raises how far one has read', async () => {
  const channel = await newChannel()
  const { ts = '' } = await slack.chat.meMessage({ channel, text: 'waves' })
  expect((await slack.conversations.history({ channel })).messages).toMatchObject([{ ts, text: '_waves_' }])
  const bo = await company.hire()
  await slack.conversations.invite({ channel, users: idOf(bo) })
  const later = await slack.chat.postMessage({ channel, text: 'news' })
  const unread = async () =>
    (await listMyConversations(scene().world.resources, bo)).find(
      ({ conversation }) => formatId('conversation', conversation.id) === channel,
    )?.unread
  expect(await unread()).toBe(1)
  const theirs = door.client(await tokenOf(scene().world.resources, bo))
  await theirs.conversations.mark({ channel, ts: later.ts ?? '' })
  await theirs.conversations.mark({ channel, ts })
  expect(await unread()).toBe(0)
})

test('every success answer, as it comes over the wire, fits the response type that the SDK declares', async () => {
  const channel = await newChannel()
  const bo = await company.hire()
  const post_at = (await nowSeconds(scene().world.resources)) + 600
  const call = (method: string, args: Record<string, unknown> = {}) => door.call(token, method, args)
  const scheduled = await call('chat.scheduleMessage', { channel, post_at, text: 'x' })
  const { ts } = await call('chat.postMessage', { channel, text: 'x' })
  const closing = await newChannel()
  const bot = await addBot(scene().world.resources, ana)
  const email = (await slack.users.info({ user: idOf(ana) })).user?.profile?.email
  const { ts: rootTs } = await call('chat.postMessage', { channel, text: 'x' })
  await call('chat.postMessage', { channel, text: 'x', thread_ts: rootTs })
  const answers: Record<string, unknown> = {
    ApiTestResponse: await call('api.test', { foo: 'bar' }),
    AuthTestResponse: await call('auth.test'),
    ChatPostMessageResponse: await call('chat.postMessage', { channel, text: 'x' }),
    PinsAddResponse: await call('pins.add', { channel, timestamp: ts }),
    PinsListResponse: await call('pins.list', { channel }),
    PinsRemoveResponse: await call('pins.remove', { channel, timestamp: ts }),
    ReactionsAddResponse: await call('reactions.add', { channel, timestamp: ts, name: 'tada' }),
    ReactionsGetResponse: await call('reactions.get', { channel, timestamp: ts }),
    ReactionsListResponse: await call('reactions.list'),
    ReactionsRemoveResponse: await call('reactions.remove', { channel, timestamp: ts, name: 'tada' }),
    ChatUpdateResponse: await call('chat.update', { channel, ts, text: 'y' }),
    ChatDeleteResponse: await call('chat.delete', { channel, ts }),
    ChatScheduleMessageResponse: scheduled,
    ChatScheduledMessagesListResponse: await call('chat.scheduledMessages.list'),
    ChatDeleteScheduledMessageResponse: await call('chat.deleteScheduledMessage', {
      channel,
      scheduled_message_id: scheduled.scheduled_message_id,
    }),
    ConversationsListResponse: await call('conversations.list'),
    ConversationsInfoResponse: await call('conversations.info', { channel }),
    ConversationsHistoryResponse: await call('conversations.history', { channel }),
    ConversationsRenameResponse: await call('conversations.rename', { channel, name: madeUp() }),
    ConversationsSetTopicResponse: await call('conversations.setTopic', { channel, topic: 'x' }),
    ConversationsSetPurposeResponse: await call('conversations.setPurpose', { channel, purpose: 'x' }),
    ConversationsArchiveResponse: await call('conversations.archive', { channel: closing }),
    ConversationsUnarchiveResponse: await call('conversations.unarchive', { channel: closing }),
    ConversationsLeaveResponse: await call('conversations.leave', { channel: closing }),
    ChatGetPermalinkResponse: await call('chat.getPermalink', { channel, message_ts: rootTs }),
    ConversationsRepliesResponse: await call('conversations.replies', { channel, ts: rootTs }),
    ConversationsMembersResponse: await call('conversations.members', { channel }),
    ConversationsCreateResponse: await call('conversations.create', { name: madeUp() }),
    ConversationsJoinResponse: await call('conversations.join', { channel }),
    ConversationsInviteResponse: await call('conversations.invite', { channel, users: idOf(bo) }),
    ConversationsOpenResponse: await call('conversations.open', { users: idOf(bo), return_im: true }),
    UsersListResponse: await call('users.list'),
    UsersInfoResponse: await call('users.info', { user: idOf(bo) }),
    UsersLookupByEmailResponse: await call('users.lookupByEmail', { email: email }),
    UsersConversationsResponse: await call('users.conversations'),
    UsersProfileGetResponse: await call('users.profile.get', { user: idOf(bo) }),
    TeamInfoResponse: await call('team.info'),
    BotsInfoResponse: await call('bots.info', { bot: `B${bot.user.slice(1)}` }),
    EmojiListResponse: await call('emoji.list'),
    ChatMeMessageResponse: await call('chat.meMessage', { channel, text: 'waves' }),
    ConversationsMarkResponse: await call('conversations.mark', { channel, ts: rootTs }),
    ConversationsKickResponse: await call('conversations.kick', { channel, user: idOf(bo) }),
  }
  for (const [type, answer] of Object.entries(answers)) expect(answer, type).toMatchObject({ ok: true })
  expect(await compile(answers)).toBe('')
}, 120_000)

/** Assigns each answer to its type and asks the compiler. @returns its complaints */
async function compile(answers: Record<string, unknown>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-slack-types-'))
  try {
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    const lines = Object.entries(answers).flatMap(([type, answer], i) => [
      `const answer${i} = ${JSON.stringify(answer)}`,
      `export const typed${i}: slack.${type} = answer${i}`,
    ])
    writeFileSync(join(folder, 'answers.ts'), [`import type * as slack from '@slack/web-api'`, ...lines].join('\n'))
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--types',
      'node',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ]
    const tsc = join(process.cwd(), 'node_modules', '.bin', 'tsc')
    await promisify(execFile)(tsc, [...options, 'answers.ts'], { cwd: folder })
    return ''
  } catch (error) {
    return (error as { stdout?: string }).stdout || String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
