/** The commands of the model-based tests. Each acts on the real servers and then compares them with the oracle. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { randomUUID } from 'node:crypto'
import { DomainError } from '#server/domain/errors.ts'
import type { FaultPoint } from '#server/domain/operations/fault-point.ts'
import { inviteToConversation, removeFromConversation } from '#server/usecases/conversations/change-members.ts'
import { setArchived } from '#server/usecases/conversations/change-properties.ts'
import { NO_GUARDS, type GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { cancelScheduled } from '#server/usecases/scheduled/cancel-scheduled.ts'
import { editScheduled } from '#server/usecases/scheduled/edit-scheduled.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { sendScheduledNow } from '#server/usecases/scheduled/send-scheduled-now.ts'
import { endAllClaims } from '#server/testing/pipeline.ts'
import { nowSeconds } from '#server/testing/scheduling.ts'
import { COMMIT, type CutAt } from '#server/testing/tcp-proxy.ts'
import { relayOutbox } from '#server/usecases/relay-outbox.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { isOpen, type Expected, type Oracle } from './oracle.ts'
import { readPosts, readRows, type Lost, type Scene, type Stage } from './stage.ts'

export type Real = { stage: Stage; scene: Scene }
type Command = fc.AsyncCommand<Oracle, Real, false>

/** The refusals that are true of a message that is not the author's to change any more. */
const TOO_LATE = ['already_sending', 'already_sent', 'already_failed', 'already_canceled']

const CRASHES: [string, CutAt][] = [
  ['before its transaction', { statement: /BEGIN/, when: 'before' }],
  ['before the insert', { statement: /INSERT INTO message /, when: 'before' }],
  ['before the commit', { statement: COMMIT, when: 'before' }],
  ['after the commit', { statement: COMMIT, when: 'after' }],
]

const POINTS_OF_A_DISPATCHER = [
  'after-claim',
  'before-send',
  'after-lease',
  'before-insert',
  'before-commit',
  'after-commit',
  'after-publish',
  'before-settle',
] as const satisfies readonly FaultPoint[]

const command = (name: string, run: (oracle: Oracle, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run: async (oracle, real) => {
    await run(oracle, real)
    await compare(oracle, real)
  },
  toString: () => name,
})

const pickOf = (oracle: Oracle, pick: number): Expected | undefined =>
  oracle.messages[pick % Math.max(1, oracle.messages.length)]

const guardNames = (guards: GuardChoice) => Object.entries(guards).flatMap(([name, on]) => (on ? [`, ${name}`] : []))

/** Whoever got no answer asks again for the same, and is told what became of it (C9). */
const askAgain = (lost: Lost | null) => (lost ? `, asked again: lost ${lost} the commit` : '')

const create = (inSecond: boolean, due_s: number, guards: GuardChoice = NO_GUARDS, lost: Lost | null = null) =>
  command(
    `create(${inSecond ? 'second' : 'first'}, in ${due_s} s${guardNames(guards).join('')}${askAgain(lost)})`,
    async (oracle, { stage, scene }) => {
      const conversationId = inSecond ? scene.second : scene.first
      const text = `text ${oracle.messages.length}`
      const sendAt = (await nowSeconds(stage.resources)) + due_s
      const asked = { conversationId, text, sendAt, zone: 'Europe/Berlin', clientToken: randomUUID(), guards }
      if (lost) await stage.loseAnswer(lost, (wired) => scheduleMessage(wired, scene.author, asked))
      const refusal = await refusalOf(async () => {
        const { id } = await scheduleMessage(stage.resources, scene.author, asked)
        oracle.messages.push({
          id,
          conversationId,
          text,
          dueAt: oracle.now + due_s,
          isCanceled: false,
          guards,
          isReplied: false,
          posted: null,
          hasFailed: false,
        })
      })
      const mayPost = inSecond ? !oracle.isArchived : oracle.isMember
      expect(refusal === null).toBe(mayPost)
    },
  )

/** @returns code of the refusal, or null */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

/** One change, perhaps while a sender works on the same rows: whoever is told yes is right. */
async function change(
  one: Expected,
  real: Real,
  racing: boolean,
  work: () => Promise<unknown>,
  accepted: () => void,
): Promise<void> {
  const [refusal] = await Promise.all([refusalOf(work), racing ? real.stage.dispatch() : null])
  if (refusal === null) {
    expect(isOpen(one), `${one.id} was changed after its end`).toBe(true)
    accepted()
  } else {
    expect(TOO_LATE).toContain(refusal)
    if (refusal === 'already_sent')
      expect((await readPosts(real.stage, real.scene.workspaceId)).map(({ id }) => id)).toContain(one.id)
  }
}

const edit = (pick: number, racing: boolean, lost: Lost | null = null) =>
  command(`edit(${pick}${racing ? ', racing' : ''}${askAgain(lost)})`, async (oracle, real) => {
    const one = pickOf(oracle, pick)
    if (!one) return
    const text = `${one.text}!`
    const ask = (resources: Resources) => editScheduled(resources, real.scene.author, { id: one.id, text })
    if (lost) await real.stage.loseAnswer(lost, ask)
    const work = () => ask(real.stage.resources)
    await change(one, real, racing, work, () => {
      one.text = text
      one.isReplied = false
    })
  })

const cancel = (pick: number, racing: boolean, lost: Lost | null = null) =>
  command(`cancel(${pick}${racing ? ', racing' : ''}${askAgain(lost)})`, async (oracle, real) => {
    const one = pickOf(oracle, pick)
    if (!one || one.isCanceled) return
    const ask = (resources: Resources) => cancelScheduled(resources, real.scene.author, { id: one.id })
    if (lost) await real.stage.loseAnswer(lost, ask)
    const work = () => ask(real.stage.resources)
    await change(one, real, racing, work, () => (one.isCanceled = true))
  })

const reschedule = (pick: number, due_s: number, racing: boolean) =>
  command(`reschedule(${pick}, in ${due_s} s${racing ? ', racing' : ''})`, async (oracle, real) => {
    const one = pickOf(oracle, pick)
    if (!one) return
    const sendAt = (await nowSeconds(real.stage.resources)) + due_s
    const work = () =>
      editScheduled(real.stage.resources, real.scene.author, { id: one.id, sendAt, zone: 'Europe/Berlin' })
    await change(one, real, racing, work, () => {
      one.dueAt = oracle.now + due_s
      one.isReplied = false
    })
  })

const sendNow = (pick: number) =>
  command(`sendNow(${pick})`, async (oracle, real) => {
    const one = pickOf(oracle, pick)
    if (!one) return
    const work = () => sendScheduledNow(real.stage.resources, real.scene.author, { id: one.id })
    await change(one, real, false, work, () => {
      one.dueAt = Math.min(one.dueAt, oracle.now)
      one.guards = { ...one.guards, unlessReplied: false, skipIfAway: false } // by hand
    })
  })

/** The second has come, nobody has sent it yet, and its author changes it while somebody does (K4, K42). */
const changeAtTheSecond = (what: 'edit' | 'cancel' | 'reschedule') =>
  command(`${what} at the second`, async (oracle, real) => {
    await create(!oracle.isArchived, 2).run(oracle, real)
    await tick(3).run(oracle, real)
    const newest = Math.max(0, oracle.messages.length - 1)
    const act =
      what === 'edit' ? edit(newest, true) : what === 'cancel' ? cancel(newest, true) : reschedule(newest, 20, true)
    await act.run(oracle, real)
  })

/** Something is due for certain, and whoever takes it dies. */
const dieAtTheSecond = (point: string, where: CutAt) =>
  command(`a dispatcher dies ${point}`, async (oracle, real) => {
    await create(!oracle.isArchived, 2).run(oracle, real)
    await tick(3).run(oracle, real)
    await real.stage.dispatchAndDie(where)
  })

/** Something is due for certain: every gap between two steps of a dispatcher is hit. */
const dieAtPoint = (point: FaultPoint) =>
  command(`a dispatcher dies at ${point}`, async (oracle, real) => {
    await create(!oracle.isArchived, 2).run(oracle, real)
    await tick(3).run(oracle, real)
    await real.stage.dispatchAndDieAt(point)
  })

/** Leases run out after 30 s of the model's time; this sender wakes later and goes on as if nothing had happened (K19). */
const sleepPastLease = (meanwhile: 'cancel' | 'edit' | 'dispatch' | 'nothing') =>
  command(`a sender sleeps past its lease, meanwhile ${meanwhile}`, async (oracle, real) => {
    await create(!oracle.isArchived, 2).run(oracle, real)
    await tick(3).run(oracle, real)
    const wake = await real.stage.leaseAndSleep(real.scene.workspaceId)
    await tick(31).run(oracle, real)
    const newest = oracle.messages.length - 1
    if (meanwhile === 'dispatch') await real.stage.dispatch()
    else if (newest >= 0 && meanwhile !== 'nothing')
      await (meanwhile === 'cancel' ? cancel : edit)(newest, false).run(oracle, real)
    await compare(oracle, real)
    await wake()
  })

const tick = (seconds: number) =>
  command(`tick(${seconds} s)`, async (oracle, { stage, scene }) => {
    oracle.now += seconds
    await stage.tick(scene.workspaceId, seconds)
  })

const moveMember = command('remove or invite the author', async (oracle, { stage, scene }) => {
  const act = oracle.isMember ? removeFromConversation : inviteToConversation
  await act(stage.resources, scene.owner, scene.first, scene.author.memberId)
  oracle.isMember = !oracle.isMember
})

const archive = command('archive or open', async (oracle, { stage, scene }) => {
  oracle.isArchived = !oracle.isArchived
  await setArchived(stage.resources, scene.owner, scene.second, oracle.isArchived)
})

/** By somebody else, in one of the conversations; perhaps while a sender works there. */
const reply = (inSecond: boolean, racing: boolean) =>
  command(`reply(${inSecond ? 'second' : 'first'}${racing ? ', racing' : ''})`, async (oracle, { stage, scene }) => {
    const conversationId = inSecond ? scene.second : scene.first
    const asked = { conversationId, text: 'a reply', clientToken: randomUUID() }
    let seq = 0
    const write = () => refusalOf(async () => void ({ seq } = await postMessage(stage.resources, scene.owner, asked)))
    const [refusal] = await Promise.all([write(), racing ? stage.dispatch() : null])
    expect(refusal).toBe(inSecond && oracle.isArchived ? 'conversation_archived' : null)
    if (refusal !== null) return
    // What a racing sender posted before it stands in front of it; everything else comes after it.
    const before = new Set(
      (await readPosts(stage, scene.workspaceId)).flatMap((post) => (post.seq < seq ? [post.id] : [])),
    )
    for (const one of oracle.messages)
      if (one.conversationId === conversationId && !before.has(one.id)) one.isReplied = true
  })

const away = command('go away or come back', async (oracle, { stage, scene }) => {
  oracle.isAway = !oracle.isAway
  await stage.resources.mysql.read.query('UPDATE member SET away_until_ms = ? WHERE workspace_id = ? AND id = ?', [
    oracle.isAway ? Date.now() + 86_400_000 : null,
    scene.workspaceId,
    scene.author.memberId,
  ])
})

const passes: [string, (real: Real) => Promise<unknown>][] = [
  ['dispatch', ({ stage }) => stage.dispatch()],
  ['two dispatchers at once', ({ stage }) => Promise.all([stage.dispatch(), stage.dispatch()])],
  ['dispatch without Redis', ({ stage }) => stage.dispatchWithoutRedis()],
  ['hydrate', ({ stage }) => stage.hydrate()],
  ['sweep', ({ stage }) => stage.sweep()],
  ['relay', ({ stage }) => relayOutbox(stage.resources)],
  ['flush', ({ stage }) => stage.flush()],
  ['claims end', ({ stage }) => endAllClaims(stage.resources)],
]

const anyGuards = fc.record({
  unlessReplied: fc.boolean(),
  holdIfArchived: fc.boolean(),
  skipIfAway: fc.boolean(),
})

const anyLoss = fc.constantFrom<Lost>('before', 'after')

export const anyCommand = [
  fc.tuple(fc.boolean(), fc.integer({ min: 2, max: 40 })).map(([second, due_s]) => create(second, due_s)),
  fc.tuple(fc.boolean(), fc.integer({ min: 2, max: 40 })).map(([second, due_s]) => create(second, due_s)),
  fc.tuple(fc.nat(20), fc.boolean()).map(([pick, racing]) => edit(pick, racing)),
  fc.tuple(fc.nat(20), fc.boolean()).map(([pick, racing]) => cancel(pick, racing)),
  fc
    .tuple(fc.nat(20), fc.integer({ min: 1, max: 40 }), fc.boolean())
    .map(([pick, due_s, racing]) => reschedule(pick, due_s, racing)),
  fc.nat(20).map(sendNow),
  fc.integer({ min: 1, max: 35 }).map(tick),
  fc.integer({ min: 1, max: 35 }).map(tick),
  fc.constantFrom(...CRASHES).map(([point, where]) => dieAtTheSecond(point, where)),
  fc.constantFrom(...POINTS_OF_A_DISPATCHER).map(dieAtPoint),
  fc
    .tuple(fc.boolean(), fc.integer({ min: 2, max: 40 }), anyLoss)
    .map(([second, due_s, lost]) => create(second, due_s, NO_GUARDS, lost)),
  fc.tuple(fc.nat(20), anyLoss).map(([pick, lost]) => edit(pick, false, lost)),
  fc.tuple(fc.nat(20), anyLoss).map(([pick, lost]) => cancel(pick, false, lost)),
  fc.constantFrom(...passes).map(([name, pass]) => command(name, async (_, real) => void (await pass(real)))),
  fc.constantFrom(...passes).map(([name, pass]) => command(name, async (_, real) => void (await pass(real)))),
  fc.constantFrom('cancel' as const, 'edit' as const, 'dispatch' as const, 'nothing' as const).map(sleepPastLease),
  fc.constantFrom('edit' as const, 'cancel' as const, 'reschedule' as const).map(changeAtTheSecond),
  fc.constant(moveMember),
  fc.constant(archive),
  fc
    .tuple(fc.boolean(), fc.integer({ min: 2, max: 40 }), anyGuards)
    .map(([second, due_s, guards]) => create(second, due_s, guards)),
  fc.tuple(fc.boolean(), fc.boolean()).map(([second, racing]) => reply(second, racing)),
  fc.constant(away),
]

/** Everything the rows may say now, and nothing else. What was posted is remembered, so that it can never change. */
export async function compare(oracle: Oracle, { stage, scene }: Real): Promise<void> {
  const rows = await readRows(stage, scene.workspaceId)
  const posts = await readPosts(stage, scene.workspaceId)
  expect(new Set(posts.map(({ id }) => id)).size, 'a message was posted twice (I1)').toBe(posts.length)
  const ids = oracle.messages.map(({ id }) => id)
  expect([...rows.keys()].toSorted(), 'each accepted message has one row').toEqual(ids.toSorted())
  for (const one of oracle.messages) {
    const row = rows.get(one.id)
    const post = posts.find(({ id }) => id === one.id)
    expect(row, `${one.id} has no row (I4)`).toBeDefined()
    expect(row?.status === 'SENT', `${one.id} is ${row?.status} (I1)`).toBe(post !== undefined)
    expect(row?.status === 'CANCELED', `${one.id} is ${row?.status} (I3)`).toBe(one.isCanceled)
    if (post && !one.posted) {
      expect(one.dueAt, `${one.id} was posted early (I2)`).toBeLessThanOrEqual(oracle.now + 1) // real seconds pass as well
      expect(post.text, `${one.id} (I3)`).toBe(one.text)
      one.posted = { seq: post.seq, text: post.text }
      expect(rightsRefusal(one, oracle, scene), `${one.id} was posted where its author may not (C5)`).toBeNull()
      expect(one.guards.unlessReplied && one.isReplied, `${one.id} was posted after a reply (C5)`).toBe(false)
      expect(one.guards.skipIfAway && oracle.isAway, `${one.id} was posted while its author was away (C5)`).toBe(false)
    }
    if (one.posted) expect(post, `${one.id} changed after it was posted`).toMatchObject(one.posted)
    if (row?.status === 'FAILED') {
      if (!one.hasFailed) expect(reasonsFor(one, oracle, scene)).toContain(row.failReason)
      one.hasFailed = true
    }
  }
}

/** Why it may have failed just now. */
function reasonsFor(one: Expected, oracle: Oracle, scene: Scene): string[] {
  const { unlessReplied, skipIfAway } = one.guards
  const reasons: (string | null)[] = [rightsRefusal(one, oracle, scene)]
  if (unlessReplied && one.isReplied) reasons.push('replied_meanwhile')
  if (skipIfAway && oracle.isAway) reasons.push('author_away')
  return reasons.filter((reason) => reason !== null)
}

/** The author is a member of the second conversation for good, and the first is never archived. */
function rightsRefusal({ conversationId, guards }: Expected, oracle: Oracle, scene: Scene): string | null {
  if (conversationId === scene.first) return oracle.isMember ? null : 'not_in_channel'
  if (!oracle.isArchived) return null
  return guards.holdIfArchived ? 'held_channel_archived' : 'channel_archived'
}
