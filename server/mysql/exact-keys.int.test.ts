import { expect, test } from 'vitest'
import { addMember, addWorkspace } from '#server/testing/people.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Row } from './connect.ts'
import { exactKeys } from './exact-keys.ts'

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
    exactKeys([[workspaceId, first.memberId], [workspaceId, neighbour]]),
  ])
  expect(rows.map((row) => row.id)).toEqual([first.memberId, neighbour])
})
