import { describe, expect, test } from 'vitest'
import { memberTopic } from '#server/domain/partition/redis-keys.ts'
import type { Role } from '#server/domain/conversation/posting.ts'
import type { MemberId } from '#server/domain/ids.ts'
import { generalOf } from '#server/domain/conversation/name.ts'
import { createTopicListener } from '#server/redis/topics.ts'
import { listConversationIds } from '#server/mysql/memberships.ts'
import { foundCompany, somebody, type Company } from '#server/testing/company.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { activateMember, deactivateMember, setMemberRole } from './change-member.ts'
import { listWorkspaceMembers } from './list-members.ts'
import { loadActor } from './load-actor.ts'
import { updateProfile } from './update-profile.ts'

const world = useTestWorld()

const roleOf = async (company: Company, id: MemberId) =>
  (await listWorkspaceMembers(world().resources, company.owner)).find((member) => member.id === id)?.role

async function hireAs(company: Company, role: Role) {
  const actor = await company.hire(role === 'owner' ? 'member' : role)
  if (role !== 'owner') return actor
  await setMemberRole(world().resources, company.owner, actor.memberId, 'owner')
  return { ...actor, role }
}

describe('roles', () => {
  // actor, target, new role, allowed
  const matrix: [Role, Role, Role, boolean][] = [
    ['owner', 'member', 'admin', true],
    ['owner', 'member', 'owner', true],
    ['owner', 'admin', 'member', true],
    ['owner', 'owner', 'member', true],
    ['admin', 'member', 'admin', true],
    ['admin', 'admin', 'member', true],
    ['admin', 'member', 'owner', false],
    ['admin', 'owner', 'member', false],
    ['member', 'member', 'admin', false],
    ['member', 'admin', 'member', false],
    ['member', 'owner', 'member', false],
  ]
  test.each(matrix)('%s makes %s %s: %s', async (by, of, to, allowed) => {
    const company = await foundCompany(world().resources)
    const [actor, target] = [await hireAs(company, by), await hireAs(company, of)]
    const change = setMemberRole(world().resources, actor, target.memberId, to)
    if (allowed) await change
    else await expect(change).rejects.toMatchObject({ code: 'not_allowed' })
    expect(await roleOf(company, target.memberId)).toBe(allowed ? to : of)
  })

  test('the last owner stays one', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    await expect(setMemberRole(r, company.owner, company.owner.memberId, 'admin')).rejects.toMatchObject({
      code: 'last_owner',
    })
    await expect(deactivateMember(r, company.owner, company.owner.memberId)).rejects.toMatchObject({
      code: 'last_owner',
    })
  })

  test('two owners who step down at once leave one', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const other = await hireAs(company, 'owner')
    const outcomes = await Promise.allSettled([
      setMemberRole(r, company.owner, company.owner.memberId, 'member'),
      setMemberRole(r, other, other.memberId, 'member'),
    ])
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const roles = (await listWorkspaceMembers(r, company.owner)).map((member) => member.role)
    expect(roles.filter((role) => role === 'owner')).toHaveLength(1)
  })

  test('of another workspace are out of reach', async () => {
    const r = world().resources
    const [one, two] = [await foundCompany(r), await foundCompany(r)]
    const victim = await two.hire()
    await expect(setMemberRole(r, one.owner, victim.memberId, 'admin')).rejects.toMatchObject({ code: 'not_found' })
    await expect(deactivateMember(r, one.owner, victim.memberId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await roleOf(two, victim.memberId)).toBe('member')
  })
})

describe('a deactivated member', () => {
  test('is nobody from then on, keeps their memberships and name, and their sockets are told to close', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const account = somebody('Leaver')
    const leaver = await company.hire('member', account)
    const listener = createTopicListener(world().redisUrl)
    const heard: string[] = []
    listener.onMessage((_, json) => heard.push(json))
    await new Promise<void>((resolve) => listener.onStateChange((state) => state === 'ready' && resolve()))
    await listener.subscribe([memberTopic(leaver.memberId)])

    await deactivateMember(r, company.owner, leaver.memberId)
    await deactivateMember(r, company.owner, leaver.memberId)

    await expect(loadActor(r, account.accountId, company.workspaceId, 'test')).rejects.toMatchObject({
      code: 'not_allowed',
    })
    expect(await listConversationIds(r.mysql.read, company.workspaceId, leaver.memberId)).toEqual([
      generalOf(company.workspaceId),
    ])
    expect((await listWorkspaceMembers(r, company.owner)).at(-1)).toMatchObject({
      displayName: 'Leaver',
      deactivated: true,
    })
    await expect.poll(() => heard).toContain(JSON.stringify({ type: 'close', reason: 'deactivated' }))
    await listener.end()
  })

  test('can be deactivated only by administrators, owners only by owners', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const [member, admin] = [await company.hire(), await company.hire('admin')]
    await expect(deactivateMember(r, member, admin.memberId)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(deactivateMember(r, admin, company.owner.memberId)).rejects.toMatchObject({ code: 'not_allowed' })
    await deactivateMember(r, admin, member.memberId)
    await expect(setMemberRole(r, admin, member.memberId, 'admin')).rejects.toMatchObject({ code: 'not_allowed' })
  })
})

describe('a member let in again', () => {
  test('is who they were: role, conversations, and nobody twice', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const account = somebody('Returner')
    const returner = await company.hire('admin', account)
    await deactivateMember(r, company.owner, returner.memberId)
    await activateMember(r, company.owner, returner.memberId)
    await activateMember(r, company.owner, returner.memberId)

    expect(await loadActor(r, account.accountId, company.workspaceId, 'test')).toMatchObject({
      memberId: returner.memberId,
      role: 'admin',
    })
    expect(await listConversationIds(r.mysql.read, company.workspaceId, returner.memberId)).toEqual([
      generalOf(company.workspaceId),
    ])
    expect(await listWorkspaceMembers(r, company.owner)).toHaveLength(2)
  })

  test('was let in by an administrator, an owner only by an owner', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const [member, admin] = [await company.hire(), await company.hire('admin')]
    const other = await hireAs(company, 'owner')
    await deactivateMember(r, company.owner, other.memberId)
    await deactivateMember(r, company.owner, member.memberId)
    await expect(activateMember(r, member, other.memberId)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(activateMember(r, admin, other.memberId)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(activateMember(r, (await foundCompany(r)).owner, member.memberId)).rejects.toMatchObject({
      code: 'not_found',
    })
    await activateMember(r, admin, member.memberId)
    const shutOut = (await listWorkspaceMembers(r, company.owner)).filter(({ deactivated }) => deactivated)
    expect(shutOut.map(({ id }) => id)).toEqual([other.memberId])
  })
})

describe('a profile', () => {
  test('is its member’s own: name and zone, each alone or both', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const member = await company.hire()
    const mine = async () => (await listWorkspaceMembers(r, member)).find(({ id }) => id === member.memberId)
    await updateProfile(r, member, { zone: 'America/New_York' })
    expect(await mine()).toMatchObject({ displayName: 'Somebody', zone: 'America/New_York' })
    await updateProfile(r, member, { displayName: ' New  Name ' })
    expect(await mine()).toMatchObject({ displayName: 'New Name', zone: 'America/New_York' })
    await expect(updateProfile(r, member, { zone: '+02:00' })).rejects.toMatchObject({ code: 'invalid_zone' })
    await expect(updateProfile(r, member, { displayName: '' })).rejects.toMatchObject({ code: 'name_invalid' })
  })
})
