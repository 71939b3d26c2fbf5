import { expect, test } from 'vitest'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { refOf, scheduleOne } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Row } from './connect.ts'
import { exactKeys } from './exact-keys.ts'
import { addOutbox, deleteOutbox } from './outbox.ts'
import { leaseRows, lockScheduledRows, markFailed } from './send-rows.ts'
import { withTransaction } from './tx.ts'

const world = useTestWorld()

test('a row comparison finds every one of two neighbouring ids', async () => {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const first = await addMember(resources, workspaceId)
  const neighbour = (BigInt(first.memberId) + 1n).toString()
  await resources.mysql.read.query(
    `INSERT INTO member (workspace_id, id, account_id, kind, role, display_name, email, zone, created_ms)
     VALUES (?, ?, 'neighbour', 'person', 'member', 'N', 'n@example.test', 'UTC', 1)`,
    [workspaceId, neighbour],
  )
  const [rows] = await resources.mysql.read.query<Row[]>('SELECT id FROM member WHERE (workspace_id, id) IN (?)', [
    exactKeys([
      [workspaceId, first.memberId],
      [workspaceId, neighbour],
    ]),
  ])
  expect(rows.map((row) => row.id)).toEqual([first.memberId, neighbour])
})

test('leasing, failing and forgetting one row waits for the lock of no other', async () => {
  const { resources } = world()
  const { mysql, makeId } = resources
  const author = await addMember(resources, await addWorkspace(resources))
  const conversationId = await addConversation(resources, [author])
  const views = [
    await scheduleOne(resources, author, conversationId),
    await scheduleOne(resources, author, conversationId),
  ]
  const [mine, others] = views.map((view) => refOf(author, view.id))
  const toNudge = { ranges: [], members: [[author.workspaceId, author.memberId]] } satisfies Parameters<
    typeof addOutbox
  >[2]
  const told = await withTransaction(mysql, (tx) => addOutbox(tx, makeId(), toNudge))

  await withTransaction(mysql, async (holder) => {
    await lockScheduledRows(holder, [others!])
    await addOutbox(holder, makeId(), toNudge)
    await withTransaction(
      mysql,
      async (tx) => {
        await tx.query('SET SESSION innodb_lock_wait_timeout = 1')
        for (const { row, now } of (await lockScheduledRows(tx, [mine!])).values()) {
          await leaseRows(tx, [row], 'test', 1_000, now)
          await markFailed(tx, [row], 'poison', now)
        }
        await deleteOutbox(tx, [told!])
        await tx.query('SET SESSION innodb_lock_wait_timeout = 3')
      },
      { lockWaits: 1 },
    )
  })

  const [rows] = await mysql.read.query<Row[]>(
    'SELECT id, status FROM scheduled_message WHERE workspace_id = ? ORDER BY id',
    [author.workspaceId],
  )
  expect(rows.map((row) => row.status)).toEqual(['FAILED', 'SCHEDULED'])
})
