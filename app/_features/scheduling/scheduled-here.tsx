'use client'
import type { ConversationId } from '#server/domain/ids.ts'
import { Queries } from '#app/_client/react/queries.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { ScheduledShelf } from './scheduled-shelf.tsx'

type Props = { conversationId: ConversationId; name: string; onClose: () => void }

/** What is scheduled for one conversation, changed without leaving it. */
export const ScheduledHere = ({ conversationId, name, onClose }: Props) => (
  <Dialog open onClose={onClose} place="side" title="Scheduled here" description={<>To {name}</>}>
    <Queries>
      <ScheduledShelf shelf="scheduled" of={conversationId} />
    </Queries>
  </Dialog>
)
