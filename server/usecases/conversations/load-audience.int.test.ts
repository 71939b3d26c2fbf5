import { expect, test } from 'vitest'
import { countOutside, USUAL_HOURS } from '#server/domain/time/working-hours.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { listWorkspaceMembers } from '../members/list-members.ts'
import { updateProfile } from '../members/update-profile.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { loadAudience } from './load-audience.ts'

const world = useTestWorld()
const early = { days: 0b001_1111, from_min: 360, to_min: 840 }

async function setUp() {
  const { resources } = world()
  const workspaceId = await addWorkspace(resources)
  const me = await addMember(resources, workspaceId, { zone: 'Europe/Berlin' })
  const add = (zone: string) => addMember(resources, workspaceId, { zone })
  return { resources, workspaceId, me, add }
}

test('the others of a conversation are counted by clock and hours, without oneself, bots and whoever left or was deactivated (T5)', async () => {
  const { resources, workspaceId, me, add } = await setUp()
  const [a, b, tokyo, gone, left, bot] = [
    await add('Europe/Berlin'),
    await add('Europe/Berlin'),
    await add('Asia/Tokyo'),
    await add('Asia/Tokyo'),
    await add('Asia/Tokyo'),
    await add('Asia/Tokyo'),
  ]
  const id = await addConversation(resources, [me, a, b, tokyo, gone, left, bot])
  await updateProfile(resources, b, { workHours: early })
  const set = (sql: string, who: typeof me) =>
    resources.mysql.read.query(`UPDATE ${sql} AND workspace_id = ${workspaceId}`, [who.memberId])
  await set('member SET deactivated_ms = 1 WHERE id = ?', gone)
  await set('channel_member SET left_ms = 1 WHERE member_id = ?', left)
  await set(`member SET kind = 'bot', account_id = NULL WHERE id = ?`, bot)

  const audience = await loadAudience(resources, me, id)
  expect(audience.toSorted((x, y) => x.zone.localeCompare(y.zone) || (x.hours ? 1 : -1))).toEqual([
    { zone: 'Asia/Tokyo', hours: null, people: 1 },
    { zone: 'Europe/Berlin', hours: null, people: 1 },
    { zone: 'Europe/Berlin', hours: early, people: 1 },
  ])
  const sevenInBerlin = epochSeconds(Date.parse('2026-12-04T06:00:00Z') / 1000)
  expect(countOutside(audience, sevenInBerlin)).toBe(1) // early works, and Tokyo at 15:00
})

test('where one may not look, one learns nothing; a public channel may be weighed before joining it (I7)', async () => {
  const { resources, me, add } = await setUp()
  const other = await add('Asia/Tokyo')
  const hidden = await addConversation(resources, [other], { kind: 'private' })
  const open = await addConversation(resources, [other])
  await expect(loadAudience(resources, me, hidden)).rejects.toMatchObject({ code: 'not_found' })
  expect(await loadAudience(resources, me, open)).toEqual([{ zone: 'Asia/Tokyo', hours: null, people: 1 }])
})

test('an answer serves everybody for a minute, and each without themselves', async () => {
  const { resources, me, add } = await setUp()
  const other = await add('Asia/Tokyo')
  const id = await addConversation(resources, [me, other])
  let walks = 0
  const read = new Proxy(resources.mysql.read, {
    get: (pool, key) => {
      const value = Reflect.get(pool, key) as unknown
      if (key !== 'query' || typeof value !== 'function') return value
      return (sql: string, ...rest: unknown[]) => {
        if (sql.includes('GROUP BY p.zone')) walks++
        return value.call(pool, sql, ...rest) as unknown
      }
    },
  })
  const watched = { ...resources, mysql: { ...resources.mysql, read } }
  const answers = await Promise.all([me, other, me, other].map((who) => loadAudience(watched, who, id)))
  expect(answers.map((groups) => groups.map(({ zone }) => zone))).toEqual([
    ['Asia/Tokyo'],
    ['Europe/Berlin'],
    ['Asia/Tokyo'],
    ['Europe/Berlin'],
  ])
  expect(walks).toBe(1)
})

test('hours and absence are kept, changed one by one, and taken back; others see the absence', async () => {
  const { resources, me } = await setUp()
  const mine = async () => (await loadWorkspace(resources, me)).me
  expect(await mine()).toMatchObject({ workHours: null, awayUntil_ms: null })
  await updateProfile(resources, me, { workHours: early })
  await updateProfile(resources, me, { awayUntil_ms: 1_900_000_000_000 })
  expect(await mine()).toMatchObject({ workHours: early, awayUntil_ms: 1_900_000_000_000, zone: 'Europe/Berlin' })
  const [seen] = await listWorkspaceMembers(resources, me)
  expect(seen).toMatchObject({ awayUntil_ms: 1_900_000_000_000 })
  await updateProfile(resources, me, { awayUntil_ms: null, workHours: null })
  expect(await mine()).toMatchObject({ workHours: null, awayUntil_ms: null })
  const wrong = updateProfile(resources, me, { workHours: { ...USUAL_HOURS, days: 0 } })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input', facts: { field: 'workHours.days' } })
})
