'use client'
import { useMemo } from 'react'
import type { MessageView } from '#server/protocol/frame.ts'
import { domainErrorOf } from '../refusals.ts'
import { trpc } from '../trpc.ts'
import { failureWords } from '../words.ts'
import { useWorkspaceClient } from './client-context.ts'
import type { MessageRef } from './use-edit-draft.ts'
import { useWorkspace } from './workspace-info.tsx'

/** `conflict`: somebody, perhaps oneself on another device, was faster. */
export type Refused = { words: string; conflict: boolean }

/** What can be done with a message that stands. Each answers null when done, otherwise why not. */
export function useMessageActions() {
  const { workspaceId } = useWorkspace()
  const { ready } = useWorkspaceClient()
  return useMemo(() => {
    /** The answer is on screen before its frame comes. */
    const take = async (ref: MessageRef, change: () => Promise<MessageView>): Promise<Refused | null> => {
      try {
        const message = await change()
        const { store } = await ready
        await store.commit({ type: 'posted', conversationId: ref.conversationId, message })
        return null
      } catch (error) {
        return { words: failureWords(error), conflict: domainErrorOf(error)?.code === 'edit_conflict' }
      }
    }
    return {
      edit: (ref: MessageRef, edit: { text: string; seenEditedMs: number | null }) =>
        take(ref, () => trpc.messages.edit.mutate({ workspaceId, ...ref, ...edit })),
      pin: (ref: MessageRef, on: boolean) => take(ref, () => trpc.messages.pin.mutate({ workspaceId, ...ref, on })),
      react: (ref: MessageRef, choice: { emoji: string; on: boolean }) =>
        take(ref, () => trpc.messages.react.mutate({ workspaceId, ...ref, ...choice })),
      remove: (ref: MessageRef) => take(ref, () => trpc.messages.delete.mutate({ workspaceId, ...ref })),
    }
  }, [workspaceId, ready])
}
