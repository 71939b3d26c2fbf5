'use client'
import { useSyncExternalStore } from 'react'
import { clockSkew, isClockWrong, onClockChange } from '../server-clock.ts'

/** By how much the server is ahead of this device, in milliseconds; null while the device's clock is right (T1). */
export function useClockSkew(): number | null {
  return useSyncExternalStore(
    onClockChange,
    () => (isClockWrong() ? clockSkew() : null),
    () => null,
  )
}
