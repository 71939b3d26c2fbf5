'use client'
import { useQuery } from '@tanstack/react-query'
import { storeSize, useStoreKind } from '#app/_client/react/device-store.ts'

/** How much of the conversations this device keeps, so that they open at once and without a connection. */
export function DeviceStore() {
  const kind = useStoreKind()
  const size = useQuery({ queryKey: ['device-store'], queryFn: storeSize, staleTime: 0 })
  if (kind === 'memory') {
    return (
      <p className="text-muted">
        This browser keeps nothing over a reload, for want of room or because it refuses to. Everything else works.
      </p>
    )
  }
  return (
    <p className="text-muted tabular-nums">
      {size.data
        ? `Messages and drafts kept here for reading offline: ${megabytes(size.data.used)} of at most ${megabytes(size.data.quota)} that the browser allows.`
        : 'Messages and drafts are kept here for reading offline.'}
    </p>
  )
}

function megabytes(bytes: number): string {
  const mb = bytes / 1_000_000
  return mb >= 1000 ? `${(mb / 1000).toFixed(1)} GB` : `${mb.toFixed(mb < 10 ? 1 : 0)} MB`
}
