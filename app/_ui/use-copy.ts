'use client'
import { useCallback } from 'react'
import { copyText, NOT_COPIED } from './copy-text.ts'
import { useToast } from './toast.tsx'

/** Copies a text, and says that it is copied or that it is not. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const toast = useToast()
  return useCallback(
    async (text, done) => toast((await copyText(text)) ? { text: done } : { tone: 'danger', text: NOT_COPIED }),
    [toast],
  )
}
