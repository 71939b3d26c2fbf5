'use client'
import { Hash, Lock, MoreHorizontal, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import type { ConversationView } from '#server/protocol/frame.ts'
import { useOpenProfile } from '#app/_client/react/profile.ts'
import { useMemberCount } from '#app/_client/react/use-member-count.ts'
import { Button } from '#app/_ui/button.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { useMenuButton } from '#app/_ui/menu-button.tsx'
import { NameButton } from '#app/_ui/name-button.tsx'
import type { ChannelDialog } from './channel-dialogs.tsx'

const ChannelMenu = lazyPart(() => import('./channel-menu.tsx').then((m) => m.ChannelMenu))
const ChannelDialogs = lazyPart(() => import('./channel-dialogs.tsx').then((m) => m.ChannelDialogs))

type Props = {
  conversation: ConversationView
  name: string
  leading?: ReactNode
  /** The other one of a direct conversation: the name opens their card. */
  person?: MemberId | undefined
  onLeft: () => void
  aside?: ReactNode
}

/** Which conversation this is, who is in it, and what can be done with it. */
export function ConversationHeader({ conversation, name, leading, person, onLeft, aside }: Props) {
  const [dialog, setDialog] = useState<ChannelDialog | null>(null)
  const openProfile = useOpenProfile()
  const isChannel = conversation.kind !== 'direct'
  return (
    <header className="flex h-(--header) shrink-0 items-center gap-2 border-b border-line bg-surface pr-2 pl-2 sm:pr-4 sm:pl-6">
      {leading}
      <div className="min-w-0 flex-1 leading-tight">
        <h1 className="flex items-center gap-1.5 truncate text-lead font-semibold" dir="auto">
          {conversation.kind === 'private' && (
            <Lock size={15} aria-label="Private channel" className="shrink-0 text-muted" />
          )}
          {conversation.kind === 'public' && <Hash size={17} aria-hidden className="shrink-0 text-muted" />}
          {person ? (
            <NameButton name={name} onPress={() => openProfile(person)} />
          ) : (
            <span className="truncate">{isChannel ? conversation.name : name}</span>
          )}
        </h1>
        {conversation.topic ? (
          <p className="truncate text-small text-muted" dir="auto" title={conversation.topic}>
            {conversation.topic}
          </p>
        ) : (
          aside && <p className="truncate text-small text-muted">{aside}</p>
        )}
      </div>
      {isChannel && (
        <>
          <MembersButton conversation={conversation} name={name} onOpen={() => setDialog('members')} />
          <ChannelActions conversation={conversation} name={name} onDialog={setDialog} />
        </>
      )}
      {dialog && (
        <ChannelDialogs
          dialog={dialog}
          conversation={conversation}
          name={name}
          onDialog={setDialog}
          onLeft={onLeft}
          onMissing={() => setDialog(null)}
        />
      )}
    </header>
  )
}

function ChannelActions({
  conversation,
  name,
  onDialog,
}: {
  conversation: ConversationView
  name: string
  onDialog: (dialog: ChannelDialog) => void
}) {
  const trigger = (
    <IconButton label="Channel actions">
      <MoreHorizontal size={18} aria-hidden />
    </IconButton>
  )
  const menu = useMenuButton({ trigger, label: `Actions for ${name}`, load: ChannelMenu.load })
  return (
    <>
      {menu.button}
      {menu.near && (
        <ChannelMenu place={menu.place} conversation={conversation} onDialog={onDialog} onMissing={menu.forget} />
      )}
    </>
  )
}

function MembersButton({
  conversation,
  name,
  onOpen,
}: {
  conversation: ConversationView
  name: string
  onOpen: () => void
}) {
  const count = useMemberCount(conversation.id)
  return (
    <Button
      look="quiet"
      onClick={onOpen}
      aria-label={`Members of ${name}${count === undefined ? '' : `: ${count}`}`}
      className="px-2.5 text-muted tabular-nums"
    >
      <Users size={17} aria-hidden />
      <span aria-hidden className="min-w-4">
        {count ?? ''}
      </span>
    </Button>
  )
}
