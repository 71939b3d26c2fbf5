'use client'
import { useState } from 'react'
import { forgetDevice } from '#app/_client/forget-device.ts'
import { signOut } from '#app/_client/session.ts'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'

/** What is scheduled stays scheduled: it needs nobody to be signed in. */
export function SignOut() {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    const refusal = await signOut()
    if (refusal === null) {
      await forgetDevice()
      return location.assign('/sign-in')
    }
    setBusy(false)
    setRefused(refusal)
  }
  return (
    <div>
      <Button onClick={() => setAsking(true)}>Sign out</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out of this browser?"
        description="Messages and drafts kept on this device are removed. What you have scheduled will still be sent on time."
        confirmLabel="Sign out"
        cancelLabel="Stay signed in"
        busy={busy}
        error={refused}
        onConfirm={() => void confirm()}
      />
    </div>
  )
}
