'use client'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { MAX_TEXT_LENGTH } from '#server/domain/message/limits.ts'
import type { Names } from '#app/_client/mentions/names.ts'
import { useDraft, useSend } from '#app/_client/react/hooks.ts'
import type { WithFiles } from '#app/_client/react/use-attaching.ts'
import { buttonLook } from '#app/_ui/button.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { putMarkup } from '#app/_ui/insert-text.ts'

export type ComposerState = {
  /** Empty as well while there is nothing that could be sent. */
  text: string
  files: readonly AttachedFile[]
  /** There is something, it is not too long, and every file of it has arrived. */
  sendable: boolean
  /** Empties field, files and draft, once they are safe elsewhere. */
  clear: () => void
  /** Puts a text back, and files where some are given, for undoing. */
  restore: (text: string, files?: readonly AttachedFile[]) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** Texts that are no messages but commands: they are shown and carried out elsewhere, and never sent. */
export type Commands = {
  isCommand: (text: string) => boolean
  /** Shows what the command would do; Enter carries out what `handle` holds then. */
  panel: (state: CommandState) => ReactNode
}
export type CommandState = Omit<ComposerState, 'field' | 'sendable'> & {
  /** Whether a file is still on its way. */
  uploading: boolean
  handle: RefObject<CommandHandle | null>
}
export type CommandHandle = { commit: () => void }

type Props = {
  conversationId: ConversationId
  name: string
  /** The half of the Send button that schedules; given by the page. */
  menu: (state: ComposerState) => ReactNode
  /** What attaches files, beside the field; given by the page. */
  attach: (state: WithFiles) => ReactNode
  commands?: Commands
  /** What was written stands among the newest. */
  onSend?: () => void
  /** What helps writing, beside the field; given by the page. */
  tools?: (state: ComposerState & { onNames: (names: Names) => void }) => ReactNode
}

/** Until the help for writing is there, nobody can have been named with it. */
const AS_WRITTEN: Names = { toStored: (text) => text, toField: (text) => text }

/** Warn when this close to the limit. */
const NEAR_LIMIT = 500

/** Writes a message. Enter sends, Shift+Enter starts a line; what is typed is kept as a draft on every key. */
export function Composer({ conversationId, name, menu, attach, tools, commands, onSend }: Props) {
  const { text, setText, files, setFiles, clear, restore: restoreDraft } = useDraft(conversationId)
  const [uploading, setUploading] = useState(false)
  const [tray, setTray] = useState<HTMLElement | null>(null)
  const { send } = useSend()
  const [names, setNames] = useState(AS_WRITTEN)
  const field = useRef<HTMLTextAreaElement>(null)
  useGrowing(field, text)
  useFocusOnPointerDevices(field)

  // People and channels stand in the field by name, and are stored by id.
  const stored = names.toStored(text)
  const tooLong = stored.length > MAX_TEXT_LENGTH
  const command = useRef<CommandHandle>(null)
  const isCommand = commands?.isCommand(text) ?? false
  const sendable = (text.trim() !== '' || files.length > 0) && !uploading && !tooLong && !isCommand
  const submit = useCallback(
    (event?: FormEvent) => {
      event?.preventDefault()
      // The menu within may open a form of its own, whose submission is not this one's (K93).
      if (event && event.target !== event.currentTarget) return
      if (isCommand) return command.current?.commit()
      if (!sendable) return
      send(conversationId, stored, files)
      clear()
      onSend?.()
      field.current?.focus()
    },
    [isCommand, sendable, send, conversationId, stored, files, clear, onSend],
  )
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || putMarkup(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    submit()
  }

  const restore = (given: string, back?: readonly AttachedFile[]) => restoreDraft(names.toField(given), back)
  const state = { text: sendable ? stored : '', files, sendable, clear, restore, field }
  return (
    <form onSubmit={submit} aria-label={`Write to ${name}`} className="px-4 pb-4 sm:px-6">
      {isCommand && commands?.panel({ text: stored, files, uploading, clear, restore, handle: command })}
      <div className="relative flex flex-col rounded-large border border-edge bg-raised focus-within:border-brass focus-within:ring-1 focus-within:ring-brass">
        <div ref={setTray} />
        <textarea
          ref={field}
          data-composer
          rows={1}
          dir="auto"
          aria-label={`Message ${name}`}
          placeholder={`Message ${name}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          aria-invalid={tooLong || undefined}
          className="scroll-calm field-sizing-content max-h-70 w-full resize-none rounded-t-large bg-transparent px-4 pt-3 pb-1 outline-none placeholder:truncate pointer-coarse:text-base"
        />
        <div className="flex items-center justify-end gap-3 px-2 pb-2">
          {attach({ place: conversationId, files, setFiles, field, tray, onBusy: setUploading })}
          {tools?.({ ...state, onNames: setNames })}
          <p role="status" className="min-w-0 flex-1 px-2 text-small text-danger tabular-nums">
            {stored.length > MAX_TEXT_LENGTH - NEAR_LIMIT && lengthWords(stored.length)}
          </p>
          <div className="flex">
            <button type="submit" disabled={!sendable} className={classNames(buttonLook('primary'), 'rounded-r-none')}>
              Send
            </button>
            {menu(state)}
          </div>
        </div>
      </div>
    </form>
  )
}

function lengthWords(length: number): string {
  const over = length - MAX_TEXT_LENGTH
  return over > 0
    ? `${over.toLocaleString('en-US')} characters too many: shorten it or send it in parts.`
    : `${-over} characters left`
}

/** For browsers that do not grow a field by themselves: measuring it has the page laid out with every key. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const el = field.current
    if (!el || CSS.supports('field-sizing', 'content')) return
    el.style.height = 'auto'
    el.style.height = `${el.scrollHeight}px`
  }, [field, text])
}

/** A phone would open its keyboard over the messages. */
function useFocusOnPointerDevices(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [field])
}
