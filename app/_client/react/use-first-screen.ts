'use client'
import { useEffect, useState } from 'react'
import { firstScreen } from '../first-screen.ts'

/** Whether the first screen stands: what it did without may be drawn now. */
export function useFirstScreen(): boolean {
  const [stands, setStands] = useState(false)
  useEffect(() => void firstScreen().then(() => setStands(true)), [])
  return stands
}
