'use client'
import { Menu as Base } from '@base-ui/react/menu'
import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { MenuPlace } from './menu-button.tsx'

type Props = {
  /** The button that opens it; it gets the menu's ARIA attributes. */
  trigger: ReactElement
  label: string
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  disabled?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Menu(props: Props) {
  const { trigger, label, align = 'end', side = 'bottom', disabled = false, onOpenChange, children } = props
  return (
    <Base.Root onOpenChange={(open) => onOpenChange?.(open)}>
      <Base.Trigger render={trigger} disabled={disabled} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className={PLACED}>
          <Base.Popup aria-label={label} onKeyDown={pressDigit} className={LOOK}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** A menu whose button (`useMenuButton`) is on the page before this is fetched. */
export function MenuPopup({ place, children }: { place: MenuPlace; children: ReactNode }) {
  const { anchor, open, byKeyboard, label, align, side, onClose } = place
  const lines = useRef<HTMLDivElement>(null)
  const arrived = useRef(false)
  useEffect(() => {
    arrived.current = false
    if (open && byKeyboard) firstLine(lines.current)?.focus()
  }, [open, byKeyboard])
  /** Fetched after the press, the menu is drawn later than that, and takes the focus itself. */
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (arrived.current || event.target !== event.currentTarget) return
    arrived.current = true
    if (byKeyboard) firstLine(event.currentTarget)?.focus()
  }
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} align={align} sideOffset={6} className={PLACED}>
          <Base.Popup ref={lines} aria-label={label} onFocus={onFocus} onKeyDown={pressDigit} className={LOOK}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const firstLine = (menu: HTMLElement | null) => menu?.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')
const PLACED = 'z-50 outline-none'
const LOOK =
  'reveal max-w-[calc(100vw-1rem)] min-w-44 rounded-base border border-line bg-raised p-1 text-ink shadow-float outline-none'

/** A digit presses the item that carries it. */
function pressDigit(event: KeyboardEvent<HTMLElement>): void {
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
  event.currentTarget.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key}"]`)?.click()
}

type ItemProps = {
  onSelect: () => void
  icon?: ReactNode
  aside?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** The key that chooses it while the menu is open. */
  digit?: number | undefined
  children: ReactNode
}

export function MenuItem({ onSelect, icon, aside, danger = false, disabled = false, digit, children }: ItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      aria-keyshortcuts={digit === undefined ? undefined : String(digit)}
      className={classNames(
        'flex min-h-(--touch) cursor-pointer items-center gap-2.5 rounded-small px-2.5 outline-none select-none data-[highlighted]:bg-hover data-[disabled]:cursor-not-allowed data-[disabled]:text-muted',
        danger && 'text-danger',
      )}
    >
      {icon && <span className="shrink-0 text-muted">{icon}</span>}
      {digit !== undefined && (
        <span
          aria-hidden
          data-digit={digit}
          className="hidden min-w-5 rounded-small border border-line bg-sunken px-1 text-center text-small leading-5 text-muted before:content-[attr(data-digit)] pointer-fine:inline-block"
        />
      )}
      <span className="min-w-0 flex-1">{children}</span>
      {aside && <span className="time pl-6 text-small text-muted">{aside}</span>}
    </Base.Item>
  )
}

export const MenuSeparator = () => <Base.Separator className="mx-1 my-1 h-px bg-line" />

export const MenuNote = ({ children }: { children: ReactNode }) => (
  <div className="px-2.5 pt-1.5 pb-1 text-small text-muted">{children}</div>
)
