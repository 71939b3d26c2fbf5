'use client'
import { useSearchParams } from 'next/navigation'
import { lazy, useRef, type ReactNode } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { conversationPath, homePath } from '#app/_client/paths.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useConversations } from '#app/_client/react/hooks.ts'
import type { WithFiles } from '#app/_client/react/use-attaching.ts'
import { useFirstScreen } from '#app/_client/react/use-first-screen.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { Composer } from '#app/_features/composer/composer.tsx'
import { ConversationHeader } from '#app/_features/conversation/conversation-header.tsx'
import { isCommand } from '#app/_features/scheduling/is-command.ts'
import { ScheduleButton } from '#app/_features/scheduling/schedule-button.tsx'
import type { ReplyParts } from '#app/_features/timeline/reply-composer.tsx'
import { Timeline } from '#app/_features/timeline/timeline.tsx'
import { goTo } from '#app/_ui/app-link.tsx'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { PageSkeleton } from '#app/_ui/skeleton.tsx'
import { useDocumentTitle } from './use-document-title.ts'

export const loadNotInside = () =>
  import('#app/_features/conversation/not-inside.tsx').then((m) => ({ default: m.NotInside }))
const NotInside = lazy(loadNotInside)

const ScheduledBanner = lazyPart(() =>
  import('#app/_features/scheduling/scheduled-banner.tsx').then((m) => m.ScheduledBanner),
)
const WritingHelp = lazyPart(() => import('#app/_features/composer/writing-help.tsx').then((m) => m.WritingHelp))
const Attachments = lazyPart(() => import('#app/_features/composer/attachments.tsx').then((m) => m.Attachments))
const InsertTime = lazyPart(() => import('#app/_features/scheduling/insert-time.tsx').then((m) => m.InsertTime))
const Closed = lazyPart(() => import('./closed.tsx').then((m) => m.Closed))
const TheirTime = lazyPart(() => import('./their-time.tsx').then((m) => m.TheirTime))
const CommandPanel = lazyPart(() => import('#app/_features/scheduling/command-panel.tsx').then((m) => m.CommandPanel))

/** As wide as a button with a sign that comes later: nothing moves then. */
const ITS_PLACE = <span className="box-content w-[17px] px-3.5" />

/** An address may name one message: then the conversation stands open at it. */
const AtMessage = lazyPart(() => import('./at-message.tsx').then((m) => m.AtMessage))

type Props = { conversationId: ConversationId; leading: ReactNode }

/** One conversation: its head, its messages, and a place to write. */
export function Room({ conversationId, leading }: Props) {
  const { workspaceId, me } = useWorkspace()
  const conversations = useConversations()
  const stands = useFirstScreen()
  const at = useSearchParams().get('at')
  const name = useConversationNames()(conversationId)
  const found = conversations?.find(({ conversation }) => conversation.id === conversationId)
  const newest = useRef<() => void>(null)
  useDocumentTitle(found ? name : 'Conversation')
  if (!conversations) return <PageSkeleton label="Loading the conversation" leading={leading} room />
  if (!found) return <NotInside conversationId={conversationId} leading={leading} />
  const { conversation, memberIds } = found
  const isDirect = conversation.kind === 'direct'
  const toNewest = () => goTo(conversationPath(workspaceId, conversation))
  const attach = (state: WithFiles) => (stands ? <Attachments {...state} meanwhile={ITS_PLACE} /> : ITS_PLACE)
  const replyParts: ReplyParts = {
    attach,
    menu: (state) => (
      <>
        <ScheduleButton {...state} conversationId={conversationId} name={`a thread in ${name}`} />
        <WritingHelp field={state.field} />
      </>
    ),
  }
  const archived = conversation.archivedMs !== null
  const closed = archived || (conversation.posting === 'admins' && me.role === 'member')
  return (
    <>
      <ConversationHeader
        conversation={conversation}
        name={name}
        leading={leading}
        person={isDirect ? (memberIds.find((id) => id !== me.memberId) ?? me.memberId) : undefined}
        onLeft={() => goTo(homePath(workspaceId))}
        aside={isDirect && <TheirTime memberIds={memberIds.filter((id) => id !== me.memberId)} />}
      />
      {at ? (
        <AtMessage
          key={at}
          at={at}
          conversationId={conversationId}
          name={name}
          canWrite={!closed}
          replyParts={replyParts}
          onNewest={toNewest}
          onMissing={toNewest}
        />
      ) : (
        <Timeline
          conversationId={conversationId}
          readSeq={found.readSeq}
          readTurn={found.readTurn}
          canWrite={!closed}
          name={name}
          beginning={<Beginning name={name} isDirect={isDirect} purpose={conversation.purpose} />}
          replyParts={replyParts}
          toNewest={newest}
        />
      )}
      {stands && <ScheduledBanner conversationId={conversationId} name={name} isDirect={isDirect} />}
      {closed ? (
        <Closed archived={archived} />
      ) : (
        <Composer
          conversationId={conversationId}
          name={name}
          commands={{
            isCommand,
            panel: (state) => <CommandPanel conversationId={conversationId} name={name} {...state} />,
          }}
          onSend={() => (at ? toNewest() : newest.current?.())}
          attach={attach}
          tools={({ field, restore, onNames }) =>
            stands ? (
              <>
                <InsertTime field={field} write={restore} meanwhile={ITS_PLACE} />
                <WritingHelp {...{ field, onNames }} />
              </>
            ) : (
              ITS_PLACE
            )
          }
          menu={(state) => <ScheduleButton conversationId={conversationId} name={name} {...state} />}
        />
      )}
    </>
  )
}

type BeginningProps = { name: string; isDirect: boolean; purpose: string | undefined }
const Beginning = ({ name, isDirect, purpose }: BeginningProps) => (
  <p className="px-4 pt-8 pb-2 text-muted sm:px-6">
    {isDirect ? `This is the beginning of your conversation with ${name}.` : `This is the beginning of ${name}.`}{' '}
    {purpose}
  </p>
)
