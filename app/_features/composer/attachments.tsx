'use client'
import { Paperclip } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import { MAX_FILES_PER_MESSAGE } from '#server/domain/files/limits.ts'
import { compareIds } from '#server/domain/ids.ts'
import { useAttaching, type WithFiles } from '#app/_client/react/use-attaching.ts'
import { AttachTray } from '#app/_ui/attach-tray.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { useToast } from '#app/_ui/toast.tsx'

/** Files for a message: by the button, dropped anywhere on the conversation or on the thread, or pasted into the field. */
export function Attachments({ place, files, setFiles, field, tray, onBusy }: WithFiles) {
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const onAdd = useCallback((file: AttachedFile) => setFiles((before) => inOrder([...before, file])), [setFiles])
  const onFiles = useCallback((next: AttachedFile[]) => setFiles(() => next), [setFiles])
  const attaching = useAttaching({ place, files, onAdd, onFiles })
  const { shown, uploads } = attaching
  const busy = uploads.length > 0
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(false)
  }, [busy, onBusy])

  const add = (list: readonly File[]) => {
    const tooMany = attaching.add(list)
    if (tooMany > 0)
      toast({
        tone: 'danger',
        text: `A message holds ${MAX_FILES_PER_MESSAGE} files: ${tooMany} of them were left out.`,
      })
    field.current?.focus()
  }
  const dragging = useDropAndPaste(field, add)
  return (
    <>
      <IconButton label="Attach files" onClick={() => input.current?.click()}>
        <Paperclip size={17} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-attach
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          currentTarget.value = '' // the same file again is a choice, too
        }}
      />
      {tray &&
        createPortal(
          <>
            {dragging && (
              <p className="mx-3 mt-3 rounded-base border border-dashed border-brass bg-brass-soft px-3 py-4 text-center font-medium">
                Drop to attach
              </p>
            )}
            {shown.length + uploads.length > 0 && (
              <div className="px-3 pt-3">
                <AttachTray
                  files={shown}
                  uploads={uploads}
                  onRemove={attaching.remove}
                  onRetry={attaching.retry}
                  onCancel={attaching.cancel}
                />
              </div>
            )}
          </>,
          tray,
        )}
    </>
  )
}

/** As they were chosen, whichever arrived first. */
const inOrder = (files: AttachedFile[]) => files.toSorted((a, b) => compareIds(a.id, b.id))

const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') ?? false

/** A thread beside the conversation takes what is dropped on it, the conversation everything else. */
const THREAD = '[data-thread-pane]'
const threadOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(THREAD) : null)

/** @returns whether files are being dragged over what this field writes to */
function useDropAndPaste(field: RefObject<HTMLTextAreaElement | null>, add: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const el = field.current
    const isHere = ({ target }: DragEvent) => threadOf(target) === threadOf(el)
    // Entering an inner element tells of it before the outer one is left.
    let depth = 0
    const over = (event: DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault()
    }
    const enter = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer) || !isHere(event)) return
      depth += 1
      setDragging(true)
    }
    const leave = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer) || !isHere(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setDragging(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      depth = 0
      setDragging(false)
      if (!isHere(event)) return
      latest.current([...event.dataTransfer.files])
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // A copied table comes as text and as a picture of it: the text is meant.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      latest.current(files)
    }
    el?.addEventListener('paste', paste)
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      el?.removeEventListener('paste', paste)
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [field])
  return dragging
}
