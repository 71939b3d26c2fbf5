'use client'
import type { PlannedDraftView } from '#server/protocol/scheduled-view.ts'
import { useDrafts } from './use-drafts.ts'
import { useLive } from './use-live.ts'

/** One's drafts that remember a time, soonest first; undefined until the store was read. */
export function usePlannedDrafts(): PlannedDraftView[] | undefined {
  return useLive(async (db) => (await db.plannedDrafts.toArray()).toSorted((a, b) => a.sendAt - b.sendAt), [])
}

/** Drafts of both kinds: begun in a conversation on this device, and kept with a time. */
export const useDraftCount = (): number => (useDrafts()?.length ?? 0) + (usePlannedDrafts()?.length ?? 0)
