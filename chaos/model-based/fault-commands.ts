/** What happens at the second: changes that race the send, senders that die at every step, and one that sleeps past its lease. */
import type { FaultPoint } from '#server/domain/operations/fault-point.ts'
import { COMMIT, type CutAt } from '#server/testing/tcp-proxy.ts'
import { cancel, create, edit, reschedule } from './author-commands.ts'
import { command } from './command.ts'
import { compare } from './compare.ts'
import { tick } from './surrounding-commands.ts'

export const CRASHES: [string, CutAt][] = [
  ['before its transaction', { statement: /BEGIN/, when: 'before' }],
  ['before the insert', { statement: /INSERT INTO message /, when: 'before' }],
  ['before the commit', { statement: COMMIT, when: 'before' }],
  ['after the commit', { statement: COMMIT, when: 'after' }],
]

export const POINTS_OF_A_DISPATCHER = [
  'after-claim',
  'before-send',
  'after-lease',
  'before-insert',
  'before-commit',
  'after-commit',
  'after-publish',
  'before-settle',
] as const satisfies readonly FaultPoint[]

/** The second has come, nobody has sent it yet, and its author changes it while somebody does (K4, K42). */
export const changeAtTheSecond = (what: 'edit' | 'cancel' | 'reschedule') =>
  command(`${what} at the second`, async (oracle, real) => {
    await create(!oracle.isArchived, 2).run(oracle, real)
    await tick(3).run(oracle, real)
    const newest = Math.max(0, oracle.messages.length - 1)
    const act =
      what === 'edit' ? edit(newest, true) : what === 'cancel' ? cancel(newest, true) : reschedule(newest, 20, true)
    await act.run(oracle, real)
  })

/** Something is due for certain, and whoever takes it dies. */
export const dieAtTheSecond = (point: string, where: CutAt) =>
  command(`a dispatcher dies ${point}`, async (oracle, real) => {
    await create(!oracle.isArchived, 2).run(oracle, real)
    await tick(3).run(oracle, real)
    await real.stage.dispatchAndDie(where)
  })

/** Something is due for certain: every gap between two steps of a dispatcher is hit. */
export const dieAtPoint = (point: FaultPoint) =>
  command(`a dispatcher dies at ${point}`, async (oracle, real) => {
    await create(!oracle.isArchived, 2).run(oracle, real)
    await tick(3).run(oracle, real)
    await real.stage.dispatchAndDieAt(point)
  })

/** Leases run out after 30 s of the model's time; this sender wakes later and goes on as if nothing had happened (K19). */
export const sleepPastLease = (meanwhile: 'cancel' | 'edit' | 'dispatch' | 'nothing') =>
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
