'use client'
import { useEffect } from 'react'
import { useDeviceChoice } from './device-choice.ts'

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useDeviceChoice('carillon:theme', THEMES, 'system')
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  return [theme, setTheme]
}
