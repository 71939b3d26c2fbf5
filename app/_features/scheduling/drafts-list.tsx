'use client'
import { PencilLine, SquarePen, Trash2 } from 'lucide-react'
import { useConversationNames, useConversationPaths } from '#app/_client/react/conversation-names.ts'
import { useDrafts, useWriteDraft, type Draft } from '#app/_client/react/use-drafts.ts'
import { usePlannedDrafts } from '#app/_client/react/use-planned-drafts.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { AppLink, goTo } from '#app/_ui/app-link.tsx'
import { Button } from '#app/_ui/button.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, dayHeading } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useTick } from '#app/_ui/use-tick.ts'
import { PlannedDraftCard } from './planned-draft-card.tsx'

/** What was begun and not sent: kept on this device until it is sent or deleted; with a time, on every device. */
export function DraftsList() {
  const drafts = useDrafts()
  const planned = usePlannedDrafts()
  if (!drafts || !planned) return <SkeletonRows rows={4} label="Loading drafts" />
  if (drafts.length + planned.length === 0) {
    return (
      <EmptyState icon={<PencilLine size={28} aria-hidden />} title="No drafts">
        What you begin to write in any conversation waits here until you send or delete it. A draft can also remember a
        time: choose one beside Send, and keep it as a draft.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Drafts" className="flex flex-col gap-2.5">
      {planned.map((draft) => (
        <li key={draft.id}>
          <PlannedDraftCard draft={draft} />
        </li>
      ))}
      {drafts.map((draft) => (
        <li key={draft.conversationId}>
          <DraftCard draft={draft} />
        </li>
      ))}
    </ul>
  )
}

function DraftCard({ draft: { conversationId, text, files = [], changedMs } }: { draft: Draft }) {
  const name = useConversationNames()(conversationId)
  const href = useConversationPaths()(conversationId)
  const style = useTimeStyle()
  const now_ms = useTick(serverNow, 60_000)
  const write = useWriteDraft()
  const toast = useToast()
  const remove = () => {
    write(conversationId, '', [])
    toast({
      text: `Draft to ${name} deleted.`,
      actions: [{ label: 'Undo', onPress: () => write(conversationId, text, files) }],
    })
  }
  const action = 'gap-1.5 px-2 text-small text-muted hover:text-ink'
  return (
    <article aria-label={`Draft to ${name}`} className="rounded-large border border-line bg-surface px-4 py-3 sm:px-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 truncate text-muted">
          To{' '}
          <AppLink href={href} className="font-semibold text-ink hover:underline">
            <bdi>{name}</bdi>
          </AppLink>
        </p>
        <time dateTime={new Date(changedMs).toISOString()} className="time text-small text-muted">
          {dayHeading(changedMs, style.zone, now_ms)}, {clockTime(changedMs, style)}
        </time>
      </header>
      <p dir="auto" className="mt-1 line-clamp-4 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      {files.length > 0 && (
        <p className="mt-1 text-small text-muted">With {files.map((file) => file.name).join(', ')}</p>
      )}
      <div className="-mx-2 mt-1.5 flex flex-wrap items-center">
        <Button look="quiet" onClick={() => goTo(href)} className={action}>
          <SquarePen size={15} aria-hidden />
          Go on writing
        </Button>
        <Button look="quiet" onClick={remove} className={action}>
          <Trash2 size={15} aria-hidden />
          Delete draft
        </Button>
      </div>
    </article>
  )
}
