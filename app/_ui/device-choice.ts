'use client'
import { useSyncExternalStore } from 'react'

/**
 * A choice that belongs to this device and browser, such as its theme: kept in localStorage, live in every tab,
 * and `fallback` while the server renders or where storage is refused.
 */
export function useDeviceChoice<T extends string>(
  key: string,
  allowed: readonly T[],
  fallback: T,
): [T, (choice: T) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => readChoice(key),
    () => null,
  )
  return [allowed.find((choice) => choice === stored) ?? fallback, (choice) => storeChoice(key, choice)]
}

const CHANGED = 'carillon:device-choice'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(CHANGED, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(CHANGED, onChange)
  }
}

/** As it was last stored, outside of a component. */
export function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function storeChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice)
  } catch {
    // A browser that refuses storage keeps the choice for no longer than this page.
  }
  window.dispatchEvent(new Event(CHANGED))
}
