'use client'
import { createContext, use } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import type { Engine } from '../sync/engine.ts'

/** `engine` is null for the moment the database takes to open; `ready` waits for it, so no action is ever lost. */
export type WorkspaceClient = { engine: Engine | null; ready: Promise<Engine>; memberId: MemberId }

export const ClientContext = createContext<WorkspaceClient | null>(null)

/** The sync engine of the surrounding workspace. */
export function useWorkspaceClient(): WorkspaceClient {
  const client = use(ClientContext)
  if (!client) throw new Error('this needs a WorkspaceClientProvider above it')
  return client
}
