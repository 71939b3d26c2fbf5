import { describe, expect, test } from 'vitest'
import { generalOf } from '#server/domain/conversation/name.ts'
import { parseId, type WorkspaceId } from '#server/domain/ids.ts'
import { listMemberIds } from '#server/mysql/memberships.ts'
import { foundCompany, somebody } from '#server/testing/company.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { listMyConversations } from '../conversations/list-conversations.ts'
import { loadActor } from '../members/load-actor.ts'
import { createWorkspace } from './create-workspace.ts'
import { listMyWorkspaces } from './list-my-workspaces.ts'
import { loadWorkspace } from './load-workspace.ts'
import { updateSettings } from './update-settings.ts'

const world = useTestWorld()

describe('a new workspace', () => {
  test('has its creator as owner, in the public channel #general, which took a number for each of both', async () => {
    const r = world().resources
    const account = somebody('Ana')
    const made = await createWorkspace(r, account, { name: ' Acme ', displayName: 'Ana', zone: 'Europe/Lisbon' })
    const actor = await loadActor(r, account.accountId, made.workspaceId, 'test')

    expect(actor).toMatchObject({ memberId: made.memberId, role: 'owner' })
    expect(await loadWorkspace(r, actor)).toMatchObject({
      name: 'Acme',
      freeze_s: 0,
      latePolicy_s: 86_400,
      me: { displayName: 'Ana', zone: 'Europe/Lisbon', role: 'owner', email: account.email },
    })
    const [general, ...others] = await listMyConversations(r, actor)
    expect(others).toEqual([])
    expect(general).toMatchObject({
      conversation: { id: generalOf(made.workspaceId), kind: 'public', name: 'general', changedSeq: 1 },
      head: { lastSeq: 2, lastMessageSeq: 0, epoch: 1 },
      readSeq: 0,
    })
  })

  test('is refused as a whole for an unknown zone', async () => {
    const account = somebody()
    await expect(
      createWorkspace(world().resources, account, { name: 'Acme', displayName: 'Ana', zone: 'Mars/Olympus' }),
    ).rejects.toMatchObject({ code: 'invalid_zone' })
    expect(await listMyWorkspaces(world().resources, account.accountId)).toEqual([])
  })
})

describe('the workspaces of an account', () => {
  test('are those it is an active member of, and no others', async () => {
    const r = world().resources
    const account = somebody()
    const [one, two] = [await foundCompany(r, 'One'), await foundCompany(r, 'Two')]
    await one.hire('member', account)
    await two.hire('admin', account)
    expect((await listMyWorkspaces(r, account.accountId)).map(({ name, role }) => [name, role])).toEqual([
      ['One', 'member'],
      ['Two', 'admin'],
    ])
  })

  test('a directory entry lost in a crash is mended the next time the member opens the workspace', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const account = somebody()
    const actor = await company.hire('member', account)
    await r.mysql.read.query('DELETE FROM account_workspace WHERE account_id = ?', [account.accountId])
    expect(await listMyWorkspaces(r, account.accountId)).toEqual([])
    await loadWorkspace(r, actor)
    expect(await listMyWorkspaces(r, account.accountId)).toMatchObject([{ workspaceId: company.workspaceId }])
  })
})

describe('settings', () => {
  test('are changed by administrators, within bounds', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const admin = await company.hire('admin')
    expect(await updateSettings(r, admin, { freeze_s: 60, name: 'Renamed' })).toMatchObject({
      freeze_s: 60,
      name: 'Renamed',
      latePolicy_s: 86_400,
    })
    await expect(updateSettings(r, admin, { freeze_s: -1 })).rejects.toMatchObject({
      code: 'invalid_input',
      facts: { field: 'freeze_s' },
    })
    await expect(updateSettings(r, await company.hire(), { freeze_s: 1 })).rejects.toMatchObject({
      code: 'not_allowed',
    })
  })
})

test('an actor exists only for an active member of an existing workspace', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  await expect(loadActor(r, somebody().accountId, company.workspaceId, 'test')).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(loadActor(r, somebody().accountId, parseId<WorkspaceId>('12345'), 'test')).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('everyone of a workspace is in #general', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const people = [company.owner, await company.hire(), await company.hire()]
  expect(await listMemberIds(r.mysql.read, company.workspaceId, generalOf(company.workspaceId))).toEqual(
    people.map((person) => person.memberId),
  )
})
