'use client'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { buttonLook } from '#app/_ui/button.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { isScheduleChord } from '#app/_ui/keys.ts'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { useMenuButton } from '#app/_ui/menu-button.tsx'

const ScheduleMenu = lazyPart(() => import('./schedule-menu.tsx').then((m) => m.ScheduleMenu))

/** The thread that a text answers in, and whether it will stand in the channel too. */
export type ReplyTo = { threadRootId: MessageId; alsoInChannel: boolean }
export type Scheduling = {
  conversationId: ConversationId
  name: string
  /** Not given: it is no reply. */
  reply?: ReplyTo
  text: string
  files: readonly AttachedFile[]
  /** False: nothing to schedule yet, or a file of it is still on its way. */
  sendable: boolean
  /** Called once the text is safe on the server. */
  clear: () => void
  restore: (text: string, files?: readonly AttachedFile[]) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** The half of the Send button that sends later. */
export function ScheduleButton(props: Scheduling) {
  const { sendable, field } = props
  const [choosing, setChoosing] = useState(false)
  const trigger = (
    <button
      type="button"
      aria-label="Schedule for later"
      className={classNames(buttonLook('primary'), 'ml-px min-w-(--touch) rounded-l-none px-0')}
    >
      <ChevronDown size={16} aria-hidden />
    </button>
  )
  const menu = useMenuButton({
    trigger,
    label: 'Schedule for later',
    side: 'top',
    disabled: !sendable,
    load: ScheduleMenu.load,
  })
  useScheduleChord(field, sendable, () => {
    menu.bringNear()
    setChoosing(true)
  })
  const forget = () => {
    menu.forget()
    setChoosing(false)
  }
  return (
    <>
      {menu.button}
      {menu.near && (
        <ScheduleMenu {...props} place={menu.place} choosing={choosing} onChoosing={setChoosing} onMissing={forget} />
      )}
    </>
  )
}

/** The chord opens the dialog from the message field, which would take it for a new line. */
function useScheduleChord(field: RefObject<HTMLElement | null>, enabled: boolean, open: () => void): void {
  useEffect(() => {
    const el = field.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isScheduleChord(event)) return
      event.preventDefault()
      if (enabled) open()
    }
    el?.addEventListener('keydown', onKeyDown)
    return () => el?.removeEventListener('keydown', onKeyDown)
  })
}
