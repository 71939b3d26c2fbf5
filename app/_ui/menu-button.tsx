'use client'
import {
  cloneElement,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  type RefObject,
} from 'react'

/** What a menu needs to know of its button; handed on to `MenuPopup`. */
export type MenuPlace = {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  /** The first line has the focus at once. */
  byKeyboard: boolean
  label: string
  align: 'start' | 'end'
  side: 'top' | 'bottom'
  onClose: () => void
}

type Options = {
  /** The button; it gets the menu's ARIA attributes. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>
  label: string
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  disabled?: boolean
  /** Fetches what opens, when the pointer or the focus comes near. */
  load: () => Promise<void>
}

type MenuButton = {
  button: ReactElement
  /** Draw the menu while this is true: there before the press if it can be, and after it, closed, to fade out. */
  near: boolean
  place: MenuPlace
  bringNear: () => void
  /** The menu could not be fetched. */
  forget: () => void
}

/** The button of a menu that is a part of its own (`lazyPart`): it stands and can be pressed before the menu is there. */
export function useMenuButton(options: Options): MenuButton {
  const { trigger, label, align = 'end', side = 'bottom', disabled = false, load } = options
  const anchor = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'far' | 'closed' | 'open'>('far')
  const [byKeyboard, setByKeyboard] = useState(false)
  const open = (keyboard: boolean) => {
    // Safari gives no focus to a pressed button, and the menu gives it back to where it was.
    anchor.current?.focus()
    setByKeyboard(keyboard)
    setState('open')
  }
  const bringNear = () => setState((now) => (now === 'far' ? 'closed' : now))
  const approach = () => {
    if (state === 'far') load().then(bringNear, waitForPress)
  }
  const button = cloneElement(trigger, {
    ref: anchor,
    disabled,
    'aria-haspopup': 'menu',
    'aria-expanded': state === 'open',
    onPointerEnter: approach,
    onFocus: approach,
    onClick: (event: MouseEvent) => (state === 'open' ? setState('closed') : open(event.detail === 0)),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open(true)
    },
  })
  const onClose = () => setState('closed')
  const place = { anchor, open: state === 'open', byKeyboard, label, align, side, onClose }
  return { button, near: state !== 'far', place, bringNear, forget: () => setState('far') }
}

/** Not reached; the press asks again, and tells. */
function waitForPress(): void {}
