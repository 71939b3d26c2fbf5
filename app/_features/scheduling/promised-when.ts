import { asPromised } from '#server/domain/time/send-time.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { When } from './presets.ts'

/** Without a wall clock: that instant is promised, whatever the clocks will show. */
export type AskedWhen = Omit<When, 'wallClock'> & Partial<Pick<When, 'wallClock'>>

/** The time that a message has, to be asked for as it was promised. */
export const promisedWhen = (scheduled: Pick<ScheduledView, 'sendAt' | 'zone' | 'wallClock' | 'promised'>): AskedWhen =>
  asPromised({ ...scheduled, sendAt: epochSeconds(scheduled.sendAt), zone: parseZone(scheduled.zone) })
