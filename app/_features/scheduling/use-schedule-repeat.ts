'use client'
import { useCallback, useRef, useState } from 'react'
import { filesOf, type AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { formatRule } from '#server/domain/recurrence/rule.ts'
import type { BelongsTo } from '#server/domain/recurrence/series.ts'
import type { SeriesView } from '#server/protocol/series-view.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { goTo } from '#app/_ui/app-link.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import type { Conditions } from './conditions.ts'
import type { When } from './presets.ts'
import { ANY_DATE, NO_REPEAT, repeatProblem, ruleOf, type Repeat } from './repeat.ts'
import type { ReplyTo } from './schedule-button.tsx'
import { repeatsWords } from './series-words.ts'
import { useSeriesActions } from './use-series-actions.ts'

type Options = {
  conversationId: ConversationId
  name: string
  reply?: ReplyTo | undefined
  restore: (text: string, files?: readonly AttachedFile[]) => void
}

/** What the dialog's part about repeating holds, and what it does. */
export function useScheduleRepeat({ conversationId, name, reply, restore }: Options) {
  const { workspaceId } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const toast = useToast()
  const actions = useSeriesActions()
  const [repeat, setRepeat] = useState<Repeat>(NO_REPEAT)
  const [belongsTo, setBelongsTo] = useState<BelongsTo>('author')
  const held = useRef<{ content: string; token: string } | null>(null)

  const reset = useCallback(() => {
    setRepeat(NO_REPEAT)
    setBelongsTo('author')
  }, [])

  const undo = async (series: SeriesView) => {
    const outcome = await actions.end(series)
    if (!outcome) return
    if ('refused' in outcome) return toast({ tone: 'danger', text: outcome.refused })
    restore(series.text ?? '', filesOf(series.payload))
    toast({ text: 'Not repeated. The text is back in the message field.' })
  }

  /** @returns null when done, otherwise why not; undefined where nothing is to repeat */
  const schedule = async (
    text: string,
    when: When,
    conditions: Conditions,
    files: readonly AttachedFile[],
  ): Promise<string | null | undefined> => {
    if (repeat.how === 'never') return undefined
    const day = when.wallClock.slice(0, 10)
    const rule = ruleOf(repeat, day)
    if (!rule) return repeatProblem(repeat, day)
    const fileIds = files.map(({ id }) => id)
    const wanted = {
      conversationId,
      ...reply,
      text,
      fileIds,
      rule: formatRule(rule),
      ...when,
      belongsTo,
      ...conditions,
    }
    // The same content keeps its token until it is known to have arrived: asking again finds the series (C9).
    const content = JSON.stringify(wanted)
    if (held.current?.content !== content) held.current = { content, token: crypto.randomUUID() }
    const outcome = await actions.create(wanted, held.current.token)
    if (!outcome) return 'This message is being scheduled already.'
    if ('refused' in outcome) return outcome.refused
    held.current = null
    const { done } = outcome
    toast({
      text: `Message to ${name} repeats: ${repeatsWords(done, hour12)}`,
      actions: [
        { label: 'Undo', onPress: () => void undo(done) },
        { label: 'View', onPress: () => goTo(`${sectionPath(workspaceId, 'scheduled')}?show=repeating`) },
      ],
    })
    return null
  }
  const ready = repeatProblem(repeat, ANY_DATE) === null
  return { repeat, setRepeat, belongsTo, setBelongsTo, schedule, reset, ready }
}
