'use client'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { messageLink } from '#server/protocol/message-link.ts'
import { plainText } from '#server/domain/message/time-token.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { useSaved } from '#app/_client/react/use-saved.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { failureWords } from '#app/_client/words.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Button, buttonLook } from '#app/_ui/button.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay } from '#app/_ui/time-text.ts'

/** Messages one keeps at hand, from every conversation; nobody else sees which. */
export function SavedPage() {
  const { saved, error, retry, save } = useSaved()
  const [refused, setRefused] = useState<string | null>(null)
  return (
    <div className="scroll-calm min-h-0 flex-1 px-4 py-5 sm:px-6">
      <div className="mx-auto max-w-3xl">
        {refused && (
          <p role="alert" className="mb-3 text-danger">
            {refused}
          </p>
        )}
        {error && !saved ? (
          <ErrorPanel title="Not loaded" reason={failureWords(error)} onRetry={retry} />
        ) : !saved ? (
          <SkeletonRows label="Loading what you saved" />
        ) : saved.length === 0 ? (
          <EmptyState icon={<Bookmark size={28} aria-hidden />} title="Nothing is saved">
            Choose “Save for later” at a message, and it waits here. Nobody else sees what you keep.
          </EmptyState>
        ) : (
          <ul aria-label="Saved messages" className="flex flex-col gap-3">
            {saved.map((one) => (
              <SavedRow
                key={one.message.id}
                saved={one}
                onDone={async () =>
                  setRefused(await save({ conversationId: one.conversationId, messageId: one.message.id }, false))
                }
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

type Saved = NonNullable<ReturnType<typeof useSaved>['saved']>[number]

function SavedRow({
  saved: { message, conversationId, place },
  onDone,
}: {
  saved: Saved
  onDone: () => Promise<void>
}) {
  const { workspaceId } = useWorkspace()
  const members = useMembers()
  const nameOf = useConversationNames()
  const names = useNames()
  const style = useTimeStyle()
  const [busy, setBusy] = useState(false)
  const author = members?.get(message.authorId)?.displayName ?? (members ? 'Former member' : '…')
  const at_ms = message.createdMs
  return (
    <li className="rounded-large border border-line bg-surface px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 text-small text-muted">
        <bdi className="font-semibold text-ink">{author}</bdi>{' '}
        <span>
          in <bdi>{place.kind === 'direct' ? nameOf(conversationId) : `#${place.name}`}</bdi>
          {message.threadRootId !== null && ', in a thread'}
        </span>{' '}
        <time dateTime={new Date(at_ms).toISOString()} className="time ml-auto">
          {shortDay(at_ms, style.zone, serverNow())}, {clockTime(at_ms, style)}
        </time>
      </p>
      <p dir="auto" className="mt-1 line-clamp-6 wrap-anywhere whitespace-pre-wrap">
        {names.toField(plainText(message.text))}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <AppLink
          href={messageLink(workspaceId, { id: conversationId, kind: place.kind }, message.id)}
          className={buttonLook('plain')}
        >
          Show it
        </AppLink>
        <Button
          look="quiet"
          busy={busy}
          onClick={() => {
            setBusy(true)
            void onDone().finally(() => setBusy(false))
          }}
        >
          Done with it
        </Button>
      </div>
    </li>
  )
}
