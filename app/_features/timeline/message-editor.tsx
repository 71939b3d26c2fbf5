'use client'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { mayHaveFiles } from '#server/domain/files/may-have-files.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { MAX_TEXT_LENGTH } from '#server/domain/message/limits.ts'
import { useEditDraft } from '#app/_client/react/use-edit-draft.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { useMessageActions, type Refused } from '#app/_client/react/use-message-actions.ts'
import { Button } from '#app/_ui/button.tsx'
import { FIELD_LOOK } from '#app/_ui/text-field.tsx'
import type { TimelineMessage } from './group-messages.ts'

type Props = { conversationId: ConversationId; message: TimelineMessage; onClose: () => void }

const LONGEST_QUOTED = 160

/** Says it anew in its place. What is typed is kept until it is saved or let go, also over a reload. */
export function MessageEditor({ conversationId, message, onClose }: Props) {
  const ref = { conversationId, messageId: message.id }
  const { edit: begun, setEdit, forget } = useEditDraft(ref, message)
  const stored = begun?.text
  const names = useNames()
  const text = stored === undefined ? undefined : names.toField(stored)
  const { edit } = useMessageActions()
  const field = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  useFocusAtEnd(field, text !== undefined)
  useLayoutEffect(() => {
    const el = field.current
    if (!el) return
    el.style.height = 'auto'
    el.style.height = `${el.scrollHeight + 2}px`
  }, [text])

  const close = () => {
    forget()
    onClose()
    document.querySelector<HTMLElement>('[data-composer]')?.focus()
  }
  const changed = stored !== undefined && stored !== message.text
  const tooLong = (stored?.length ?? 0) > MAX_TEXT_LENGTH
  const says = begun !== undefined && (begun.text.trim() !== '' || mayHaveFiles(message.payload))
  const savable = says && !tooLong && !busy
  const save = async () => {
    if (!savable) return
    if (!changed) return close()
    setBusy(true)
    const refusal = await edit(ref, begun)
    setBusy(false)
    setRefused(refusal)
    if (refusal === null) close()
  }
  // Shown beside what was typed, so the next press replaces it knowingly.
  const conflicting = refused?.conflict === true && message.editedMs !== begun?.seenEditedMs
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (!conflicting) void save()
    }
  }
  return (
    <div className="my-1 flex flex-col gap-2">
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label="New text of the message"
        disabled={text === undefined}
        value={text ?? ''}
        onChange={(event) => {
          if (begun) setEdit({ ...begun, text: names.toStored(event.target.value) })
        }}
        onKeyDown={onKeyDown}
        aria-invalid={tooLong || undefined}
        className={`${FIELD_LOOK} max-h-72 resize-none py-2`}
      />
      {refused && (
        <div role="alert" className="text-danger">
          {refused.words}{' '}
          {conflicting && (
            <>
              It now says <q className="wrap-anywhere">{names.toField(message.text).slice(0, LONGEST_QUOTED)}</q>.
            </>
          )}
        </div>
      )}
      {tooLong && (
        <p role="alert" className="text-danger tabular-nums">
          {(stored ?? '').length - MAX_TEXT_LENGTH} characters too many: shorten it.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {conflicting ? (
          <Button
            look="primary"
            onClick={() => {
              // The newer text has been seen now.
              if (begun) setEdit({ ...begun, seenEditedMs: message.editedMs })
              setRefused(null)
            }}
          >
            Keep mine
          </Button>
        ) : (
          <Button look="primary" busy={busy} disabled={!savable} onClick={() => void save()}>
            Save
          </Button>
        )}
        <Button onClick={close}>{changed ? 'Discard changes' : 'Cancel'}</Button>
        <span className="hidden text-small text-muted sm:inline">Enter saves, Esc leaves it as it was</span>
      </div>
    </div>
  )
}

function useFocusAtEnd(field: React.RefObject<HTMLTextAreaElement | null>, isReady: boolean): void {
  useEffect(() => {
    const el = field.current
    if (!isReady || !el) return
    el.focus({ preventScroll: true })
    el.setSelectionRange(el.value.length, el.value.length)
    el.scrollIntoView({ block: 'nearest' })
  }, [field, isReady])
}
