'use client'
import type { ConversationView } from '#server/protocol/frame.ts'
import { Queries } from '#app/_client/react/queries.tsx'
import type { MenuPlace } from '#app/_ui/menu-button.tsx'
import { MenuItem, MenuPopup, MenuSeparator } from '#app/_ui/menu.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import type { ChannelDialog } from './channel-dialogs.tsx'
import { useChannelActions } from './use-channel-actions.ts'

type Props = { place: MenuPlace; conversation: ConversationView; onDialog: (dialog: ChannelDialog) => void }

/** What can be done with a channel. */
export function ChannelMenu({ place, conversation, onDialog }: Props) {
  return (
    <MenuPopup place={place}>
      <MenuItem onSelect={() => onDialog('members')}>Members</MenuItem>
      <MenuItem onSelect={() => onDialog('invite')}>Add people…</MenuItem>
      <MenuItem onSelect={() => onDialog('pins')}>Pinned messages</MenuItem>
      <MenuItem onSelect={() => onDialog('topic')}>Set topic…</MenuItem>
      <MenuItem onSelect={() => onDialog('purpose')}>Set purpose…</MenuItem>
      <MenuItem onSelect={() => onDialog('rename')}>Rename…</MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => onDialog('leave')}>Leave channel…</MenuItem>
      {conversation.archivedMs === null ? (
        <MenuItem danger onSelect={() => onDialog('archive')}>
          Archive channel…
        </MenuItem>
      ) : (
        <Queries>
          <ReopenItem conversation={conversation} />
        </Queries>
      )}
    </MenuPopup>
  )
}

function ReopenItem({ conversation }: { conversation: ConversationView }) {
  const { reopen } = useChannelActions(conversation.id)
  const toast = useToast()
  const act = async () => {
    const refusal = await reopen()
    toast(refusal === null ? { text: `#${conversation.name} is open again.` } : { tone: 'danger', text: refusal })
  }
  return <MenuItem onSelect={() => void act()}>Reopen channel</MenuItem>
}
