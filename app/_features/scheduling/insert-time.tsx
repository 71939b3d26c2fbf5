'use client'
import { Clock } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { lazyPart } from '#app/_ui/lazy-part.tsx'

const InsertTimeDialog = lazyPart(() => import('./insert-time-dialog.tsx').then((m) => m.InsertTimeDialog))

export type Writing = { field: RefObject<HTMLTextAreaElement | null>; write: (text: string) => void }
/** Where in the text it goes: from here, in the place of what is selected. */
export type Selection = { from: number; to: number }

/** Puts a time into the text, which each reader sees on their own clock. */
export function InsertTime({ field, write }: Writing) {
  const [choosing, setChoosing] = useState(false)
  const selection = useRef<Selection>({ from: 0, to: 0 })
  const open = () => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
    selection.current = { from: selectionStart, to: selectionEnd }
    setChoosing(true)
  }
  const close = () => setChoosing(false)
  return (
    <>
      <IconButton label="Insert a time" onClick={open}>
        <Clock size={17} aria-hidden />
      </IconButton>
      {choosing && (
        <InsertTimeDialog field={field} write={write} at={selection.current} onClose={close} onMissing={close} />
      )}
    </>
  )
}
