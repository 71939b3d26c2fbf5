import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestWebServer } from '#server/testing/browser.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { addMember, addWorkspace } from '#server/testing/people.ts'
import { createContext } from './context.ts'
import { appRouter } from './router.ts'

const world = useTestWorld()

test('a page that shows one member is answered nothing from the session of another', async () => {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const ann = await addMember(resources, workspaceId)
  const ben = await addMember(resources, workspaceId)
  const [rows] = await resources.mysql.read.query('SELECT account_id FROM member WHERE workspace_id = ? AND id = ?', [
    workspaceId,
    ben.memberId,
  ])
  const [{ account_id: accountId }] = rows as [{ account_id: string }]
  const session = { accountId, name: 'Ben', email: 'ben@example.test', sessionId: randomUUID() }
  const askAs = (asMember: string | null) =>
    appRouter.createCaller(
      createContext(createTestWebServer(resources).trpc, {
        requestId: 'r',
        loadSession: async () => session,
        asMember,
      }),
    )
  await expect(askAs(ann.memberId).conversations.list({ workspaceId })).rejects.toMatchObject({
    message: 'not_signed_in',
  })
  expect(await askAs(ben.memberId).conversations.list({ workspaceId })).toEqual([])
  expect(await askAs(null).conversations.list({ workspaceId })).toEqual([])
})
