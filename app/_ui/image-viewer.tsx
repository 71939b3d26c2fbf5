'use client'
import { Dialog as Base } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { buttonLook } from './button.tsx'
import { classNames } from './class-names.ts'
import type { CardFile } from './file-cards.tsx'
import { IconButton } from './icon-button.tsx'

type Props = {
  /** Those with a picture, in order. */
  files: readonly CardFile[]
  /** The key of the one that is shown. */
  open: string
  onOpen: (key: string) => void
  onClose: () => void
}

/** One picture over everything, as large as fits. Arrow keys go to the others of the same message, Escape goes back. */
export function ImageViewer({ files, open, onOpen, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null)
  const at = files.findIndex(({ key }) => key === open)
  const file = files[at]
  if (!file?.image) return null
  const goTo = (index: number) => {
    const next = files[index]
    if (next) onOpen(next.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') goTo(at - 1)
    else if (event.key === 'ArrowRight') goTo(at + 1)
    else return
    event.preventDefault()
  }
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="reveal fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          initialFocus={close}
          onKeyDown={onKeyDown}
          className="reveal fixed inset-0 z-40 flex flex-col bg-wall text-ink outline-none"
        >
          <header className="flex items-center gap-1 border-b border-line bg-surface px-4 py-2">
            <div className="min-w-0 flex-1">
              <Base.Title className="truncate leading-snug font-semibold" dir="auto">
                {file.name}
              </Base.Title>
              <Base.Description className="truncate text-small text-muted tabular-nums">
                {file.words}
                {files.length > 1 && ` · ${at + 1} of ${files.length}`}
              </Base.Description>
            </div>
            {file.href && (
              <a
                href={file.href}
                download={file.name}
                aria-label={`Download ${file.name}`}
                data-tip="Download"
                className={classNames(buttonLook('quiet'), 'min-w-(--touch) px-0 text-muted hover:text-ink')}
              >
                <Download size={18} aria-hidden />
              </a>
            )}
            <Base.Close
              ref={close}
              aria-label="Close"
              className={classNames(buttonLook('quiet'), 'min-w-(--touch) px-0 text-muted hover:text-ink')}
            >
              <X size={18} aria-hidden />
            </Base.Close>
          </header>
          <div className="relative flex min-h-0 flex-1 items-center justify-center p-3 sm:p-6">
            {/* oxlint-disable-next-line nextjs/no-img-element */}
            <img
              key={file.key}
              src={file.image.full}
              alt={file.name}
              width={file.image.width}
              height={file.image.height}
              className="h-auto max-h-full w-auto max-w-full object-contain"
            />
            {files.length > 1 && (
              <>
                <IconButton
                  label="Previous image"
                  look="plain"
                  disabled={at === 0}
                  onClick={() => goTo(at - 1)}
                  className="absolute left-3 sm:left-6"
                >
                  <ChevronLeft size={18} aria-hidden />
                </IconButton>
                <IconButton
                  label="Next image"
                  look="plain"
                  disabled={at === files.length - 1}
                  onClick={() => goTo(at + 1)}
                  className="absolute right-3 sm:right-6"
                >
                  <ChevronRight size={18} aria-hidden />
                </IconButton>
              </>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
