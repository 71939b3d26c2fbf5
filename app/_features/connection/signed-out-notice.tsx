'use client'
import { useCallback, useSyncExternalStore } from 'react'
import { useWorkspaceClient } from '#app/_client/react/client-context.ts'
import { Banner } from '#app/_ui/banner.tsx'

/** The session ended while the page was open. What is written waits on this device. */
export function SignedOutNotice() {
  const { engine } = useWorkspaceClient()
  const subscribe = useCallback((listener: () => void) => engine?.state.subscribe(listener) ?? nothing, [engine])
  const signedOut = useSyncExternalStore(
    subscribe,
    () => engine?.state.get().signedOut ?? false,
    () => false,
  )
  if (!signedOut) return null
  return (
    <Banner
      tone="warn"
      role="alert"
      label="Signed out"
      actions={
        <a
          href={`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`}
          className="inline-flex min-h-(--touch) items-center rounded-small px-2.5 font-semibold underline underline-offset-2 hover:bg-hover"
        >
          Sign in again
        </a>
      }
    >
      You are signed out. What you have written is kept here and sent once you are back.
    </Banner>
  )
}

const nothing = (): void => undefined
