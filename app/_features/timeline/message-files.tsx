'use client'
import { useMemo } from 'react'
import { filesOf } from '#server/domain/files/attached-file.ts'
import { shownFile } from '#app/_client/files/shown-file.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { FileCards } from '#app/_ui/file-cards.tsx'

/** What a message shows of its files. */
export function MessageFiles({ payload }: { payload: string | null }) {
  const { workspaceId } = useWorkspace()
  const files = useMemo(() => filesOf(payload).map((file) => shownFile(workspaceId, file)), [payload, workspaceId])
  return files.length > 0 ? <FileCards files={files} /> : null
}
