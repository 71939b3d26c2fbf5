'use client'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { openStore } from '../store/store.ts'
import { startEngine, type Engine } from '../sync/engine.ts'
import { browserTab } from '../sync/tab.ts'
import { createTrpcSyncApi } from '../sync/trpc-sync-api.ts'
import { actAs } from '../trpc.ts'

/** `engine` is null for the moment the database takes to open; `ready` waits for it, so no action is ever lost. */
export type WorkspaceClient = { engine: Engine | null; ready: Promise<Engine>; memberId: MemberId }

const ClientContext = createContext<WorkspaceClient | null>(null)

/** The sync engine of the surrounding workspace. */
export function useWorkspaceClient(): WorkspaceClient {
  const client = use(ClientContext)
  if (!client) throw new Error('this needs a WorkspaceClientProvider above it')
  return client
}

type Props = { workspaceId: WorkspaceId; memberId: MemberId; children: ReactNode }

/** Opens the member's store and keeps it in step with the server while it is mounted. */
export function WorkspaceClientProvider({ workspaceId, memberId, children }: Props) {
  const [client, setClient] = useState<WorkspaceClient>(() => ({
    engine: null,
    ready: new Promise(() => {}),
    memberId,
  }))
  useEffect(() => {
    let closed = false
    actAs(memberId)
    const ready = openStore(memberId).then((store) =>
      startEngine({ store, api: createTrpcSyncApi(workspaceId), tab: browserTab() }),
    )
    setClient({ engine: null, ready, memberId })
    void ready.then((engine) => {
      if (!closed) setClient({ engine, ready, memberId })
    })
    return () => {
      closed = true
      actAs(null)
      void ready.then((engine) => engine.stop())
    }
  }, [workspaceId, memberId])
  return <ClientContext value={client}>{children}</ClientContext>
}
