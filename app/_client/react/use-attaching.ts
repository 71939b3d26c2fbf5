'use client'
import { useCallback, useMemo, useSyncExternalStore, type RefObject } from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import { MAX_FILES_PER_MESSAGE } from '#server/domain/files/limits.ts'
import { shownFile } from '../files/shown-file.ts'
import { cancelUpload, retryUpload, startUploads, subscribeUploads, uploadsOf, type Upload } from '../files/uploads.ts'
import { trpc } from '../trpc.ts'
import { useWorkspace } from './workspace-info.tsx'

/** What a field for writing gives to whatever attaches files to it. */
export type WithFiles = {
  /** Names what the files are meant for, in this tab. */
  place: string
  files: readonly AttachedFile[]
  setFiles: (change: (files: AttachedFile[]) => AttachedFile[]) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Where the files are shown. */
  tray: HTMLElement | null
  /** Called with whether something is still on its way. */
  onBusy: (busy: boolean) => void
}

type Options = {
  /** Names what the files are meant for, in this tab. */
  place: string
  files: readonly AttachedFile[]
  /** One is there. May be called after the page has gone elsewhere. */
  onAdd: (file: AttachedFile) => void
  onFiles: (files: AttachedFile[]) => void
}

/** Files for something that is being written: those that are there, and those on their way. */
export function useAttaching({ place, files, onAdd, onFiles }: Options) {
  const { workspaceId, me } = useWorkspace()
  const uploads = useUploads(place)
  const left = MAX_FILES_PER_MESSAGE - files.length - uploads.length
  const add = useCallback(
    /** @returns how many were too many */
    (list: readonly File[]): number => {
      const taken = list.slice(0, Math.max(0, left))
      if (taken.length > 0) startUploads(taken, { workspaceId, memberId: me.memberId, place, onDone: onAdd })
      return list.length - taken.length
    },
    [left, workspaceId, me.memberId, place, onAdd],
  )
  const remove = useCallback(
    (key: string) => {
      const gone = files.find(({ id }) => id === key)
      onFiles(files.filter((file) => file !== gone))
      // What is referred to stays there; what is not reached goes by itself after a week.
      if (gone) trpc.files.discard.mutate({ workspaceId, id: gone.id }).catch(() => {})
    },
    [files, onFiles, workspaceId],
  )
  const shown = useMemo(() => files.map((file) => shownFile(workspaceId, file)), [files, workspaceId])
  return { shown, uploads, add, remove, retry: retryUpload, cancel: cancelUpload }
}

export function useUploads(place: string): readonly Upload[] {
  return useSyncExternalStore(
    subscribeUploads,
    () => uploadsOf(place),
    () => NONE,
  )
}
const NONE: readonly Upload[] = []
