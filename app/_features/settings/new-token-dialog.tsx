'use client'
import { useState, type FormEvent } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import { SCOPES, type Scope } from '#server/domain/member/scopes.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { CopyButton } from '#app/_ui/copy-button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { SelectField, TextField } from '#app/_ui/text-field.tsx'
import { SCOPE_WORDS, USUAL_SCOPES } from './scope-words.ts'

export type Bots = ReadonlyMap<MemberId, string>
/** `bots` null: the token speaks as whoever makes it; otherwise as an app, a new one or one of these. */
type Props = { bots: Bots | null; onMade: () => void; onClose: () => void }

/** Asks what it is for and what it may do, then shows the token, this once. */
export function NewTokenDialog({ bots, onMade, onClose }: Props) {
  const [token, setToken] = useState<string | null>(null)
  const made = (secret: string) => {
    setToken(secret)
    onMade()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={token ? 'Copy the token now' : 'New token'}
      description={
        token
          ? 'It is shown only this once; the server keeps no copy of it.'
          : 'For a program that uses the Slack-compatible API.'
      }
    >
      {token ? <MadeToken token={token} onClose={onClose} /> : <TokenForm bots={bots} onMade={made} />}
    </Dialog>
  )
}

const NEW_BOT = 'new-bot'

function TokenForm({ bots, onMade }: { bots: Bots | null; onMade: (token: string) => void }) {
  const { workspaceId } = useWorkspace()
  const [speaker, setSpeaker] = useState<string>(NEW_BOT)
  const [botName, setBotName] = useState('')
  const [label, setLabel] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(USUAL_SCOPES))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const create = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const wanted = { label, scopes: [...scopes], speaksAs: speaksAsOf(speaker, botName, bots) }
      onMade((await trpc.tokens.create.mutate({ workspaceId, ...wanted })).token)
    } catch (error) {
      setRefused(failureWords(error))
      setBusy(false)
    }
  }
  const toggle = (scope: Scope) =>
    setScopes(
      (before) => new Set(before.has(scope) ? [...before].filter((each) => each !== scope) : [...before, scope]),
    )
  const complete =
    label.trim() !== '' && scopes.size > 0 && (bots === null || speaker !== NEW_BOT || botName.trim() !== '')
  return (
    <form onSubmit={(event) => void create(event)} className="flex flex-col gap-4">
      <TextField
        label="What it is for"
        required
        maxLength={80}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        placeholder="Release announcements"
      />
      {bots === null ? (
        <p className="text-muted">It speaks as you: whoever has it can do what you can, within these scopes.</p>
      ) : (
        <SelectField label="It speaks as" value={speaker} onChange={(event) => setSpeaker(event.target.value)}>
          <option value={NEW_BOT}>a new app</option>
          {[...bots].map(([id, name]) => (
            <option key={id} value={id}>
              {name} (app)
            </option>
          ))}
        </SelectField>
      )}
      {bots !== null && speaker === NEW_BOT && (
        <TextField
          label="Name of the app"
          required
          maxLength={80}
          value={botName}
          onChange={(event) => setBotName(event.target.value)}
          hint="Shown beside its messages. It joins as a member without a sign-in."
        />
      )}
      <fieldset>
        <legend className="text-small font-medium text-muted">It may</legend>
        <ul className="mt-1.5 flex flex-col">
          {SCOPES.map((scope) => (
            <li key={scope}>
              <label className="flex min-h-(--touch) cursor-pointer items-center gap-3 rounded-base px-1 hover:bg-hover">
                <input
                  type="checkbox"
                  checked={scopes.has(scope)}
                  onChange={() => toggle(scope)}
                  className="size-4 shrink-0 accent-(--brass)"
                />
                <span className="min-w-0">
                  {SCOPE_WORDS[scope]} <span className="text-small text-muted">{scope}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={busy} disabled={!complete}>
          Create token
        </Button>
      </div>
    </form>
  )
}

function speaksAsOf(speaker: string, name: string, bots: Bots | null) {
  if (bots === null) return { kind: 'me' as const }
  const memberId = [...bots.keys()].find((id) => id === speaker)
  return memberId ? { kind: 'bot' as const, memberId } : { kind: 'new-bot' as const, name }
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Token"
        readOnly
        value={token}
        onFocus={(event) => event.currentTarget.select()}
        hint={`Programs send it as “Authorization: Bearer …” to ${location.origin}/api/.`}
        className="font-medium"
      />
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={token} label="Copy token" />
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
