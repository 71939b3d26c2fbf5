'use client'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Conditions } from './conditions.ts'
import { GuardFields } from './guard-fields.tsx'
import { ReadersTime } from './readers-time.tsx'
import type { ChosenTime } from './schedule-dialog.tsx'

type Props = {
  conversationId: ConversationId
  /** null where none can be chosen */
  conditions: Conditions | null
  onConditions: (conditions: Conditions) => void
  chosen: ChosenTime
}

/** What stands below the time in every dialog that chooses one: what it means for the readers, and what it depends on. */
export function AroundTime({ conversationId, conditions, onConditions, chosen }: Props) {
  return (
    <>
      <ReadersTime conversationId={conversationId} {...chosen} />
      {conditions && (
        <GuardFields conversationId={conversationId} value={conditions} onChange={onConditions} chosen={chosen} />
      )}
    </>
  )
}
