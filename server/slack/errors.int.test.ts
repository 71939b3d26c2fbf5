/** Every code of every method that can be reached, once; and that nothing of another workspace or a hidden place shows (I7). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatId, type ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { react } from '#server/usecases/messages/react.ts'
import { MOST_REACTIONS } from '#server/domain/message/reactions.ts'
import { MOST_PINS, pinMessage } from '#server/usecases/messages/pin.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { nowSeconds, scheduleOne } from '#server/testing/scheduling.ts'
import { addBot, openSlackDoor, tokenOf, type SlackDoor } from '#server/testing/slack-door.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { formatTs } from './timestamp.ts'

const world = useTestWorld()
let door: SlackDoor
let scene: Awaited<ReturnType<typeof setScene>>

beforeAll(async () => {
  door = await openSlackDoor(world().resources)
  scene = await setScene()
})
afterAll(() => door.close())

async function setScene() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const [ana, bo, gone] = [
    await addMember(resources, workspaceId),
    await addMember(resources, workspaceId),
    await addMember(resources, workspaceId),
  ]
  const stranger = await addMember(resources, await addWorkspace(resources))
  const run = (sql: string, id: string, at = workspaceId) => resources.mysql.read.query(sql, [at, id])
  const [goneEmail, strangerEmail] = ['gone@example.test', 'stranger@example.test']
  await run(`UPDATE member SET email = '${goneEmail}' WHERE workspace_id = ? AND id = ?`, gone.memberId)
  await run(
    `UPDATE member SET email = '${strangerEmail}' WHERE workspace_id = ? AND id = ?`,
    stranger.memberId,
    stranger.workspaceId,
  )
  const place = (id: ConversationId, letter = 'C') => formatId('conversation', id, letter)
  const person = (actor: Actor) => formatId('member', actor.memberId)

  const open = await addConversation(resources, [ana, bo], { name: 'open' })
  const archived = await addConversation(resources, [ana, bo])
  await run('UPDATE channel SET archived_ms = 1 WHERE workspace_id = ? AND id = ?', archived)
  await run('UPDATE member SET deactivated_ms = 1 WHERE workspace_id = ? AND id = ?', gone.memberId)
  const theirs = await addConversation(resources, [stranger], { name: 'theirs' })
  const bot = await addBot(resources, ana)
  const said = await addConversation(resources, [ana, bo])
  const tsOf = async (actor: Actor, conversationId: ConversationId) =>
    formatTs((await postMessage(resources, actor, { conversationId, text: 'said', clientToken: randomUUID() })).tsUs)
  const closed = await addConversation(resources, [ana])
  const closedTs = await tsOf(ana, closed)
  await run('UPDATE channel SET archived_ms = 1 WHERE workspace_id = ? AND id = ?', closed)
  const say = (actor: Actor) =>
    postMessage(resources, actor, { conversationId: said, text: 'said', clientToken: randomUUID() })
  const [ofBo, full] = [await say(bo), await say(bo)]
  await pinMessage(resources, ana, { conversationId: said, messageId: ofBo.id, on: true })
  const crowded = await addConversation(resources, [ana])
  const crowdedTs = await tsOf(ana, crowded)
  await resources.mysql.read.query('INSERT INTO pin (workspace_id, channel_id, message_id, pinned_ms) VALUES ?', [
    Array.from({ length: MOST_PINS }, (_, i) => [workspaceId, crowded, i + 1, 1]),
  ])
  await react(resources, ana, { conversationId: said, messageId: ofBo.id, emoji: '+1', on: true })
  const many = Array.from({ length: MOST_REACTIONS }, (_, i) => ({
    name: `e${i}`,
    glyph: 'x',
    memberIds: [bo.memberId],
  }))
  await resources.mysql.read.query('UPDATE message SET reactions = ? WHERE workspace_id = ? AND id = ?', [
    JSON.stringify(many),
    workspaceId,
    full.id,
  ])
  return {
    said: place(said),
    crowded: place(crowded),
    crowdedTs,
    anaTs: await tsOf(ana, said),
    boTs: formatTs(ofBo.tsUs),
    fullTs: formatTs(full.tsUs),
    closed: place(closed),
    closedTs,
    token: await tokenOf(resources, ana),
    botToken: bot.token,
    open: place(open),
    notIn: place(await addConversation(resources, [bo], { name: 'not-in' })),
    archived: place(archived),
    archivedNotIn: await archivedOf(bo),
    restricted: place(await addConversation(resources, [ana], { posting: 'admins' })),
    hidden: place(await addConversation(resources, [bo], { kind: 'private', name: 'hidden' })),
    mine: place(await addConversation(resources, [ana], { kind: 'private' })),
    direct: place(await addConversation(resources, [ana, gone], { kind: 'direct' }), 'D'),
    theirs: place(theirs),
    goneEmail,
    strangerEmail,
    theirTeam: formatId('workspace', stranger.workspaceId),
    theirBot: `B${(await addBot(resources, stranger)).user.slice(1)}`,
    ana: person(ana),
    bo: person(bo),
    gone: person(gone),
    stranger: person(stranger),
    theirScheduled: formatId('scheduled', (await scheduleOne(resources, stranger, theirs)).id),
    myScheduled: formatId('scheduled', (await scheduleOne(resources, ana, open)).id),
    soon: (await nowSeconds(resources)) + 600,
  }

  async function archivedOf(member: Actor): Promise<string> {
    const id = await addConversation(resources, [member])
    await run('UPDATE channel SET archived_ms = 1 WHERE workspace_id = ? AND id = ?', id)
    return place(id)
  }
}

type Scene = Awaited<ReturnType<typeof setScene>>
type Case = [error: string, args: (s: Scene) => Record<string, unknown>, by?: 'bot']

const divider = { type: 'divider' }
const meta = (event_payload: unknown) => ({ event_type: 'a', event_payload })

/** Of everything that is written; what it is written with comes on top. */
const content = (rest: (s: Scene) => Record<string, unknown>): Case[] =>
  (
    [
      ['no_text', {}],
      ['no_text', { text: '   ' }],
      ['no_text', { blocks: [] }],
      ['msg_too_long', { text: 'x'.repeat(40_001) }],
      ['msg_too_long', { markdown_text: 'x'.repeat(12_001) }],
      ['markdown_text_conflict', { text: 'x', markdown_text: 'x' }],
      ['invalid_blocks_format', { blocks: 'no JSON' }],
      ['invalid_blocks_format', { blocks: { type: 'divider' } }],
      ['invalid_blocks', { blocks: [{ type: 'hologram' }] }],
      ['invalid_blocks', { blocks: Array.from({ length: 51 }, () => divider) }],
      [
        'msg_blocks_too_long',
        { blocks: Array.from({ length: 50 }, () => ({ type: 'markdown', text: 'x'.repeat(3_000) })) },
      ],
      ['invalid_attachments', { attachments: 'no JSON' }],
      ['invalid_attachments', { attachments: ['x'] }],
      ['too_many_attachments', { attachments: Array.from({ length: 101 }, () => ({ text: 'x' })) }],
      ['attachment_payload_limit_exceeded', { attachments: [{ text: 'x'.repeat(100_001) }] }],
      ['invalid_metadata_format', { text: 'x', metadata: 'no JSON' }],
      ['invalid_metadata_format', { text: 'x', metadata: [] }],
      ['invalid_metadata_schema', { text: 'x', metadata: { event_type: 'a' } }],
      ['metadata_too_large', { text: 'x', metadata: meta({ a: 'x'.repeat(8_000) }) }],
      ['invalid_arguments', { text: { a: 1 } }],
      ['invalid_arguments', { text: 'x', client_msg_id: 'x'.repeat(256) }],
      ['invalid_thread_ts', { text: 'x', thread_ts: 'yesterday' }],
      ['thread_not_found', { text: 'x', thread_ts: '1700000000.000001' }],
    ] as [string, Record<string, unknown>][]
  ).map(([error, args]) => [error, (s) => ({ channel: s.open, ...rest(s), ...args })])

/** Of every place to write to. */
const places = (rest: (s: Scene) => Record<string, unknown>): Case[] =>
  (
    [
      ['channel_not_found', () => 'C404'],
      ['channel_not_found', (s) => s.theirs],
      ['channel_not_found', (s) => s.hidden],
      ['channel_not_found', () => '#nowhere'],
      ['channel_not_found', () => '#hidden'],
      ['channel_not_found', () => '#theirs'],
      ['channel_not_found', (s) => s.stranger],
      ['channel_not_found', () => '!?'],
      ['not_in_channel', (s) => s.notIn],
      ['not_in_channel', () => 'not-in'],
      ['is_archived', (s) => s.archived],
      ['restricted_action_read_only_channel', (s) => s.restricted],
    ] as [string, (s: Scene) => string][]
  ).map(([error, channel]) => [error, (s) => ({ text: 'x', ...rest(s), channel: channel(s) })])

/** Of every message named by its channel and its `ts`. */
const unsaid = (argument: string, rest: Record<string, unknown> = {}, bad = 'message_not_found'): Case[] =>
  (
    [
      ['channel_not_found', (s) => ({ channel: 'C404', [argument]: s.anaTs })],
      ['channel_not_found', (s) => ({ channel: s.theirs, [argument]: s.anaTs })],
      ['channel_not_found', (s) => ({ channel: s.hidden, [argument]: s.anaTs })],
      [bad, (s) => ({ channel: s.said, [argument]: 'yesterday' })],
      ['message_not_found', (s) => ({ channel: s.said, [argument]: '1700000000.000001' })],
      ['message_not_found', (s) => ({ channel: s.open, [argument]: s.anaTs })],
      ['is_archived', (s) => ({ channel: s.closed, [argument]: s.closedTs })],
    ] as Case[]
  ).map(([error, args]) => [error, (s) => ({ ...rest, ...args(s) })])

/** Of every conversation named by its id. */
const unreadable: Case[] = [
  ['invalid_arguments', () => ({})],
  ['channel_not_found', () => ({ channel: 'C404' })],
  ['channel_not_found', (s) => ({ channel: s.theirs })],
  ['channel_not_found', (s) => ({ channel: s.hidden })],
  ['channel_not_found', (s) => ({ channel: s.bo })],
]
/** Of every change of a channel. */
const managing = (rest: Record<string, unknown> = {}): Case[] =>
  ([...unreadable.slice(1), ['method_not_supported_for_channel_type', (s) => ({ channel: s.direct })]] as Case[]).map(
    ([error, args]) => [error, (s) => ({ ...rest, ...args(s) })],
  )
const limits: Case[] = ['-1', '1001', 'many', 1.5].map((limit) => [
  'invalid_limit',
  (s) => ({ channel: s.open, limit }),
])
const badCursor: Case = ['invalid_cursor', (s) => ({ channel: s.open, cursor: 'dXNlcjpVMDYx' })]
const alone = () => ({})
const soon = (s: Scene) => ({ post_at: s.soon })

const CASES: Record<string, Case[]> = {
  'chat.postMessage': [...content(alone), ...places(alone), ['invalid_arguments', () => ({ text: 'x' })]],
  'chat.scheduleMessage': [
    ...content(soon),
    ...places(soon),
    ['invalid_arguments', (s) => ({ channel: s.open, text: 'x' })],
    ['invalid_arguments', (s) => ({ text: 'x', post_at: s.soon })],
    ['invalid_time', (s) => ({ channel: s.open, text: 'x', post_at: 'soon' })],
    ['time_in_past', (s) => ({ channel: s.open, text: 'x', post_at: s.soon - 10_000 })],
    ['time_too_far', (s) => ({ channel: s.open, text: 'x', post_at: s.soon + 130 * 86_400 })],
  ],
  'chat.scheduledMessages.list': [
    ['invalid_channel', () => ({ channel: 'C404' })],
    ['invalid_channel', (s) => ({ channel: s.theirs })],
    ['invalid_channel', (s) => ({ channel: s.hidden })],
    ['invalid_arguments', () => ({ oldest: 'yesterday' })],
    ...limits,
    badCursor,
  ],
  'chat.deleteScheduledMessage': [
    ['invalid_arguments', (s) => ({ channel: s.open })],
    ['invalid_arguments', (s) => ({ scheduled_message_id: s.myScheduled })],
    ['channel_not_found', (s) => ({ channel: 'C404', scheduled_message_id: s.myScheduled })],
    ['channel_not_found', (s) => ({ channel: s.theirs, scheduled_message_id: s.theirScheduled })],
    ['channel_not_found', (s) => ({ channel: s.hidden, scheduled_message_id: s.myScheduled })],
    ['invalid_scheduled_message_id', (s) => ({ channel: s.open, scheduled_message_id: s.theirScheduled })],
    ['invalid_scheduled_message_id', (s) => ({ channel: s.open, scheduled_message_id: '1298393284' })],
    ['invalid_scheduled_message_id', (s) => ({ channel: s.notIn, scheduled_message_id: s.myScheduled })],
  ],
  'chat.updateScheduledMessage': [
    ['invalid_arguments', () => ({ text: 'x' })],
    ['invalid_arguments', (s) => ({ scheduled_message_id: s.myScheduled })],
    ['invalid_scheduled_message_id', (s) => ({ scheduled_message_id: s.theirScheduled, text: 'x' })],
    ['channel_not_found', (s) => ({ scheduled_message_id: s.theirScheduled, channel: s.theirs, text: 'x' })],
  ],
  'chat.update': [
    ...unsaid('ts', { text: 'x' }),
    ['invalid_arguments', (s) => ({ channel: s.said, text: 'x' })],
    ['cant_update_message', (s) => ({ channel: s.said, ts: s.boTs, text: 'x' })],
    ['no_text', (s) => ({ channel: s.said, ts: s.anaTs, text: ' ' })],
    ['msg_too_long', (s) => ({ channel: s.said, ts: s.anaTs, text: 'x'.repeat(40_001) })],
    ['invalid_blocks', (s) => ({ channel: s.said, ts: s.anaTs, blocks: [{ type: 'hologram' }] })],
    ['cant_update_message', (s) => ({ channel: s.said, ts: s.anaTs, text: 'x' }), 'bot'],
  ],
  'chat.delete': [
    ...unsaid('ts'),
    ['invalid_arguments', (s) => ({ channel: s.said })],
    ['cant_delete_message', (s) => ({ channel: s.said, ts: s.boTs })],
    ['cant_delete_message', (s) => ({ channel: s.said, ts: s.anaTs }), 'bot'],
  ],
  'pins.add': [
    ...unsaid('timestamp', {}, 'bad_timestamp'),
    ['no_item_specified', (s) => ({ channel: s.said })],
    ['not_in_channel', (s) => ({ channel: s.said, timestamp: s.boTs }), 'bot'],
    ['already_pinned', (s) => ({ channel: s.said, timestamp: s.boTs })],
    ['too_many_pins', (s) => ({ channel: s.crowded, timestamp: s.crowdedTs })],
  ],
  'pins.remove': [
    ...unsaid('timestamp', {}, 'bad_timestamp').slice(0, -1),
    ['no_item_specified', (s) => ({ channel: s.said })],
    ['no_pin', (s) => ({ channel: s.said, timestamp: s.anaTs })],
  ],
  'pins.list': unreadable,
  'reactions.add': [
    ...unsaid('timestamp', { name: 'tada' }, 'bad_timestamp'),
    ['no_item_specified', (s) => ({ channel: s.said, name: 'tada' })],
    ['invalid_arguments', (s) => ({ channel: s.said, timestamp: s.boTs })],
    ['invalid_name', (s) => ({ channel: s.said, timestamp: s.boTs, name: 'nothing_of_the_kind' })],
    ['no_access', (s) => ({ channel: s.said, timestamp: s.boTs, name: 'tada' }), 'bot'],
    ['already_reacted', (s) => ({ channel: s.said, timestamp: s.boTs, name: 'thumbsup' })],
    ['too_many_emoji', (s) => ({ channel: s.said, timestamp: s.fullTs, name: 'tada' })],
  ],
  'reactions.remove': [
    ...unsaid('timestamp', { name: 'tada' }, 'bad_timestamp').slice(0, -1),
    ['no_item_specified', (s) => ({ channel: s.said, name: 'tada' })],
    ['invalid_name', (s) => ({ channel: s.said, timestamp: s.boTs, name: 'nothing_of_the_kind' })],
    ['no_reaction', (s) => ({ channel: s.said, timestamp: s.boTs, name: 'tada' })],
  ],
  'reactions.get': [
    ...unsaid('timestamp', {}, 'bad_timestamp').slice(0, -1),
    ['no_item_specified', () => ({})],
    ['no_item_specified', (s) => ({ channel: s.said })],
  ],
  'reactions.list': [
    ['user_not_found', () => ({ user: 'U404' })],
    ['user_not_found', (s) => ({ user: s.stranger })],
    ['invalid_limit', () => ({ limit: 'many' })],
    ['invalid_cursor', () => ({ cursor: 'dXNlcjpVMDYx' })],
  ],
  'conversations.list': [['invalid_types', () => ({ types: 'public_channel,secret' })], ...limits, badCursor],
  'conversations.info': unreadable,
  'conversations.members': [...unreadable, ...limits, badCursor],
  'conversations.history': [
    ...unreadable,
    ...limits,
    badCursor,
    ['invalid_ts_oldest', (s) => ({ channel: s.open, oldest: 'yesterday' })],
    ['invalid_ts_latest', (s) => ({ channel: s.open, latest: 'today' })],
    ['not_in_channel', (s) => ({ channel: s.open }), 'bot'],
  ],
  'conversations.replies': [
    ...unreadable.map(([error, args]): Case => [error, (s) => ({ ...args(s), ts: s.anaTs })]),
    ...limits.map(([error, args]): Case => [error, (s) => ({ ...args(s), channel: s.said, ts: s.anaTs })]),
    ['invalid_cursor', (s) => ({ channel: s.said, ts: s.anaTs, cursor: 'dXNlcjpVMDYx' })],
    ['invalid_thread_ts', (s) => ({ channel: s.said, ts: 'yesterday' })],
    ['thread_not_found', (s) => ({ channel: s.said, ts: '1700000000.000001' })],
    ['invalid_ts_oldest', (s) => ({ channel: s.said, ts: s.anaTs, oldest: 'yesterday' })],
    ['invalid_ts_latest', (s) => ({ channel: s.said, ts: s.anaTs, latest: 'today' })],
    ['channel_not_found', (s) => ({ channel: s.said, ts: s.anaTs }), 'bot'],
  ],
  'chat.getPermalink': unsaid('message_ts').slice(0, -1),
  'conversations.rename': [
    ...managing({ name: 'fine' }),
    ['invalid_name_required', (s) => ({ channel: s.open })],
    ['invalid_name_specials', (s) => ({ channel: s.open, name: 'Capital' })],
    ['name_taken', (s) => ({ channel: s.said, name: 'open' })],
    ['not_in_channel', (s) => ({ channel: s.notIn, name: 'fine' })],
    ['is_archived', (s) => ({ channel: s.archived, name: 'fine' })],
  ],
  'conversations.setPurpose': [
    ...managing({ purpose: 'x' }),
    ['invalid_arguments', (s) => ({ channel: s.open })],
    ['too_long', (s) => ({ channel: s.open, purpose: 'x'.repeat(251) })],
    ['not_in_channel', (s) => ({ channel: s.notIn, purpose: 'x' })],
    ['is_archived', (s) => ({ channel: s.archived, purpose: 'x' })],
  ],
  'conversations.setTopic': [
    ...managing({ topic: 'x' }),
    ['too_long', (s) => ({ channel: s.open, topic: 'x'.repeat(251) })],
    ['not_in_channel', (s) => ({ channel: s.notIn, topic: 'x' })],
    ['is_archived', (s) => ({ channel: s.archived, topic: 'x' })],
  ],
  'conversations.archive': [
    ...managing(),
    ['already_archived', (s) => ({ channel: s.archived })],
    ['not_in_channel', (s) => ({ channel: s.notIn })],
  ],
  'conversations.unarchive': [...managing(), ['not_archived', (s) => ({ channel: s.open })]],
  'conversations.leave': [...managing(), ['last_member', (s) => ({ channel: s.mine })]],
  'conversations.kick': [
    ...managing({ user: 'U404' }),
    ['invalid_arguments', (s) => ({ channel: s.open })],
    ['user_not_found', (s) => ({ channel: s.open, user: 'U404' })],
    ['user_not_found', (s) => ({ channel: s.open, user: s.stranger })],
    ['cant_kick_self', (s) => ({ channel: s.open, user: s.ana })],
    ['not_in_channel', (s) => ({ channel: s.notIn, user: s.bo })],
  ],
  'conversations.create': [
    ['invalid_name_required', () => ({})],
    ['invalid_name', () => ({ name: ['a'] })],
    ['invalid_name_maxlength', () => ({ name: 'x'.repeat(81) })],
    ['invalid_name_punctuation', () => ({ name: '-_-' })],
    ['invalid_name_specials', () => ({ name: 'Capital' })],
    ['invalid_name_specials', () => ({ name: 'a b' })],
    ['invalid_name_specials', () => ({ name: 'a.b' })],
    ['name_taken', () => ({ name: 'open' })],
    ['name_taken', () => ({ name: 'open', is_private: true })],
    ['invalid_arguments', () => ({ name: 'fine', is_private: 'perhaps' })],
  ],
  'conversations.join': [
    ...unreadable,
    ['is_archived', (s) => ({ channel: s.archivedNotIn })],
    ['method_not_supported_for_channel_type', (s) => ({ channel: s.mine })],
    ['method_not_supported_for_channel_type', (s) => ({ channel: s.direct })],
  ],
  'conversations.invite': [
    ...unreadable,
    ['no_user', (s) => ({ channel: s.open })],
    ['user_not_found', (s) => ({ channel: s.open, users: 'U404' })],
    ['user_not_found', (s) => ({ channel: s.open, users: s.stranger })],
    ['user_not_found', (s) => ({ channel: s.open, users: s.gone })],
    ['cant_invite_self', (s) => ({ channel: s.open, users: s.ana })],
    ['already_in_channel', (s) => ({ channel: s.open, users: s.bo })],
    ['already_in_channel', (s) => ({ channel: s.open, users: s.bo, force: true })],
    ['not_in_channel', (s) => ({ channel: s.notIn, users: s.bo })],
    ['is_archived', (s) => ({ channel: s.archived, users: s.bo })],
    ['method_not_supported_for_channel_type', (s) => ({ channel: s.direct, users: s.bo })],
    ['invalid_arguments', (s) => ({ channel: s.open, users: Array.from({ length: 1_001 }, (_, i) => `U${i}`) })],
  ],
  'conversations.open': [
    ['users_list_not_supplied', () => ({})],
    ['user_not_found', () => ({ users: 'U404' })],
    ['user_not_found', (s) => ({ users: s.stranger })],
    ['user_disabled', (s) => ({ users: s.gone })],
    ['too_many_users', (s) => ({ users: `${s.bo},${s.gone}` })],
    ['channel_not_found', (s) => ({ users: s.bo, prevent_creation: true })],
    ['channel_not_found', () => ({ channel: 'D404' })],
    ['method_not_supported_for_channel_type', (s) => ({ channel: s.open })],
  ],
  'search.messages': [
    ['no_query', () => ({})],
    ['no_query', () => ({ query: '  ' })],
    ['invalid_arguments', () => ({ query: 'x'.repeat(501) })],
    ['invalid_arguments', () => ({ query: 'x', count: 101 })],
    ['invalid_arguments', () => ({ query: 'x', page: 'first' })],
    ['invalid_arguments', () => ({ query: 'x', sort: 'best' })],
    ['invalid_cursor', () => ({ query: 'x', cursor: 'dXNlcjpVMDYx' })],
    ['not_allowed_token_type', () => ({ query: 'x' }), 'bot'],
  ],
  'users.list': [...limits, badCursor],
  'users.lookupByEmail': [
    ['invalid_arguments', () => ({})],
    ['users_not_found', () => ({ email: 'nobody@example.test' })],
    ['users_not_found', (s) => ({ email: s.goneEmail })],
    ['users_not_found', (s) => ({ email: s.strangerEmail })],
  ],
  'users.conversations': [
    ['user_not_found', () => ({ user: 'U404' })],
    ['user_not_found', (s) => ({ user: s.stranger })],
    ['invalid_types', () => ({ types: 'secret' })],
    ...limits,
    badCursor,
  ],
  'users.profile.get': [
    ['user_not_found', () => ({ user: 'U404' })],
    ['user_not_found', (s) => ({ user: s.stranger })],
  ],
  'team.info': [
    ['team_not_found', () => ({ team: 'T404' })],
    ['team_not_found', (s) => ({ team: s.theirTeam })],
  ],
  'bots.info': [
    ['invalid_arguments', () => ({})],
    ['bot_not_found', () => ({ bot: 'B404' })],
    ['bot_not_found', (s) => ({ bot: `B${s.bo.slice(1)}` })],
    ['bot_not_found', (s) => ({ bot: s.theirBot })],
  ],
  'emoji.list': [],
  'chat.meMessage': [
    ...places(alone),
    ['no_text', (s) => ({ channel: s.open })],
    ['no_text', (s) => ({ channel: s.open, text: '  ' })],
    ['msg_too_long', (s) => ({ channel: s.open, text: 'x'.repeat(40_001) })],
    ['invalid_arguments', () => ({ text: 'x' })],
  ],
  'conversations.mark': [
    ...unsaid('ts', {}, 'invalid_timestamp').slice(0, -1),
    ['invalid_arguments', (s) => ({ channel: s.said })],
    ['not_in_channel', (s) => ({ channel: s.notIn, ts: s.anaTs })],
  ],
  'users.info': [
    ['invalid_arguments', () => ({})],
    ['user_not_found', () => ({ user: 'U404' })],
    ['user_not_found', (s) => ({ user: s.stranger })],
    ['user_not_found', (s) => ({ user: s.open })],
  ],
}

test.each(Object.entries(CASES))('%s answers with the code of each mistake', async (method, cases) => {
  for (const [error, args, by] of cases) {
    const answer = await door.call(by === 'bot' ? scene.botToken : scene.token, method, args(scene))
    expect(answer, JSON.stringify(args(scene)).slice(0, 200)).toMatchObject({ ok: false, error })
  }
})

test('nothing that was refused left anything behind', async () => {
  const history = await door.call(scene.token, 'conversations.history', { channel: scene.open })
  expect(history.messages).toEqual([])
  const listed = await door.call(scene.token, 'chat.scheduledMessages.list')
  expect((listed.scheduled_messages as { id: string }[]).map(({ id }) => id)).toEqual([scene.myScheduled])
  expect((await door.call(scene.token, 'conversations.list', { types: 'im' })).channels).toHaveLength(1)
})

test('a place one may not see and one that is not there are answered with the same words', async () => {
  for (const method of [
    'conversations.info',
    'conversations.history',
    'conversations.members',
    'conversations.join',
    'conversations.invite',
  ]) {
    const answers = await Promise.all(
      [scene.hidden, scene.theirs, 'C404'].map(async (channel) =>
        JSON.stringify(await door.call(scene.token, method, { channel })).replaceAll(channel, '…'),
      ),
    )
    expect(new Set(answers).size, method).toBe(1)
  }
})

test('lists show nothing of what the caller may not see', async () => {
  const { channels } = await door.call(scene.token, 'conversations.list', {
    types: 'public_channel,private_channel,mpim,im',
  })
  const ids = (channels as { id: string }[]).map(({ id }) => id)
  expect(ids).toContain(scene.notIn)
  for (const id of [scene.hidden, scene.theirs]) expect(ids).not.toContain(id)
  const { members } = await door.call(scene.token, 'users.list')
  expect((members as { id: string }[]).map(({ id }) => id)).not.toContain(scene.stranger)
})
