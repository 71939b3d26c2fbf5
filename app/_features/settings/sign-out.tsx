'use client'
import { useState } from 'react'
import { forgetDevice } from '#app/_client/forget-device.ts'
import type { LeftBehind } from '#app/_client/left-behind.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useLeftBehind } from '#app/_client/react/use-left-behind.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { signOut } from '#app/_client/session.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'

/** What is scheduled stays scheduled: it needs nobody to be signed in. What is only here is told before it goes. */
export function SignOut() {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const leftBehind = useLeftBehind(asking)
  const loses = leftBehind !== undefined && leftBehind.drafts + leftBehind.unsent > 0
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
        open={asking && leftBehind !== undefined}
        onClose={() => setAsking(false)}
        title={loses ? `Sign out and lose ${lossWords(leftBehind)}?` : 'Sign out of this browser?'}
        description={
          loses ? (
            <Losses leftBehind={leftBehind} />
          ) : (
            'Messages kept on this device are removed. What you have scheduled will still be sent on time.'
          )
        }
        confirmLabel={
          !loses ? 'Sign out' : `Sign out and lose ${leftBehind.drafts + leftBehind.unsent === 1 ? 'it' : 'them'}`
        }
        cancelLabel="Stay signed in"
        look={loses ? 'danger' : 'primary'}
        busy={busy}
        error={refused}
        onConfirm={() => void confirm()}
      />
    </div>
  )
}

function Losses({ leftBehind: { drafts, unsent } }: { leftBehind: LeftBehind }) {
  const { workspaceId } = useWorkspace()
  return (
    <>
      <ul className="mb-2 list-disc pl-5">
        {unsent > 0 && (
          <li>
            {counted(unsent, 'message')} written here {unsent === 1 ? 'has' : 'have'} not reached the server yet.
          </li>
        )}
        {drafts > 0 && (
          <li>
            {counted(drafts, 'draft')} {drafts === 1 ? 'is' : 'are'} kept only on this device.{' '}
            <AppLink
              href={`${sectionPath(workspaceId, 'scheduled')}?show=drafts`}
              className="font-semibold text-ink underline underline-offset-2"
            >
              See your drafts
            </AppLink>
          </li>
        )}
      </ul>
      Signing out removes {drafts + unsent === 1 ? 'it' : 'them'} for good. What you have scheduled will still be sent
      on time.
    </>
  )
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const lossWords = ({ drafts, unsent }: LeftBehind): string =>
  [unsent > 0 && counted(unsent, 'unsent message'), drafts > 0 && counted(drafts, 'draft')]
    .filter(Boolean)
    .join(' and ')
