'use client'
import { useState } from 'react'
import { browserZone } from '#app/_ui/zone-names.ts'

/** The zone this browser is set to, as a first guess that can be changed. Only for pages drawn in the browser. */
export const useBrowserZone = (): [string, (zone: string) => void] => useState(browserZone)
