'use client'
import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { domainErrorOf } from '#app/_client/refusals.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import type { Story } from './operations-api.ts'
import { Panel } from './panel.tsx'

/** What `npm run explain` prints, for a message of this workspace. */
export function ExplainPanel() {
  const { workspaceId, name } = useWorkspace()
  const [id, setId] = useState('')
  const asked = useMutation({
    mutationFn: (wanted: string) => trpc.operations.explain.query({ workspaceId, id: wanted }),
  })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (id.trim()) asked.mutate(id.trim())
  }
  return (
    <Panel
      title="One message"
      note={`The whole story of a scheduled message of ${name}, and what happens next. Texts are told to their author alone.`}
    >
      <form onSubmit={ask} className="flex flex-wrap items-start gap-3">
        <TextField
          label="Message id"
          placeholder="Q…"
          value={id}
          onChange={(event) => setId(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          error={asked.error ? refusal(asked.error) : null}
          className="min-w-56 flex-1"
        />
        <Button type="submit" busy={asked.isPending} disabled={id.trim() === ''} className="sm:mt-6.5">
          <Search size={16} aria-hidden /> Explain
        </Button>
      </form>
      <div aria-live="polite">{asked.data && <StoryText story={asked.data} />}</div>
    </Panel>
  )
}

function StoryText({ story }: { story: Story }) {
  return (
    <article aria-label={story.title} className="mt-5 flex flex-col gap-5">
      <p className="rounded-base bg-brass-soft px-4 py-3">
        <span className="font-semibold">{story.title}.</span> {story.next}
      </p>
      {story.sections.map(({ title, lines }) => (
        <div key={title}>
          <h3 className="border-b border-line pb-1 text-small font-medium text-muted">{title}</h3>
          <dl className="mt-2 flex flex-col gap-x-4 sm:grid sm:grid-cols-[max-content_1fr] sm:gap-y-1">
            {lines.map(([label, words], i) => (
              <div key={i} className="mb-2 flex flex-col sm:mb-0 sm:contents">
                <dt className="text-small text-muted tabular-nums sm:text-body">{label}</dt>
                <dd className="min-w-0 break-words tabular-nums" dir="auto">
                  {words}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </article>
  )
}

function refusal(error: unknown): string {
  const code = domainErrorOf(error)?.code
  if (code === 'invalid_id') return 'This is no message id: it begins with Q and has 15 characters. Copy it whole.'
  if (code === 'not_found') return 'There is no scheduled message with this id in this workspace.'
  return failureWords(error)
}
