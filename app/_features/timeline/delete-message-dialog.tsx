'use client'
import { useState } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { useMessageActions } from '#app/_client/react/use-message-actions.ts'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import type { TimelineMessage } from './group-messages.ts'

type Props = {
  conversationId: ConversationId
  message: TimelineMessage
  /** null: one's own */ authorName: string | null
  onClose: () => void
}

const LONGEST_SHOWN = 200

export function DeleteMessageDialog({ conversationId, message, authorName, onClose }: Props) {
  const { remove } = useMessageActions()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    const refusal = await remove({ conversationId, messageId: message.id })
    setBusy(false)
    setRefused(refusal?.words ?? null)
    if (refusal === null) onClose()
  }
  const { text } = message
  return (
    <ConfirmDialog
      open
      look="danger"
      busy={busy}
      error={refused}
      title={authorName === null ? 'Delete this message?' : `Delete this message of ${authorName}?`}
      description={
        <>
          <p>Its text goes for everyone, with what it said before. This cannot be taken back.</p>
          {text !== '' && (
            <blockquote dir="auto" className="mt-2 border-l-2 border-line pl-3 wrap-anywhere text-ink">
              {text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}
            </blockquote>
          )}
        </>
      }
      confirmLabel="Delete message"
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
