'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { domainErrorOf } from '#app/_client/refusals.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { SelectField, TextArea } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { shortDay } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'

type Rules = Awaited<ReturnType<typeof trpc.moderation.rules.query>>

/** Words and links that nobody may post. */
export function ContentRules() {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const key = ['content-rules', workspaceId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => trpc.moderation.rules.query({ workspaceId }),
  })
  if (data) return <RulesForm rules={data} onSaved={(rules) => queries.setQueryData(key, rules)} />
  return error ? (
    <ErrorPanel title="The rules could not be loaded" reason={failureWords(error)} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows rows={2} label="Loading rules" />
  )
}

function RulesForm({ rules, onSaved }: { rules: Rules; onSaved: (rules: Rules) => void }) {
  const { workspaceId } = useWorkspace()
  const toast = useToast()
  const [words, setWords] = useState(rules.words.join('\n'))
  const [rule, setRule] = useState(rules.links.rule)
  const [hosts, setHosts] = useState(rules.links.hosts.join('\n'))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const links = { rule, hosts: linesOf(hosts) }
      const saved = await trpc.moderation.setRules.mutate({ workspaceId, words: linesOf(words), links })
      onSaved(saved)
      setWords(saved.words.join('\n'))
      setHosts(saved.links.hosts.join('\n'))
      setRefused(null)
      toast({ text: 'The rules are saved. They hold from now on.' })
    } catch (error) {
      setRefused(refusedOf(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void save(event)} aria-label="Words and links" className="flex flex-col gap-4">
      <TextArea
        label="Words that nobody may post"
        hint="One word or phrase a line, whole and in any case. An asterisk at the end stands for any ending."
        rows={4}
        dir="auto"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={refused?.field === 'words' ? refused.text : null}
      />
      <SelectField
        label="Links"
        value={rule}
        onChange={(event) => setRule(event.target.value === 'only' ? 'only' : 'refuse')}
      >
        <option value="refuse">are allowed, but not to these sites</option>
        <option value="only">are allowed to these sites alone</option>
      </SelectField>
      <TextArea
        label="Sites"
        hint={
          rule === 'only'
            ? 'One a line, such as example.com; what lies below it counts as well. None: no links at all.'
            : 'One a line, such as example.com; what lies below it counts as well, and its name without a link.'
        }
        rows={3}
        value={hosts}
        onChange={(event) => setHosts(event.target.value)}
        error={refused?.field === 'hosts' ? refused.text : null}
      />
      {refused && refused.field === null && (
        <p role="alert" className="text-danger">
          {refused.text}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="primary" busy={busy}>
          Save rules
        </Button>
        <Changed changed={rules.changed} />
      </div>
    </form>
  )
}

function Changed({ changed }: Pick<Rules, 'changed'>) {
  const { zone } = useTimeStyle()
  const members = useMembers()
  if (!changed) return null
  const name = members?.get(changed.by)?.displayName
  return (
    <p className="text-small text-muted tabular-nums">
      Changed {shortDay(changed.at_ms, zone, serverNow())}
      {name && ` by ${name}`}
    </p>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type Refused = { field: 'words' | 'hosts' | null; text: string }

/** A line that cannot be a rule is named at its field. */
function refusedOf(error: unknown): Refused {
  const { field, value, problem } = domainErrorOf(error)?.facts ?? {}
  if (field !== 'words' && field !== 'hosts') return { field: null, text: failureWords(error) }
  const text =
    typeof value === 'number' ? `${value} lines are ${String(problem)}.` : `“${String(value)}” ${String(problem)}.`
  return { field, text }
}
