/** Every command that a random history may be made of. */
import fc from 'fast-check'
import { NO_GUARDS } from '#server/domain/scheduled-message/guards.ts'
import { cancel, create, edit, reschedule, sendNow } from './author-commands.ts'
import { command } from './command.ts'
import type { Real } from './compare.ts'
import {
  changeAtTheSecond,
  CRASHES,
  dieAtPoint,
  dieAtTheSecond,
  POINTS_OF_A_DISPATCHER,
  sleepPastLease,
} from './fault-commands.ts'
import type { Lost } from './stage.ts'
import { archive, away, moveMember, reply, tick } from './surrounding-commands.ts'

const passes: [string, (real: Real) => Promise<unknown>][] = [
  ['dispatch', ({ stage }) => stage.dispatch()],
  ['two dispatchers at once', ({ stage }) => Promise.all([stage.dispatch(), stage.dispatch()])],
  ['dispatch without Redis', ({ stage }) => stage.dispatchWithoutRedis()],
  ['hydrate', ({ stage }) => stage.hydrate()],
  ['sweep', ({ stage }) => stage.sweep()],
  ['relay', ({ stage }) => stage.relay()],
  ['flush', ({ stage }) => stage.flush()],
  ['claims end', ({ stage }) => stage.endClaims()],
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
