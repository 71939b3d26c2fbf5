'use client'
import { Activity, Bookmark, LayoutList, Search, Settings, Users } from 'lucide-react'

const ICONS = {
  search: Search,
  saved: Bookmark,
  browse: LayoutList,
  people: Users,
  settings: Settings,
  ops: Activity,
}

/** Fetched after the first messages: the words beside it are there from the start, and their place does not change. */
export function SectionIcon({ of }: { of: keyof typeof ICONS }) {
  const Icon = ICONS[of]
  return <Icon size={17} aria-hidden />
}
