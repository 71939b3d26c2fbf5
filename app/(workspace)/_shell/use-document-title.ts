'use client'
import { useEffect } from 'react'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'

/** Names the browser's tab after what is in it. */
export function useDocumentTitle(title: string): void {
  const { name } = useWorkspace()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
