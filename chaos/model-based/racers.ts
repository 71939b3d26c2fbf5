/** Who may reach for the same message at the same moment, and what each was told. */
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { millis } from '#server/domain/time/units.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { patiently } from '#server/testing/patiently.ts'
import { endAllClaims, openDispatcher } from '#server/testing/pipeline.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { cancelScheduled } from '#server/usecases/scheduled/cancel-scheduled.ts'
import { editScheduled } from '#server/usecases/scheduled/edit-scheduled.ts'
import { sendScheduledNow } from '#server/usecases/scheduled/send-scheduled-now.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { sweepOnce } from '#workers/sweeper/sweep-once.ts'

export type Race = {
  author: Actor
  conversationId: ConversationId
  id: MessageId
  /** Where a reschedule moves it. */
  tomorrow: number
  told: Told
  kill: (name: string) => void
}

/** What people were told: accepted changes in the order of the row's versions, and codes of refusals. */
export type Told = {
  texts: { text: string; version: number }[]
  isCanceled: boolean
  isMoved: boolean
  isSent: boolean
  refusals: string[]
}

export const toldNothing = (): Told => ({ texts: [], isCanceled: false, isMoved: false, isSent: false, refusals: [] })

type Racer = (resources: Resources, race: Race) => Promise<unknown>

const edits =
  (text: string): Racer =>
  async (r, { author, id, told }) => {
    const { version } = await editScheduled(r, author, { id, text })
    told.texts.push({ text, version })
  }

const dispatches: Racer = async (r) => {
  const dispatcher = await openDispatcher(r)
  for (let pass = 0; pass < 2; pass++) await dispatchOnce(dispatcher)
}

const LEASE = { owner: 'sweeper:racing', lease_ms: millis(30_000) }

/** Each is one process, with connections of its own. */
export const RACERS = {
  'a tab edits': edits('from a tab'),
  'another tab edits': edits('from another tab'),
  'a tab cancels': async (r, { author, id, told }) => {
    told.isCanceled = (await cancelScheduled(r, author, { id })).status === 'CANCELED'
  },
  'a tab moves it to tomorrow': async (r, { author, id, tomorrow, told }) => {
    await editScheduled(r, author, { id, sendAt: tomorrow, zone: 'UTC' })
    told.isMoved = true
  },
  'a tab sends it now': async (r, { author, id, told }) => {
    told.isSent = (await sendScheduledNow(r, author, { id })).status === 'SENT'
  },
  'one dispatcher': dispatches,
  'another dispatcher': dispatches,
  'a dispatcher without Redis': async (r) => dispatchOnce(await openDispatcher(r, { offset: () => null })),
  'the sweeper': (r) => sweepOnce(r, LEASE, new AbortController().signal),
  'claims run out': (r) => patiently(() => endAllClaims(r)),
  'the lease runs out': ({ mysql }, { author, id }) =>
    withTransaction(mysql, (tx) =>
      tx.query(
        `UPDATE scheduled_message SET wake_at_ms = 1 WHERE workspace_id = ? AND id = ? AND status = 'DISPATCHING'`,
        [author.workspaceId, id],
      ),
    ),
  'death of one dispatcher': async (_, { kill }) => kill('one dispatcher'),
} satisfies Record<string, Racer>

export type RacerName = keyof typeof RACERS
export const RACER_NAMES = Object.keys(RACERS) as RacerName[]

/** @returns once it has ended, well or refused. @throws what is neither */
export async function runRacer(name: RacerName, resources: Resources, race: Race): Promise<void> {
  try {
    await RACERS[name](resources, race)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    race.told.refusals.push(error.code)
  }
}
