'use client'
import type { ConversationId } from '#server/domain/ids.ts'
import type { Conditions } from './conditions.ts'
import { GuardFields } from './guard-fields.tsx'
import { ReadersTime } from './readers-time.tsx'
import type { ChosenTime } from './schedule-dialog.tsx'

type Props = {
  conversationId: ConversationId
  conditions: Conditions
  onConditions: (conditions: Conditions) => void
  chosen: ChosenTime
  /** The conditions are those of every message of a series. */
  repeats?: boolean
}

/** What stands below the time in every dialog that chooses one: what it means for the readers, and what it depends on. */
export function AroundTime({ conversationId, conditions, onConditions, chosen, repeats = false }: Props) {
  return (
    <>
      <ReadersTime conversationId={conversationId} {...chosen} />
      <GuardFields
        conversationId={conversationId}
        value={conditions}
        onChange={onConditions}
        chosen={chosen}
        repeats={repeats}
      />
    </>
  )
}
