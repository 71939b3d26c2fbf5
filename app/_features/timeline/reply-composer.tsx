'use client'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { MAX_TEXT_LENGTH } from '#server/domain/message/limits.ts'
import { useDraft, useSend } from '#app/_client/react/hooks.ts'
import type { WithFiles } from '#app/_client/react/use-attaching.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { draftKey } from '#app/_client/store/rows.ts'
import { buttonLook } from '#app/_ui/button.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { putMarkup } from '#app/_ui/insert-text.ts'

export type ReplyState = {
  text: string
  files: readonly AttachedFile[]
  /** False: nothing to send yet. */
  sendable: boolean
  reply: { threadRootId: MessageId; alsoInChannel: boolean }
  clear: () => void
  restore: (text: string, files?: readonly AttachedFile[]) => void
  field: RefObject<HTMLTextAreaElement | null>
}
/** Given by the page. */
export type ReplyParts = {
  /** The half of the Reply button that schedules. */
  menu: (state: ReplyState) => ReactNode
  attach: (state: WithFiles) => ReactNode
}

type Props = { conversationId: ConversationId; rootId: MessageId; name: string; parts: ReplyParts }

/** Writes a reply. What is typed is kept as a draft of this thread. */
export function ReplyComposer({ conversationId, rootId, name, parts }: Props) {
  const { text, setText, files, setFiles, clear, restore } = useDraft(conversationId, rootId)
  const [uploading, setUploading] = useState(false)
  const [tray, setTray] = useState<HTMLElement | null>(null)
  const { send } = useSend()
  const names = useNames()
  const [alsoInChannel, setAlso] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const boxId = useId()
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  useLayoutEffect(() => {
    const el = field.current
    if (!el) return
    el.style.height = 'auto'
    el.style.height = `${el.scrollHeight}px`
  }, [text])
  const stored = names.toStored(text)
  const over = stored.length - MAX_TEXT_LENGTH
  const sendable = (text.trim() !== '' || files.length > 0) && !uploading && over <= 0
  const reply = useMemo(() => ({ threadRootId: rootId, alsoInChannel }), [rootId, alsoInChannel])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    // The menu within may open a form of its own, whose submission is not this one's (K93).
    if (!sendable || (event && event.target !== event.currentTarget)) return
    send(conversationId, stored, files, reply)
    clear()
    setAlso(false)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || putMarkup(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    submit()
  }
  return (
    <form onSubmit={submit} aria-label={`Reply in the thread in ${name}`} className="px-4 pb-4">
      <div className="relative flex flex-col rounded-large border border-edge bg-raised focus-within:border-brass focus-within:ring-1 focus-within:ring-brass">
        <div ref={setTray} />
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label="Reply"
          placeholder="Reply…"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          aria-invalid={over > 0 || undefined}
          className="scroll-calm max-h-60 w-full resize-none rounded-t-large bg-transparent px-4 pt-3 pb-1 outline-none pointer-coarse:text-base"
        />
        <div className="flex items-center gap-2 px-3 pb-2">
          {parts.attach({
            place: draftKey(conversationId, rootId),
            files,
            setFiles,
            field,
            tray,
            onBusy: setUploading,
          })}
          <label
            htmlFor={boxId}
            className="flex min-h-(--touch) min-w-0 flex-1 items-center gap-2 text-small text-muted"
          >
            <input
              id={boxId}
              type="checkbox"
              checked={alsoInChannel}
              onChange={(event) => setAlso(event.target.checked)}
              className="size-4 shrink-0 accent-brass"
            />
            <span className="truncate">Also send to {name}</span>
          </label>
          <div className="flex">
            <button type="submit" disabled={!sendable} className={classNames(buttonLook('primary'), 'rounded-r-none')}>
              Reply
            </button>
            {parts.menu({
              text: sendable ? stored : '',
              files,
              sendable,
              reply,
              clear,
              restore: (given, back) => restore(names.toField(given), back),
              field,
            })}
          </div>
        </div>
        {over > 0 && (
          <p role="alert" className="px-4 pb-2 text-small text-danger tabular-nums">
            {over.toLocaleString('en-US')} characters too many: shorten it or send it in parts.
          </p>
        )}
      </div>
    </form>
  )
}
