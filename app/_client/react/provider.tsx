'use client'
import { useEffect, useState, type ReactNode } from 'react'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { firstScreen } from '../first-screen.ts'
import { openStore } from '../store/store.ts'
import { startEngine } from '../sync/engine.ts'
import { browserTab } from '../sync/tab.ts'
import { createTrpcSyncApi } from '../sync/trpc-sync-api.ts'
import { actAs } from '../trpc.ts'
import { ClientContext, type WorkspaceClient } from './client-context.ts'
import { DirectoryProvider } from './directory.tsx'

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
      startEngine({ store, api: createTrpcSyncApi(workspaceId), tab: browserTab(), connectAfter: firstScreen() }),
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
  return (
    <ClientContext value={client}>
      <DirectoryProvider>{children}</DirectoryProvider>
    </ClientContext>
  )
}
