import { expect, test } from 'vitest'
import { io } from 'socket.io-client'
import type { Actor } from '#server/domain/member/authorize.ts'
import { millis } from '#server/domain/time/units.ts'
import type { MemberSignal } from '#server/protocol/socket-events.ts'
import { publishToTopics } from '#server/redis/topics.ts'
import { gatewayRoom } from '#server/testing/gateway-room.ts'
import { addConversation } from '#server/testing/people.ts'
import { openGateway, openSocket, TEST_ORIGIN, ticketFor } from '#server/testing/sockets.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { inviteToConversation, removeFromConversation } from '#server/usecases/conversations/change-members.ts'
import { TICKET_LIFE_MS } from './ticket.ts'

const { world, resources, lossy, gateway, people, connect, post } = gatewayRoom()

test('a removed member gets a purge and nothing of the next message, though every signal of the removal was lost (I7)', async () => {
  // A gateway whose rounds are far away: only the version of the next frame can tell it.
  const slow = await openGateway(world(), { times: { refresh: millis(3_600_000) } })
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(resources(), [ann, ben])
  const stays = await openSocket(slow, resources(), ann)
  const leaves = await openSocket(slow, resources(), ben)
  await post(resources(), ann, shared, 'for both')
  await waitUntil('both read it', () => stays.of('frame').length === 1 && leaves.of('frame').length === 1)
  await removeFromConversation(lossy(), ann, shared, ben.memberId)
  await post(resources(), ann, shared, 'for Ann alone')
  await waitUntil('Ann reads it', () => stays.of('frame').length === 2)
  await waitUntil('Ben forgets', () => leaves.of('purge').length === 1)
  expect(leaves.of('purge')).toEqual([[shared]])
  await post(resources(), ann, shared, 'more')
  await waitUntil('Ann reads on', () => stays.of('frame').length === 3)
  expect(leaves.of('frame')).toHaveLength(1)
  for (const socket of [stays, leaves]) socket.close()
  await slow.close()
})

test('a member who was invited gets the head at once, and the next message', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(resources(), [ann])
  const socket = await connect(ben)
  expect(socket.of('hello')[0]?.heads).toEqual([])
  await inviteToConversation(resources(), ann, shared, ben.memberId)
  await waitUntil('its head', () =>
    socket
      .of('heads')
      .flat()
      .some((head) => head.conversationId === shared),
  )
  await post(resources(), ann, shared)
  await waitUntil('its message', () => socket.of('frame').some((frame) => frame.toSeq === 2))
})

test('lost signals of a removal and an invitation are found by the next round', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const [left, won] = await Promise.all([addConversation(resources(), [ann, ben]), addConversation(resources(), [ann])])
  const socket = await connect(ben)
  await removeFromConversation(lossy(), ann, left, ben.memberId)
  await inviteToConversation(lossy(), ann, won, ben.memberId)
  await waitUntil('purge', () => socket.of('purge').flat().includes(left))
  await waitUntil('head', () =>
    socket
      .of('heads')
      .flat()
      .some((head) => head.conversationId === won),
  )
})

test('a deactivated member and an ended session lose their sockets', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const [deactivated, signedOut] = await Promise.all([connect(ann), connect(ben)])
  const { mysql } = resources()
  await mysql.read.query('UPDATE member SET deactivated_ms = 1 WHERE workspace_id = ? AND id = ?', [
    ann.workspaceId,
    ann.memberId,
  ])
  await mysql.read.query('DELETE FROM auth_session WHERE userId = ?', [ben.memberId])
  await waitUntil('both are closed', () => !deactivated.socket.connected && !signedOut.socket.connected)
})

test('a close signal ends the sockets of its member at once, a nudge is passed on', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const [one, two] = await Promise.all([connect(ann), connect(ben)])
  const signal = (actor: Actor, value: MemberSignal) =>
    publishToTopics(resources().redis, [], [{ memberId: actor.memberId, signal: value }])
  await signal(ben, { type: 'nudge', about: ['scheduled'] })
  await signal(ann, { type: 'close', reason: 'signed-out' })
  await waitUntil('both know', () => !one.socket.connected && two.of('nudge').length === 1)
  expect(two.of('nudge')).toEqual([['scheduled']])
  expect(two.socket.connected).toBe(true)
})

test('a wrong origin, an expired ticket, none and a deactivated member are refused', async () => {
  const [ann, gone] = (await people(2)) as [Actor, Actor]
  await resources().mysql.read.query('UPDATE member SET deactivated_ms = 1 WHERE workspace_id = ? AND id = ?', [
    gone.workspaceId,
    gone.memberId,
  ])
  const valid = await ticketFor(resources(), ann)
  expect(await refusal({ ticket: valid, origin: 'http://evil.test' })).toContain('websocket error')
  expect(await refusal({ ticket: await ticketFor(resources(), ann, Date.now() - TICKET_LIFE_MS - 1) })).toBe(
    'ticket_invalid',
  )
  expect(await refusal({})).toBe('ticket_invalid')
  expect(await refusal({ ticket: await ticketFor(resources(), gone) })).toBe('not_a_member')
  const polled = await fetch(`${gateway().url}/socket/?EIO=4&transport=polling`, {
    headers: { origin: 'http://evil.test' },
  })
  expect(polled.status).toBe(403)
})

async function refusal({ ticket, origin = TEST_ORIGIN }: { ticket?: string; origin?: string }): Promise<string> {
  const socket = io(gateway().url, {
    path: '/socket',
    auth: { ticket },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin },
  })
  const message = await new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'))
    socket.once('connect_error', (error) => resolve(error.message))
  })
  socket.disconnect()
  return message
}
