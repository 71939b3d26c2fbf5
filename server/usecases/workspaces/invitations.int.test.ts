import { describe, expect, test } from 'vitest'
import { listMembers } from '#server/mysql/members.ts'
import { foundCompany, somebody } from '#server/testing/company.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { listMyConversations } from '../conversations/list-conversations.ts'
import { deactivateMember } from '../members/change-member.ts'
import { acceptInvitation, previewInvitation } from './accept-invitation.ts'
import { createInvitation, listOpenInvitations, revokeInvitationById } from './invite-people.ts'

const world = useTestWorld()
const as = { displayName: 'Guest', zone: 'Asia/Kolkata' }

describe('an invitation', () => {
  test('tells where it leads, and brings a person in with its role and their zone', async () => {
    const r = world().resources
    const { owner, workspaceId } = await foundCompany(r, 'Acme')
    const { token, expiresMs } = await createInvitation(r, owner, 'admin')
    expect(expiresMs - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    expect(await previewInvitation(r, token)).toEqual({ workspaceName: 'Acme', invitedBy: 'Founder' })

    const account = somebody()
    const joined = await acceptInvitation(r, account, { token, ...as })
    expect(joined.workspaceId).toBe(workspaceId)
    expect((await listMembers(r.prisma, workspaceId)).at(-1)).toMatchObject({
      id: joined.memberId,
      role: 'admin',
      displayName: 'Guest',
      zone: 'Asia/Kolkata',
      email: account.email,
    })
  })

  test('accepted again, or twice at once, makes one member with one number in #general', async () => {
    const r = world().resources
    const { owner, workspaceId } = await foundCompany(r)
    const { token } = await createInvitation(r, owner, 'member')
    const account = somebody()
    const answers = await Promise.all(Array.from({ length: 4 }, () => acceptInvitation(r, account, { token, ...as })))
    answers.push(await acceptInvitation(r, account, { token, ...as }))
    expect(new Set(answers.map((answer) => answer.memberId)).size).toBe(1)
    expect(await listMembers(r.prisma, workspaceId)).toHaveLength(2)
    expect(await listOpenInvitations(r, owner)).toMatchObject([{ useCount: 1 }])
    const [general] = await listMyConversations(r, owner)
    expect(general?.head.lastSeq).toBe(3)
  })

  test('of one workspace opens no other', async () => {
    const r = world().resources
    const [one, two] = [await foundCompany(r), await foundCompany(r)]
    const [tokenOne, tokenTwo] = [
      await createInvitation(r, one.owner, 'member'),
      await createInvitation(r, two.owner, 'member'),
    ]
    const forged = `${tokenTwo.token.split('.')[0]}.${tokenOne.token.split('.')[1]}`
    await expect(acceptInvitation(r, somebody(), { token: forged, ...as })).rejects.toMatchObject({
      code: 'invitation_invalid',
    })
    await expect(previewInvitation(r, forged)).rejects.toMatchObject({ code: 'invitation_invalid' })
    expect(await listMembers(r.prisma, two.workspaceId)).toHaveLength(1)
  })

  test('is worth nothing once revoked, expired, or mistyped', async () => {
    const r = world().resources
    const { owner, workspaceId } = await foundCompany(r)
    const revoked = await createInvitation(r, owner, 'member')
    await revokeInvitationById(r, owner, revoked.id)
    const expired = await createInvitation(r, owner, 'member')
    await r.mysql.read.query('UPDATE invitation SET expires_ms = 1 WHERE workspace_id = ? AND id = ?', [
      workspaceId,
      expired.id,
    ])
    const mistyped = `${expired.token.slice(0, -1)}${expired.token.endsWith('A') ? 'B' : 'A'}`

    for (const [token, reason] of [
      [revoked.token, 'revoked'],
      [expired.token, 'expired'],
      [mistyped, 'unknown'],
      ['x', 'malformed'],
      ['', 'malformed'],
    ] as const) {
      const refusal = { code: 'invitation_invalid', facts: { reason } }
      await expect(acceptInvitation(r, somebody(), { token, ...as })).rejects.toMatchObject(refusal)
      await expect(previewInvitation(r, token)).rejects.toMatchObject(refusal)
    }
    expect(await listMembers(r.prisma, workspaceId)).toHaveLength(1)
  })

  test('leaves no usable secret in the database', async () => {
    const r = world().resources
    const { owner, workspaceId } = await foundCompany(r)
    const { token } = await createInvitation(r, owner, 'member')
    const [rows] = await r.mysql.read.query('SELECT * FROM invitation WHERE workspace_id = ?', [workspaceId])
    expect(JSON.stringify(rows)).not.toContain(token.split('.')[1])
  })

  test('does not bring back who was deactivated', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const account = somebody()
    const member = await company.hire('member', account)
    await deactivateMember(r, company.owner, member.memberId)
    const { token } = await createInvitation(r, company.owner, 'member')
    await expect(acceptInvitation(r, account, { token, ...as })).rejects.toMatchObject({ code: 'not_allowed' })
  })
})

describe('who may invite', () => {
  test('a member invites members but no administrators, and sees and revokes only their own', async () => {
    const r = world().resources
    const company = await foundCompany(r)
    const [member, admin] = [await company.hire(), await company.hire('admin')]
    const mine = await createInvitation(r, member, 'member')
    await expect(createInvitation(r, member, 'admin')).rejects.toMatchObject({ code: 'not_allowed' })
    const theirs = await createInvitation(r, admin, 'admin')

    expect((await listOpenInvitations(r, member)).map(({ id }) => id)).toEqual([mine.id])
    expect((await listOpenInvitations(r, admin)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([mine.id, theirs.id]),
    )
    await expect(revokeInvitationById(r, member, theirs.id)).rejects.toMatchObject({ code: 'not_found' })
    await revokeInvitationById(r, admin, mine.id)
    expect(await listOpenInvitations(r, member)).toMatchObject([{ id: mine.id, state: 'revoked' }])
  })

  test('an invitation of another workspace is not found', async () => {
    const r = world().resources
    const [one, two] = [await foundCompany(r), await foundCompany(r)]
    const { id } = await createInvitation(r, one.owner, 'member')
    await expect(revokeInvitationById(r, two.owner, id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await listOpenInvitations(r, two.owner)).toEqual([])
  })
})
