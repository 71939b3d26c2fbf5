'use client'
import { useMemo } from 'react'
import { createNames, type Names } from '../mentions/names.ts'
import { useConversations, useMembers } from './hooks.ts'

/** The names of everyone and of the reader's channels, between a field and what is stored. */
export function useNames(): Names {
  const members = useMembers()
  const conversations = useConversations()
  return useMemo(
    () =>
      createNames(
        () => [...(members?.values() ?? [])],
        () => conversations?.map(({ conversation }) => conversation) ?? [],
      ),
    [members, conversations],
  )
}
