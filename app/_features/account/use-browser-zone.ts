'use client'
import { useState } from 'react'

/** The zone this browser is set to, as a first guess that can be changed. Only for pages drawn in the browser. */
export const useBrowserZone = (): [string, (zone: string) => void] =>
  useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
