'use client'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The pointer rests so long before a name is shown; another one follows at once while one was just shown. */
const REST_MS = 400
/** Time to move onto the words themselves. */
const LINGER_MS = 120
const GAP_PX = 6
const EDGE_PX = 5

type Tip = { words: string; on: Element }

/**
 * One for the whole page: shows the `data-tip` of what the pointer rests on or the keyboard reaches, above it, or below
 * where there is no room. Escape and a press take it away. The words are the element's name already, so they are not
 * told to a screen reader a second time.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => watch(setTip), [])
  useLayoutEffect(() => {
    const el = box.current
    if (!tip || !el) return
    const on = tip.on.getBoundingClientRect()
    const { width, height } = el.getBoundingClientRect()
    const left = on.left + on.width / 2 - width / 2
    const above = on.top - height - GAP_PX
    el.style.left = `${Math.max(EDGE_PX, Math.min(left, innerWidth - width - EDGE_PX))}px`
    el.style.top = `${above >= EDGE_PX ? above : on.bottom + GAP_PX}px`
  }, [tip])
  if (!tip) return null
  return (
    <div
      ref={box}
      data-tip-shown
      aria-hidden
      className="fixed top-0 left-0 z-50 w-max max-w-[calc(100vw-10px)] animate-[appear_var(--quick)_var(--ease)] rounded-small bg-ink px-2 py-1 text-small text-surface"
    >
      {tip.words}
    </div>
  )
}

/** @returns stops it */
function watch(show: (tip: Tip | null) => void): () => void {
  let shown: Element | null = null
  let goneAt_ms = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    if (!shown) return
    shown = null
    goneAt_ms = performance.now()
    show(null)
  }
  const present = (on: Element) => {
    if (!on.isConnected) return
    shown = on
    show({ words: on.getAttribute('data-tip') ?? '', on })
  }
  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.buttons !== 0) return
    clearTimeout(timer)
    const on = closest(event.target, '[data-tip]')
    if ((on && on === shown) || closest(event.target, '[data-tip-shown]')) return
    if (!on) timer = setTimeout(hide, shown ? LINGER_MS : 0)
    else timer = setTimeout(() => present(on), shown || performance.now() - goneAt_ms < REST_MS ? 0 : REST_MS)
  }
  const onFocusIn = ({ target }: FocusEvent) => {
    const on = closest(target, '[data-tip]:focus-visible')
    if (on) present(on)
    else hide()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide()
  }
  // What the pointer or the keyboard had reached before this was fetched.
  const focused = document.querySelector('[data-tip]:focus-visible')
  const under = document.querySelector('[data-tip]:hover')
  if (focused) present(focused)
  else if (under) timer = setTimeout(() => present(under), REST_MS)
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('pointerover', onPointerOver, { signal })
  document.addEventListener('pointerdown', hide, { signal, capture: true })
  document.addEventListener('click', hide, { signal, capture: true })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  document.addEventListener('keydown', onKeyDown, { signal, capture: true })
  document.addEventListener('focusin', onFocusIn, { signal })
  document.addEventListener('focusout', hide, { signal })
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}

const closest = (target: EventTarget | null, selector: string): Element | null =>
  target instanceof Element ? target.closest(selector) : null
