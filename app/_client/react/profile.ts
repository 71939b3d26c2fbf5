'use client'
import { createContext, use } from 'react'
import type { MemberId } from '#server/domain/ids.ts'

/** Opens the card of a member, from wherever a name stands. The shell gives it. */
export const ProfileContext = createContext<(memberId: MemberId) => void>(() => undefined)
export const useOpenProfile = (): ((memberId: MemberId) => void) => use(ProfileContext)
