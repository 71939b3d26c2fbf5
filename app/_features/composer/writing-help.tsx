'use client'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { askedAt, suggest, type Asked, type Suggestion } from '#app/_client/mentions/suggest.ts'
import type { Names } from '#app/_client/mentions/names.ts'
import { useConversations, useMembers } from '#app/_client/react/hooks.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { classNames } from '#app/_ui/class-names.ts'
import { insertText } from '#app/_ui/insert-text.ts'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  /** Told how names are stored, and again when they change. */
  onNames?: (names: Names) => void
}

/** While one writes, names are offered behind `@`, `#` and `:`: also behind what was written before this was there. */
export function WritingHelp({ field, onNames }: Props) {
  const names = useNames()
  useEffect(() => onNames?.(names), [names, onNames])
  const members = useMembers()
  const conversations = useConversations()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [at, setAt] = useState(0)
  const id = useId()
  const offered = asked
    ? suggest(asked, {
        people: [...(members?.values() ?? [])],
        channels: conversations?.map(({ conversation }) => conversation) ?? [],
      })
    : []
  const chosen = offered[Math.min(at, offered.length - 1)]
  const pick = ({ insert }: Suggestion) => {
    const el = field.current
    if (!asked || !el) return
    insertText(el, asked.from, el.selectionStart, `${insert} `)
    setAsked(null)
  }
  const open = { offered, chosen, pick }
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const el = field.current
    if (!el) return
    const look = () => {
      const collapsed = el.selectionStart === el.selectionEnd && document.activeElement === el
      const next = collapsed ? askedAt(el.value, el.selectionStart) : null
      setAsked((now) => (now?.from === next?.from && now?.question === next?.question ? now : next))
    }
    // At the window, after React. Before it, drawing what changes here would put the text of before back into the field, and
    // React would not even learn of the key.
    const type = ({ target }: Event) => {
      if (target !== el) return
      setAt(0)
      look()
    }
    const close = () => setAsked(null)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const { offered: list, chosen: one, pick: take } = latest.current
      if (!one || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const step = { ArrowDown: 1, ArrowUp: list.length - 1 }[event.key]
      if (step !== undefined) setAt((now) => (Math.min(now, list.length - 1) + step) % list.length)
      else if (event.key === 'Enter' || event.key === 'Tab') take(one)
      else if (event.key === 'Escape') close()
      else return
      event.preventDefault()
      // Neither sent nor closed by the same key.
      event.stopPropagation()
    }
    // A caret that is moved asks for something else; the keys that choose do not move it.
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) look()
    }
    look()
    window.addEventListener('input', type)
    el.addEventListener('click', look)
    el.addEventListener('keyup', onKeyUp)
    el.addEventListener('keydown', onKeyDown)
    el.addEventListener('blur', close)
    return () => {
      window.removeEventListener('input', type)
      el.removeEventListener('click', look)
      el.removeEventListener('keyup', onKeyUp)
      el.removeEventListener('keydown', onKeyDown)
      el.removeEventListener('blur', close)
    }
  }, [field])
  useEffect(() => {
    const el = field.current
    if (!el || !chosen) return
    el.setAttribute('aria-controls', id)
    el.setAttribute('aria-activedescendant', `${id}-${chosen.key}`)
    return () => {
      el.removeAttribute('aria-controls')
      el.removeAttribute('aria-activedescendant')
    }
  }, [field, id, chosen])
  const box = field.current?.parentElement
  if (!chosen || !asked || !box) return null
  return createPortal(
    <>
      <ul
        id={id}
        role="listbox"
        aria-label={TITLES[asked.sign]}
        className="reveal absolute bottom-full left-2 z-30 mb-1 w-[min(24rem,calc(100%-1rem))] rounded-large border border-line bg-raised p-1 shadow-float"
      >
        {offered.map((one) => (
          <li
            key={one.key}
            id={`${id}-${one.key}`}
            role="option"
            aria-selected={one === chosen}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(one)}
            className={classNames(
              'flex min-h-(--touch) cursor-pointer items-baseline gap-2 rounded-base px-3 py-1.5 hover:bg-hover',
              one === chosen && 'bg-selected',
            )}
          >
            <bdi className="shrink-0 font-medium">{asked.sign === ':' ? one.label : asked.sign + one.label}</bdi>
            <span className="min-w-0 truncate text-small text-muted">{one.note}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {offered.length === 1 ? '1 suggestion' : `${offered.length} suggestions`}, Enter takes {chosen.label}
      </p>
    </>,
    box,
  )
}

const TITLES = { '@': 'People', '#': 'Channels', ':': 'Emoji' } as const
