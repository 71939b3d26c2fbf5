'use client'
import { Hash, Lock, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { conversationPath, sectionPath, type Place, type Section } from '#app/_client/paths.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useConversations } from '#app/_client/react/hooks.ts'
import { useFirstScreen } from '#app/_client/react/use-first-screen.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Avatar } from '#app/_ui/avatar.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { CountBadge } from '#app/_ui/count-badge.tsx'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { entryLook } from './entry-look.ts'
import { ScheduledEntry } from './scheduled-entry.tsx'
import { sortConversations, type SidebarConversation } from './sort-conversations.ts'
import { Me } from './me.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

const SectionIcon = lazyPart(() => import('./section-icon.tsx').then((m) => m.SectionIcon))

/** Where one can go. @param place where one is */
export function Sidebar({ place, onShortcuts }: { place: Place; onShortcuts: () => void }) {
  const { workspaceId, me } = useWorkspace()
  const conversations = useConversations()
  const nameOf = useConversationNames()
  const { channels, directs } = sortConversations(conversations ?? [], nameOf)
  const current = place.at === 'conversation' ? place.conversationId : null
  const entry = (each: SidebarConversation) => (
    <Entry
      key={each.conversation.id}
      href={conversationPath(workspaceId, each.conversation)}
      current={each.conversation.id === current}
      unread={each.unread}
      mentions={each.mentions}
      icon={<ConversationIcon kind={each.conversation.kind} name={nameOf(each.conversation.id)} />}
    >
      {each.conversation.kind === 'direct' ? nameOf(each.conversation.id) : each.conversation.name}
    </Entry>
  )
  return (
    <nav aria-label="Workspace" className="flex h-full w-full flex-col">
      <WorkspaceMenu onShortcuts={onShortcuts} />
      <div className="scroll-calm min-h-0 flex-1 px-2.5 pb-4">
        <ul className="flex flex-col">
          <SectionEntry section="search" place={place} label="Search" />
          <SectionEntry section="saved" place={place} label="Saved" />
          <ScheduledEntry current={place.at === 'scheduled'} />
          <SectionEntry section="browse" place={place} label="Browse channels" />
          <SectionEntry section="people" place={place} label="People" />
          <SectionEntry section="settings" place={place} label="Settings" />
          {me.role !== 'member' && <SectionEntry section="ops" place={place} label="Operations" />}
        </ul>
        {/* Together, so that neither moves when the other is filled. */}
        {conversations && (
          <>
            <Group
              label="Channels"
              add={{ label: 'Create or join a channel', href: sectionPath(workspaceId, 'browse') }}
            >
              {channels.map(entry)}
            </Group>
            <Group
              label="Direct messages"
              add={{ label: 'Write to somebody', href: sectionPath(workspaceId, 'people') }}
            >
              {directs.map(entry)}
            </Group>
          </>
        )}
      </div>
      <Me />
    </nav>
  )
}

type Linked = Exclude<Section, 'scheduled' | 'gallery'>
type SectionProps = { section: Linked; place: Place; label: string }

function SectionEntry({ section, place, label }: SectionProps) {
  const { workspaceId } = useWorkspace()
  const stands = useFirstScreen()
  return (
    <Entry
      href={sectionPath(workspaceId, section)}
      current={place.at === section}
      icon={stands && <SectionIcon of={section} />}
    >
      {label}
    </Entry>
  )
}

function Group({ label, add, children }: { label: string; add: { label: string; href: string }; children: ReactNode }) {
  return (
    <section aria-label={label} className="mt-5">
      <div className="flex items-center justify-between pr-1 pl-2.5">
        <h2 className="text-small font-medium text-muted">{label}</h2>
        <AppLink
          href={add.href}
          aria-label={add.label}
          title={add.label}
          className="flex size-8 items-center justify-center rounded-small text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
        >
          <Plus size={16} aria-hidden />
        </AppLink>
      </div>
      <ul className="flex flex-col">{children}</ul>
    </section>
  )
}

type EntryProps = {
  href: string
  current: boolean
  icon: ReactNode
  unread?: number
  mentions?: number
  children: ReactNode
}

function Entry({ href, current, icon, unread = 0, mentions = 0, children }: EntryProps) {
  return (
    <li>
      <AppLink
        href={href}
        aria-current={current ? 'page' : undefined}
        className={classNames(entryLook(current), unread + mentions > 0 && 'font-semibold')}
      >
        <span className="flex w-[1.0625rem] shrink-0 justify-center text-muted">{icon}</span>
        <span className="min-w-0 flex-1 truncate text-left" dir="auto">
          {children}
        </span>
        {mentions > 0 && (
          <span>
            <CountBadge count={mentions} sign="@" loud />
            <span className="sr-only"> naming you</span>
          </span>
        )}
        {unread > 0 && (
          <span>
            <CountBadge count={unread} loud={mentions === 0} />
            <span className="sr-only"> unread</span>
          </span>
        )}
      </AppLink>
    </li>
  )
}

function ConversationIcon({ kind, name }: { kind: 'public' | 'private' | 'direct'; name: string }) {
  if (kind === 'direct') return <Avatar name={name} size="small" />
  return kind === 'private' ? <Lock size={15} aria-label="private" /> : <Hash size={16} aria-hidden />
}
