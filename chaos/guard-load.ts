import { NO_GUARDS } from '#server/domain/scheduled-message/guards.ts'
import type { ScheduledHistory } from './history.ts'
import type { Chance } from './seeded.ts'

/** Conditions for some: one in eight has one. */
export function guardsOf(
  chance: Chance,
  sendAt: number,
  isPoison: boolean,
): Pick<ScheduledHistory, 'guards' | 'notAfter'> {
  const none = { guards: NO_GUARDS, notAfter: null }
  if (isPoison || !chance.is(0.125)) return none
  return chance.pick([
    { ...none, guards: { ...NO_GUARDS, unlessReplied: true } },
    { ...none, guards: { ...NO_GUARDS, holdIfArchived: true } },
    { ...none, guards: { ...NO_GUARDS, skipIfAway: true } },
    { ...none, notAfter: sendAt + chance.between(0, 10) },
  ])
}
