'use client'
import { useState, type FormEvent } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { errorWords, failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { SelectField } from '#app/_ui/text-field.tsx'

type Outcome = Awaited<ReturnType<typeof trpc.othersScheduled.handOver.mutate>>[number]
type Props = {
  from: { id: MemberId; name: string }
  people: { id: MemberId; displayName: string }[]
  onClose: () => void
  onDone: () => void
}

/** Gives what a leaver left to somebody who may post there, and tells what could not be given. */
export function HandOverDialog({ from, people, onClose, onDone }: Props) {
  const { workspaceId, me } = useWorkspace()
  const [to, setTo] = useState<MemberId | ''>('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null)
  const heir = people.find(({ id }) => id === to)?.displayName ?? ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (to === '') return setRefused('Choose somebody first.')
    setBusy(true)
    try {
      setOutcomes(await trpc.othersScheduled.handOver.mutate({ workspaceId, from: from.id, to }))
      setRefused(null)
    } catch (error) {
      setRefused(failureWords(error))
    }
    setBusy(false)
    onDone()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Hand over what ${from.name} left`}
      description="The new author is the author from then on: it appears under their name, they alone can change it, and they are told. Only what is meant for conversations they may post in is handed over."
    >
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <SelectField
          label="To"
          required
          value={to}
          onChange={(event) => {
            setTo(event.target.value as MemberId | '')
            setOutcomes(null)
          }}
          error={refused}
        >
          <option value="">Choose a member</option>
          {people.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
              {id === me.memberId ? ' (you)' : ''}
            </option>
          ))}
        </SelectField>
        {outcomes && <Result outcomes={outcomes} heir={heir} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{outcomes ? 'Close' : 'Back'}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={to === '' || outcomes !== null}>
            Hand over
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Result({ outcomes, heir }: { outcomes: Outcome[]; heir: string }) {
  const given = outcomes.filter(({ refused }) => refused === null).length
  const kept = new Map<string, number>()
  for (const { refused } of outcomes) {
    if (refused === null) continue
    const words = refused === 'not_in_conversation' ? `${heir} is not in that conversation.` : errorWords(refused)
    kept.set(words, (kept.get(words) ?? 0) + 1)
  }
  return (
    <div role="status" className="rounded-base bg-brass-soft px-3.5 py-2.5 tabular-nums">
      <p className="font-medium">
        {given === 1 ? '1 message is' : `${given} messages are`} {heir}’s now.
      </p>
      {[...kept].map(([words, count]) => (
        <p key={words}>
          {count} stayed: {words}
        </p>
      ))}
    </div>
  )
}
