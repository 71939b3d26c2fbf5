/**
 * The plans that the hot statements rely on: the index their comment names, no walk over the whole table and no sort.
 * Asked of the server for the very statements that the functions send.
 */
import { beforeAll, expect, test } from 'vitest'
import type { ConversationId, MemberId, MessageId, SeriesId, WorkspaceId } from '#server/domain/ids.ts'
import { LANES, type Lane } from '#server/domain/partition/lane-of.ts'
import type { IndexQuery } from '#server/domain/search/search-index.ts'
import type { EpochMillis, EpochSeconds } from '#server/domain/time/units.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { listChanges } from './catch-up.ts'
import { lockChannels } from './channel-locks.ts'
import type { Db, Row } from './connect.ts'
import { listByOtherRules, listOverdue, listPending } from './due-rows.ts'
import { readDueBefore, readReplied } from './guard-reads.ts'
import { listMessages, listMessagesByToken, readPostedIds } from './messages.ts'
import { deleteOutbox, listStaleOutbox } from './outbox.ts'
import { listScheduledOf } from './scheduled-lists.ts'
import { readScheduledByToken } from './scheduled-messages.ts'
import { listPendingOfWorkspace } from './workspace-pending.ts'
import { mysqlSearchIndex } from './search-index.ts'
import { readOvertaken } from './series-occurrences.ts'
import { confirmRules, leaseRows, lockScheduledRows, markFailed, markSent } from './send-rows.ts'

const world = useTestWorld()
const ROWS = 12_000
let workspaceId: WorkspaceId
let authorId: MemberId
let conversationId: ConversationId
let conversationIds: ConversationId[]
let first: bigint

beforeAll(async () => {
  const { resources } = world()
  const { read } = resources.mysql
  workspaceId = await addWorkspace(resources)
  const author = await addMember(resources, workspaceId)
  authorId = author.memberId
  const conversations = await Promise.all(Array.from({ length: 60 }, () => addConversation(resources, [author])))
  conversationId = conversations[0] as ConversationId
  conversationIds = conversations
  first = BigInt(resources.makeId())
  const now_s = Math.floor(Date.now() / 1000)
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const sent = i % 4 !== 0
    const sendAt = now_s + (i - ROWS / 2) * 30
    return [
      workspaceId,
      (first + BigInt(i)).toString(),
      i % 3 ? authorId : '77',
      conversations[i % 60],
      'x',
      sendAt,
      'UTC',
      '2027-01-01T00:00:00',
      '2026a',
      0,
      sent ? 'SENT' : 'SCHEDULED',
      1,
      0,
      sent ? null : sendAt * 1000,
      0,
      sent ? i + 1 : null,
      sent ? 1 : 0,
      `t${i}`,
      '0'.repeat(64),
      i % LANES.length,
      1,
      1,
    ]
  })
  for (let i = 0; i < ROWS; i += 1000) {
    await read.query(
      `INSERT INTO scheduled_message (workspace_id, id, author_id, channel_id, text, send_at, zone, wall_clock, zone_rules, freeze_s, status,
         version, fence, wake_at_ms, attempts, sent_seq, sent_at_ms, client_token, create_hash, lane, created_ms, changed_ms) VALUES ?`,
      [rows.slice(i, i + 1000)],
    )
    await read.query(
      `INSERT INTO message (workspace_id, channel_id, seq, id, author_id, origin, text, ts_us, created_ms, client_token, changed_seq) VALUES ?`,
      [
        Array.from({ length: 1000 }, (_, j) => [
          workspaceId,
          conversations[(i + j) % 60],
          i + j + 1,
          (first + BigInt(i + j)).toString(),
          authorId,
          'typed',
          'x',
          i + j,
          1,
          `t${i + j}`,
          i + j + 1,
        ]),
      ],
    )
    await read.query('INSERT INTO thread_reply (workspace_id, root_id, seq, message_id) VALUES ?', [
      Array.from({ length: 1000 }, (_, j) => [
        workspaceId,
        (first + BigInt((i + j) % 60)).toString(),
        i + j + 1,
        (first + BigInt(i + j)).toString(),
      ]),
    ])
    await read.query('INSERT INTO outbox (workspace_id, id, work, created_ms) VALUES ?', [
      Array.from({ length: 1000 }, (_, j) => [
        workspaceId,
        (first + BigInt(i + j)).toString(),
        '{"ranges":[],"members":[]}',
        Date.now() - i - j,
      ]),
    ])
  }
  const index = mysqlSearchIndex(read)
  for (let i = 0; i < ROWS; i += 1000) {
    await index.write(
      workspaceId,
      Array.from({ length: 1000 }, (_, j) => ({
        ...{ conversationId: conversations[(i + j) % 60] as ConversationId, seq: i + j + 1, changedSeq: i + j + 1 },
        authorId: ((i + j) % 3 ? authorId : '77') as MemberId,
        ...{
          createdMs: (1_790_000_000_000 + (i + j) * 1000) as EpochMillis,
          facets: 0,
          words: ['a', `w${(i + j) % 500}`],
        },
      })),
    )
  }
  await read.query('ANALYZE TABLE scheduled_message, message, thread_reply, outbox, channel, search_document')
})

type Plan = { table: string; type: string; key: string | null; extra: string }

/** Runs the function and explains each statement that it sent. */
async function explain(run: (db: Db) => Promise<unknown>): Promise<Plan[]> {
  const connection = await world().resources.mysql.read.getConnection()
  const sent: [string, unknown[]][] = []
  const recording = new Proxy(connection, {
    get: (target, key) =>
      key === 'query'
        ? (sql: string, values: unknown[]) => (sent.push([sql, values]), target.query(sql, values))
        : Reflect.get(target, key),
  })
  try {
    await connection.query("SET explain_format = 'TRADITIONAL'").catch(() => undefined) // MariaDB knows no other
    await connection.query('BEGIN')
    await run(recording)
    const plans: Plan[] = []
    for (const [sql, values] of sent) {
      const [rows] = await connection.query<Row[]>(`EXPLAIN ${sql}`, values)
      plans.push(...rows.map((row) => ({ table: row.table, type: row.type, key: row.key, extra: row.Extra ?? '' })))
    }
    return plans
  } finally {
    await connection.query('ROLLBACK')
    connection.release()
  }
}

const ref = (i: number) => ({ workspaceId, id: (first + BigInt(i)).toString() as MessageId })
const refs = (n: number) => Array.from({ length: n }, (_, i) => ref(i * 20))
const position = () => ({ ...ref(400), wakeAt_ms: (Date.now() - 3_600_000) as EpochMillis })
const dayAhead = () => (Date.now() + 86_400_000) as EpochMillis

const statements: [string, string, (db: Db) => Promise<unknown>][] = [
  ['overdue rows of a lane', 'due', (db) => listOverdue(db, 3 as Lane, 60_000, 200)],
  ['the first page of pending rows', 'due', (db) => listPending(db, 3 as Lane, null, dayAhead(), 1000)],
  ['rows of another edition of the zone rules', 'due', (db) => listByOtherRules(db, 3 as Lane, '2026b', null, 100)],
  ['the next of them', 'due', (db) => listByOtherRules(db, 3 as Lane, '2026b', position(), 100)],
  ['the next page of pending rows', 'due', (db) => listPending(db, 3 as Lane, position(), dayAhead(), 200)],
  ['locking a batch of scheduled rows', 'PRIMARY', (db) => lockScheduledRows(db as never, refs(100))],
  ['locking channels', 'PRIMARY', (db) => lockChannels(db as never, [{ workspaceId, conversationId }])],
  [
    'a scheduled message by its client token',
    'one_per_token',
    (db) => readScheduledByToken(db, [{ workspaceId, authorId, clientToken: 't5' }]),
  ],
  [
    'messages by client token',
    'one_per_token',
    (db) =>
      listMessagesByToken(
        db,
        [5, 6, 7].map((i) => ({ workspaceId, authorId, clientToken: `t${i}` })),
      ),
  ],
  ['which ids are posted', 'exactly_once', (db) => readPostedIds(db, refs(50))],
  [
    "an author's pending messages",
    'by_author',
    (db) => listScheduledOf(db, workspaceId, authorId, { status: 'pending', limit: 50 }),
  ],
  [
    "an author's sent messages, a later page",
    'by_author',
    (db) =>
      listScheduledOf(db, workspaceId, authorId, {
        status: 'sent',
        limit: 50,
        after: { sendAt: Math.floor(Date.now() / 1000), id: ref(1).id },
      }),
  ],
  [
    'a page of a conversation',
    'PRIMARY',
    (db) => listMessages(db, workspaceId, conversationId, { before: 9000, newestFirst: true, limit: 50 }),
  ],
  [
    'whether somebody else wrote after a number',
    'PRIMARY',
    (db) =>
      readReplied(db as never, [
        { ...ref(0), authorId, conversationId, threadRootId: ref(1).id, quietAfterSeq: 11_000 },
      ]),
  ],
  ['stale debts', 'oldest', (db) => listStaleOutbox(db, 2000, 100)],
]

test.each(statements)('%s: by the index %s, as a range and without a sort', async (_what, index, run) => {
  const plans = await explain(run)
  expect(plans).not.toEqual([])
  for (const plan of plans) {
    expect(plan.key).toBe(index)
    expect(['range', 'ref', 'const', 'eq_ref']).toContain(plan.type)
    expect(plan.extra).not.toMatch(/filesort|temporary/i)
  }
})

test('what waits in a workspace: by author and time, from a second on, never over what was sent long before', async () => {
  const plans = await explain((db) => listPendingOfWorkspace(db, workspaceId, { readerId: authorId, limit: 100 }))
  expect(plans.find(({ table }) => table === 's')).toMatchObject({ key: 'by_author', type: 'range' })
  for (const { table, type } of plans) expect([table, type]).not.toContain('ALL')
})

test('when the occurrence before was due: the day before by the key of the days, backwards, and its row by its own', async () => {
  const { mysql, makeId } = world().resources
  const [seriesId, own] = [makeId(), ref(400)]
  const dayOf = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)
  const days = Array.from({ length: 400 }, (_, i) => [workspaceId, seriesId, dayOf(i), ref(i).id])
  await mysql.read.query('INSERT INTO series_occurrence (workspace_id, series_id, day, scheduled_id) VALUES ?', [days])
  await mysql.read.query(
    'UPDATE scheduled_message SET series_id = ?, series_day = ? WHERE workspace_id = ? AND id = ?',
    [...[seriesId, dayOf(400), own.workspaceId, own.id]],
  )
  await mysql.read.query('ANALYZE TABLE series_occurrence')
  expect([...(await readDueBefore(mysql.read as never, [own])).keys()]).toEqual([own.id])
  const plans = await explain((db) => readDueBefore(db as never, [own]))
  expect(plans.map(({ table, key }) => [table, key])).toEqual([
    ...[
      ['scheduled_message', 'PRIMARY'],
      ['o', 'PRIMARY'],
      ['p', 'PRIMARY'],
    ],
  ])
  for (const { type, extra } of plans) {
    expect(['range', 'ref', 'const', 'eq_ref']).toContain(type)
    expect(extra).not.toMatch(/filesort|temporary/i)
  }
})

test('whether a later occurrence is due as well: over the days after it by their key, and each row by its own', async () => {
  const { mysql, makeId } = world().resources
  const seriesId = makeId() as unknown as SeriesId
  const dayOf = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)
  const days = Array.from({ length: 400 }, (_, i) => [workspaceId, seriesId, dayOf(i), ref(i).id])
  await mysql.read.query('INSERT INTO series_occurrence (workspace_id, series_id, day, scheduled_id) VALUES ?', [days])
  await mysql.read.query('ANALYZE TABLE series_occurrence')
  const missed = [{ ...ref(390), seriesId, seriesDay: dayOf(390), sendAt: 1 as EpochSeconds }]
  const plans = await explain((db) => readOvertaken(db as never, missed as never, 99_999_999_999 as EpochSeconds))
  expect(plans.map(({ table, key }) => [table, key])).toEqual([
    ['o', 'PRIMARY'],
    ['l', 'PRIMARY'],
  ])
  for (const { type, extra } of plans) {
    expect(['range', 'ref', 'const', 'eq_ref']).toContain(type)
    expect(extra).not.toMatch(/filesort|temporary/i)
  }
})

test('changes after a number: by the change index of each table, without a sort', async () => {
  const plans = await explain((db) => listChanges(db, workspaceId, conversationId, 11_000, 12_000, 100))
  expect(plans.find((plan) => plan.table === 'message')).toMatchObject({ key: 'by_change', type: 'range' })
  for (const plan of plans) expect(plan.extra).not.toMatch(/filesort|temporary/i)
})

const writes: [string, (db: Db, n: number) => Promise<unknown>][] = [
  ['leasing', (db, n) => leaseRows(db as never, refs(n) as never, 'test', 1000, 1 as EpochMillis)],
  ['failing', (db, n) => markFailed(db as never, refs(n) as never, 'poison', 1 as EpochMillis)],
  ['confirming zone rules', (db, n) => confirmRules(db as never, refs(n) as never, '2099z')],
  ['marking sent', (db, n) => markSent(db as never, refs(n) as never, null).catch(() => undefined)],
  ['forgetting debts', (db, n) => deleteOutbox(db, refs(n) as never)],
]
test.each(writes)('%s one row or a hundred goes by their keys and locks no other (C6)', async (_what, run) => {
  for (const n of [1, 100]) {
    const plans = await explain((db) => run(db, n))
    const walks = plans.filter((plan) => plan.type === 'ALL' || (plan.type === 'index' && plan.key !== null))
    expect(
      walks.filter((plan) => !plan.table.startsWith('<')),
      `${n}: ${JSON.stringify(plans)}`,
    ).toEqual([])
  }
})

const asked = (more: Partial<IndexQuery>): IndexQuery => ({
  ...{ terms: [], conversations: conversationIds, authors: null, notAuthors: [], from: null, end: null },
  ...{ notBetween: [], facets: 0, notFacets: 0, order: 'newest', limit: 1001 },
  ...more,
})
const word = (text: string) => [{ words: [text], prefix: false, negated: false }]
const searches: [string, string, () => IndexQuery, 'sorts' | 'in order'][] = [
  ['a word', 'words', () => asked({ terms: word('w7') }), 'sorts'],
  ['a word of somebody', 'words', () => asked({ terms: word('w7'), authors: [authorId] }), 'sorts'],
  ['a word since a day', 'words', () => asked({ terms: word('w7'), from: 1_790_000_000_000 as EpochMillis }), 'sorts'],
  ['everything of somebody', 'by_author', () => asked({ authors: [authorId] }), 'in order'],
  ['everything since a day', 'by_time', () => asked({ from: 1_790_000_000_000 as EpochMillis }), 'in order'],
  ['everything in one conversation', 'PRIMARY', () => asked({ conversations: [conversationId] }), 'in order'],
]
test.each(searches)('a search for %s goes by the index %s', async (_what, index, query, order) => {
  const [plan, ...more] = await explain((db) => mysqlSearchIndex(db).find(workspaceId, query()))
  expect(more).toEqual([])
  expect(plan).toMatchObject({ table: 'search_document', key: index })
  if (order === 'in order') expect(plan?.extra).not.toMatch(/filesort|temporary/i)
})
