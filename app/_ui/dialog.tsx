'use client'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { buttonLook } from './button.tsx'
import { classNames } from './class-names.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** `side`: a drawer at the right edge. */
  place?: 'center' | 'side'
  /** For two columns. */
  wide?: boolean
  /** Nothing in it takes the focus: the text itself does, so that keys can scroll it. */
  textOnly?: boolean
  /** Where focus returns; by default to what opened it. */
  finalFocus?: RefObject<HTMLElement | null>
}

/** Traps focus, begins at its first field, closes on Escape, gives focus back. A finger's keyboard is not opened for it. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  place = 'center',
  wide = false,
  textOnly = false,
  finalFocus,
}: Props) {
  const body = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="reveal fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          onSubmit={keepToDialog}
          initialFocus={(how) => (how === 'touch' ? true : (body.current?.querySelector<HTMLElement>(FIELDS) ?? true))}
          {...(finalFocus ? { finalFocus } : {})}
          className={classNames(
            'reveal fixed z-40 flex flex-col bg-surface text-ink shadow-float outline-none',
            PLACES[place],
            place === 'center' && (wide ? WIDTHS.wide : WIDTHS.usual),
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-2">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-title leading-snug font-semibold tracking-tight text-balance">
                {title}
              </Base.Title>
              {description && <Base.Description className="mt-1 text-muted">{description}</Base.Description>}
            </div>
            <Base.Close
              aria-label="Close"
              className={classNames(
                buttonLook('quiet'),
                '-my-1 -mr-2 min-w-(--touch) px-0 text-muted pointer-coarse:-my-2',
              )}
            >
              <X size={18} aria-hidden />
            </Base.Close>
          </header>
          <div
            ref={body}
            {...(textOnly ? { tabIndex: 0 } : {})}
            className="scroll-calm min-h-0 flex-1 scroll-pb-20 px-5 pt-1 pb-5"
          >
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** React lets events out of a portal to what is around it in code: this form must not submit that one too (K93). */
const keepToDialog = (event: FormEvent): void => event.stopPropagation()

const FIELDS = 'input, textarea, select'

const WIDTHS = { usual: 'w-[min(30rem,calc(100vw-1.5rem))]', wide: 'w-[min(38rem,calc(100vw-1rem))]' }

const PLACES = {
  center:
    'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] -translate-x-1/2 -translate-y-1/2 rounded-large border border-line data-[starting-style]:translate-y-[calc(-50%+6px)]',
  side: 'inset-y-0 right-0 w-[min(27rem,100vw)] border-l border-line data-[starting-style]:translate-x-4 data-[ending-style]:translate-x-4',
}
