'use client'
import { useCallback } from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { goTo } from '#app/_ui/app-link.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import type { Conditions } from './conditions.ts'
import type { When } from './presets.ts'
import type { ReplyTo } from './schedule-button.tsx'
import { useDraftActions } from './use-draft-actions.ts'
import { useRetryToken } from './use-retry-token.ts'

/** Keeps a text as a draft that remembers a time and is not armed. @returns null when done, otherwise why not */
type Options = { conversationId: ConversationId; name: string; reply?: ReplyTo | undefined }
export function useKeepDraft({ conversationId, name, reply }: Options) {
  const { workspaceId } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const toast = useToast()
  const drafts = useDraftActions()
  const tokenOf = useRetryToken()
  return useCallback(
    async (
      text: string,
      when: When,
      conditions: Conditions,
      files: readonly AttachedFile[],
    ): Promise<string | null> => {
      const fileIds = files.map(({ id }) => id)
      const token = tokenOf(JSON.stringify([conversationId, reply, text, fileIds, when.sendAt, when.zone, conditions]))
      const outcome = await drafts.keep({ conversationId, ...reply, text, fileIds }, when, conditions, token.value)
      if (!outcome) return 'This draft is being kept already.'
      if ('refused' in outcome) return outcome.refused
      token.spend()
      toast({
        text: `Draft to ${name} kept for ${moment(when.sendAt * 1000, { zone: when.zone, hour12 }, serverNow())}. It is not scheduled yet.`,
        actions: [{ label: 'View', onPress: () => goTo(`${sectionPath(workspaceId, 'scheduled')}?show=drafts`) }],
      })
      return null
    },
    [tokenOf, conversationId, reply, drafts, toast, name, hour12, workspaceId],
  )
}
