'use client'
import { useCallback } from 'react'
import { shownText } from '../mentions/shown-text.ts'
import { useNames } from './use-names.ts'

/** For rows, names and comparisons: a stored text as it reads. */
export function useShownText(): (stored: string) => string {
  const names = useNames()
  return useCallback((stored) => shownText(names, stored), [names])
}
