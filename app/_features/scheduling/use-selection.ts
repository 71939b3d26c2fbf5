'use client'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { MessageId } from '#server/domain/ids.ts'

/**
 * Which rows are chosen, of those that stand there now: one that goes is no longer chosen.
 * @param ids in the order they stand
 */
export function useSelection(ids: readonly MessageId[]) {
  const [chosen, setChosen] = useState<ReadonlySet<MessageId>>(NONE)
  const anchor = useRef<MessageId | null>(null)
  const selected = useMemo(() => ids.filter((id) => chosen.has(id)), [ids, chosen])

  /** @param range everything from the last chosen one to this */
  const choose = useCallback(
    (id: MessageId, on: boolean, range: boolean) => {
      const from = anchor.current === null ? -1 : ids.indexOf(anchor.current)
      const to = ids.indexOf(id)
      const meant = range && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      anchor.current = id
      setChosen((before) => {
        const after = new Set(before)
        for (const each of meant)
          if (on) after.add(each)
          else after.delete(each)
        return after
      })
    },
    [ids],
  )
  const clear = useCallback(() => {
    anchor.current = null
    setChosen(NONE)
  }, [])
  const chooseAll = useCallback(() => setChosen(new Set(ids)), [ids])
  return { selected, isSelected: (id: MessageId) => chosen.has(id), choose, chooseAll, clear }
}

export type Selection = ReturnType<typeof useSelection>
const NONE: ReadonlySet<MessageId> = new Set()
