'use client'
import { useCallback, useEffect, useState } from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'

/** An edit in progress: what is typed, and what the author had before them when they began. */
export type Edit = {
  text: string
  base: ScheduledView
  /** Not given: those that it has. */
  files?: AttachedFile[]
}

const KEY = 'carillon:edits'
const BEGUN = 'carillon:edit-begun'

/**
 * Edits in progress, kept for this tab through reloads and changes of page. The messages themselves stay armed with
 * their last saved content all the while (K30).
 */
export function useEdits() {
  const [edits, setEdits] = useState<Record<string, Edit>>(readEdits)
  useEffect(() => {
    const onBegun = () => setEdits(readEdits())
    window.addEventListener(BEGUN, onBegun)
    return () => window.removeEventListener(BEGUN, onBegun)
  }, [])
  const change = useCallback((apply: (before: Record<string, Edit>) => Record<string, Edit>) => {
    setEdits((before) => {
      const after = apply(before)
      keepEdits(after)
      return after
    })
  }, [])
  const put = useCallback((id: MessageId, edit: Edit) => change((before) => ({ ...before, [id]: edit })), [change])
  const drop = useCallback(
    (id: MessageId) => change((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== id))),
    [change],
  )
  return { edits, put, drop }
}

/** Begins an edit for the list to go on with, drawn already or not. */
export function beginEdit(base: ScheduledView): void {
  keepEdits({ ...readEdits(), [base.id]: { text: base.text, base } })
  window.dispatchEvent(new Event(BEGUN))
}

function keepEdits(edits: Record<string, Edit>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(edits))
  } catch {
    // Not kept through a reload; the page itself still holds it.
  }
}

function readEdits(): Record<string, Edit> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Edit>
  } catch {
    return {}
  }
}
