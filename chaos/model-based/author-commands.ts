/** What an author does: create, edit, cancel, reschedule, send now; alone or while a sender works on the same rows. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { NO_GUARDS, type GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import { nowSeconds } from '#server/testing/scheduling.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { cancelScheduled } from '#server/usecases/scheduled/cancel-scheduled.ts'
import { editScheduled } from '#server/usecases/scheduled/edit-scheduled.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { sendScheduledNow } from '#server/usecases/scheduled/send-scheduled-now.ts'
import { command, refusalOf } from './command.ts'
import type { Real } from './compare.ts'
import { isOpen, type Expected, type Oracle } from './oracle.ts'
import { readPosts, type Lost } from './stage.ts'

/** The refusals that are true of a message that is not the author's to change any more. */
const TOO_LATE = ['already_sending', 'already_sent', 'already_failed', 'already_canceled']

const pickOf = (oracle: Oracle, pick: number): Expected | undefined =>
  oracle.messages[pick % Math.max(1, oracle.messages.length)]

const guardNames = (guards: GuardChoice) => Object.entries(guards).flatMap(([name, on]) => (on ? [`, ${name}`] : []))

/** Whoever got no answer asks again for the same, and is told what became of it (C9). */
const askAgain = (lost: Lost | null) => (lost ? `, asked again: lost ${lost} the commit` : '')

export const create = (inSecond: boolean, due_s: number, guards: GuardChoice = NO_GUARDS, lost: Lost | null = null) =>
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

export const edit = (pick: number, racing: boolean, lost: Lost | null = null) =>
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

export const cancel = (pick: number, racing: boolean, lost: Lost | null = null) =>
  command(`cancel(${pick}${racing ? ', racing' : ''}${askAgain(lost)})`, async (oracle, real) => {
    const one = pickOf(oracle, pick)
    if (!one || one.isCanceled) return
    const ask = (resources: Resources) => cancelScheduled(resources, real.scene.author, { id: one.id })
    if (lost) await real.stage.loseAnswer(lost, ask)
    const work = () => ask(real.stage.resources)
    await change(one, real, racing, work, () => (one.isCanceled = true))
  })

export const reschedule = (pick: number, due_s: number, racing: boolean) =>
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

export const sendNow = (pick: number) =>
  command(`sendNow(${pick})`, async (oracle, real) => {
    const one = pickOf(oracle, pick)
    if (!one) return
    const work = () => sendScheduledNow(real.stage.resources, real.scene.author, { id: one.id })
    await change(one, real, false, work, () => {
      one.dueAt = Math.min(one.dueAt, oracle.now)
      one.guards = { ...one.guards, unlessReplied: false, skipIfAway: false } // by hand
    })
  })
