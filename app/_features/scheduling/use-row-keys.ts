'use client'
import { useEffect, type RefObject } from 'react'
import { isCovered, isPlain, isTyping, lettersWork } from '#app/_ui/keys.ts'
import type { RowCommand } from './row-actions.tsx'

/** What a key does with the row that has the focus: the first of these that the row offers. */
const COMMANDS: Record<string, readonly RowCommand[]> = {
  e: ['edit', 'fix', 'schedule-again'],
  r: ['reschedule', 'fix', 'schedule-again'],
  s: ['send-now'],
  delete: ['cancel'],
}

/**
 * J and K move through the rows of `box`; E, R, S and Delete press the buttons of the row with the focus; X chooses it,
 * Shift with an arrow (or J, K) takes the next one along, Escape lets all go.
 * @param clear null while nothing is chosen
 */
export function useRowKeys(box: RefObject<HTMLElement | null>, clear: (() => void) | null): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPlain(event) || isTyping(event.target) || isCovered()) return
      const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      const key = event.key.toLowerCase()
      if (key.length === 1 && !lettersWork()) return
      const beside = (step: number) => rows[Math.min(rows.length - 1, Math.max(0, at + step))]
      const step = STEPS[key]
      if (key === 'escape') {
        if (!clear) return
        clear()
      } else if (event.shiftKey && step) extend(rows[at], beside(at < 0 || step > 0 ? 1 : -1))
      else if (key === 'x') choose(rows[at])
      else if (key === 'j' || key === 'k') focusRow(beside(at < 0 || key === 'j' ? 1 : -1))
      else if (!press(rows[at], COMMANDS[key] ?? [])) return
      // The letter must not end up in the field that opens.
      event.preventDefault()
      // A canceled row goes; the focus goes on to the next, or the one before.
      if (key === 'delete') focusRow(rows[at + 1] ?? rows[at - 1])
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [box, clear])
}

const STEPS: Record<string, number> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 }

function extend(from: HTMLElement | undefined, to: HTMLElement | undefined): void {
  for (const row of [from, to]) {
    const box = row?.querySelector<HTMLInputElement>('input[data-select]:not(:disabled)')
    if (box && !box.checked) box.click()
  }
  focusRow(to)
}

const choose = (row: HTMLElement | undefined): void =>
  row?.querySelector<HTMLInputElement>('input[data-select]:not(:disabled)')?.click()

function focusRow(row: HTMLElement | undefined): void {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

function press(row: HTMLElement | undefined, commands: readonly RowCommand[]): boolean {
  for (const command of commands) {
    const button = row?.querySelector<HTMLButtonElement>(`button[data-command="${command}"]:not(:disabled)`)
    if (!button) continue
    button.click()
    return true
  }
  return false
}
