'use client'
import { AlertCircle } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { MAX_TEXT_LENGTH } from '#server/domain/message/limits.ts'
import type { Refusal } from '#app/_client/react/timeline-window.ts'
import type { UnsentChange } from '#app/_client/store/rows.ts'
import { errorWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { FIELD_LOOK } from '#app/_ui/text-field.tsx'

type Props = {
  text: string
  refusal: Refusal | null
  onRetry: (changed?: UnsentChange) => void
  onDelete: () => void
}

/** Under a message that the server will never take as it is: why, and what can be done. */
export function Unsent({ text, refusal, onRetry, onDelete }: Props) {
  const [editing, setEditing] = useState(false)
  const act = (label: string, onClick: () => void) => (
    <button
      type="button"
      onClick={onClick}
      className="min-h-(--touch) px-1.5 font-semibold underline underline-offset-2 sm:min-h-6"
    >
      {label}
    </button>
  )
  return (
    <>
      <div role="alert" className="mt-1 flex flex-wrap items-center gap-x-2 text-small text-danger">
        <AlertCircle size={14} aria-hidden />
        <span>Not sent. {refusal && errorWords(refusal.code, refusal.facts)}</span>
        {!editing && (
          <>
            {act('Try again', () => onRetry())}
            {act('Edit', () => setEditing(true))}
            {refusal?.code === 'file_gone' &&
              text.trim() !== '' &&
              act('Send without the files', () => onRetry({ text, payload: null }))}
            {act('Delete', onDelete)}
          </>
        )}
      </div>
      {editing && (
        <UnsentEditor text={text} onSend={(next) => onRetry({ text: next })} onClose={() => setEditing(false)} />
      )}
    </>
  )
}

type EditorProps = { text: string; onSend: (text: string) => void; onClose: () => void }

/** The message keeps its place among the unsent. */
function UnsentEditor({ text, onSend, onClose }: EditorProps) {
  const [next, setNext] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }, [text.length])
  const sendable = next.trim() !== '' && next.length <= MAX_TEXT_LENGTH
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (sendable) onSend(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    }
  }
  return (
    <form onSubmit={send} className="my-1 flex flex-col gap-2">
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        aria-label="Text of the message that was not sent"
        value={next}
        onChange={(event) => setNext(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${FIELD_LOOK} max-h-72 py-2`}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" disabled={!sendable}>
          Send
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
