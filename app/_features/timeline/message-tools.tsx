'use client'
import {
  Copy,
  Ellipsis,
  History,
  Link2,
  MailOpen,
  MessageSquareText,
  Pencil,
  Pin,
  SmilePlus,
  Trash2,
} from 'lucide-react'
import { useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { messageLink } from '#server/protocol/message-link.ts'
import { useConversations, useMarkUnread, useMembers } from '#app/_client/react/hooks.ts'
import { useMessageActions } from '#app/_client/react/use-message-actions.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { failureWords } from '#app/_client/words.ts'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import { useCopy } from '#app/_ui/use-copy.ts'
import { DeleteMessageDialog } from './delete-message-dialog.tsx'
import { EmojiPicker } from './emoji-picker.tsx'
import type { TimelineItem, TimelineMessage } from './group-messages.ts'
import { SaveItem } from './save-item.tsx'
import { useMessageKeys } from './use-message-keys.ts'
import { usePointedRow } from './use-pointed-row.ts'
import { useReact } from './use-react.ts'
import { useWholeTimes } from './use-whole-times.ts'
import { VersionsDialog } from './versions-dialog.tsx'

type Props = {
  /** What scrolls; its rows carry the keys of `items`. */
  box: RefObject<HTMLElement | null>
  items: readonly TimelineItem[]
  conversationId: ConversationId
  canWrite: boolean
  /** The message whose text is being changed: it needs no other tools. */
  editing: MessageId | null
  onEdit: (id: MessageId) => void
  /** Opens the thread that begins with this message; not given: it is open already. */
  onThread?: (rootId: MessageId) => void
}

/** What can be done with the message under the pointer or the focus, drawn into its row; and the same by keys. */
export function MessageTools({ box, items, conversationId, canWrite, editing, onEdit, onThread }: Props) {
  const { me, workspaceId } = useWorkspace()
  const conversations = useConversations()
  const members = useMembers()
  const copy = useCopy()
  const toast = useToast()
  const react = useReact(conversationId)
  const { pin } = useMessageActions()
  const markUnread = useMarkUnread()
  const [open, setOpen] = useState<{ dialog: 'delete' | 'versions'; message: TimelineMessage } | null>(null)
  const [held, setHeld] = useState(false)
  const find = (key: string | undefined, left = false) => {
    const message = items.find((item) => item.key === key)?.message
    return message?.delivery === 'sent' && (left || message.deletedMs === null) ? message : null
  }
  const { row, message } = usePointedRow(box, find, held)
  useWholeTimes(row)
  const mayEdit = (one: TimelineMessage) => canWrite && one.authorId === me.memberId
  const mayDelete = (one: TimelineMessage) => mayEdit(one) || me.role !== 'member'
  const askToDelete = (one: TimelineMessage) => setOpen({ dialog: 'delete', message: one })
  useMessageKeys(box, {
    find,
    edit: (one) => mayEdit(one) && onEdit(one.id),
    remove: (one) => mayDelete(one) && askToDelete(one),
    editLast: () => {
      // One that is on its way is not skipped: an older one would not be what is meant.
      const last = items.findLast(({ message: one }) => one.authorId === me.memberId && one.deletedMs === null)?.message
      if (last?.delivery === 'sent' && mayEdit(last)) onEdit(last.id)
    },
    openThread: (one) => onThread?.(one.threadRootId ?? one.id),
    showVersions: (one) => setOpen({ dialog: 'versions', message: one }),
  })
  const pinOrNot = async (one: TimelineMessage) => {
    const refused = await pin({ conversationId, messageId: one.id }, !one.pinned)
    if (refused) toast({ tone: 'danger', text: refused.words })
  }
  const turnUnread = (one: TimelineMessage) =>
    markUnread(conversationId, one.seq - 1).catch((error: unknown) =>
      toast({ tone: 'danger', text: failureWords(error) }),
    )
  const copyLink = (one: TimelineMessage) => {
    const place = conversations?.find(({ conversation }) => conversation.id === conversationId)?.conversation
    if (!place) return
    const link = new URL(messageLink(workspaceId, place, one.id), location.href).href
    return copy(link, 'The link to the message is copied.')
  }
  const close = () => setOpen(null)
  return (
    <>
      {row &&
        message &&
        message.id !== editing &&
        createPortal(
          <div
            role="toolbar"
            aria-label="What to do with this message"
            className="absolute -top-4 right-4 z-10 flex rounded-base border border-line bg-raised p-0.5 shadow-float sm:right-6"
          >
            {canWrite && (
              <EmojiPicker
                onOpenChange={setHeld}
                onPick={(name) => void react(message.id, name, true)}
                trigger={
                  <IconButton data-react label="React to this message">
                    <SmilePlus size={16} aria-hidden />
                  </IconButton>
                }
              />
            )}
            {onThread && (
              <IconButton label="Reply in a thread" onClick={() => onThread(message.threadRootId ?? message.id)}>
                <MessageSquareText size={16} aria-hidden />
              </IconButton>
            )}
            {mayEdit(message) && (
              <IconButton label="Edit message" onClick={() => onEdit(message.id)}>
                <Pencil size={16} aria-hidden />
              </IconButton>
            )}
            <Menu
              label="More about this message"
              onOpenChange={setHeld}
              trigger={
                <IconButton label="More about this message">
                  <Ellipsis size={16} aria-hidden />
                </IconButton>
              }
            >
              {canWrite && (
                <MenuItem icon={<Pin size={16} />} onSelect={() => void pinOrNot(message)}>
                  {message.pinned ? 'Take the pin off' : 'Pin for everyone'}
                </MenuItem>
              )}
              {onThread && (
                <MenuItem icon={<MailOpen size={16} />} onSelect={() => void turnUnread(message)}>
                  Mark unread from here
                </MenuItem>
              )}
              <SaveItem conversationId={conversationId} messageId={message.id} />
              <MenuItem icon={<Link2 size={16} />} onSelect={() => void copyLink(message)}>
                Copy link
              </MenuItem>
              <MenuItem
                icon={<Copy size={16} />}
                onSelect={() => void copy(message.text, 'The text of the message is copied.')}
              >
                Copy text
              </MenuItem>
              {message.editedMs !== null && (
                <MenuItem icon={<History size={16} />} onSelect={() => setOpen({ dialog: 'versions', message })}>
                  What it said before
                </MenuItem>
              )}
              {mayDelete(message) && (
                <>
                  <MenuSeparator />
                  <MenuItem danger icon={<Trash2 size={16} />} onSelect={() => askToDelete(message)}>
                    Delete message…
                  </MenuItem>
                </>
              )}
            </Menu>
          </div>,
          row,
        )}
      {open?.dialog === 'delete' && (
        <DeleteMessageDialog
          conversationId={conversationId}
          message={open.message}
          authorName={
            open.message.authorId === me.memberId
              ? null
              : (members?.get(open.message.authorId)?.displayName ?? 'Somebody')
          }
          onClose={close}
        />
      )}
      {open?.dialog === 'versions' && (
        <VersionsDialog conversationId={conversationId} message={open.message} onClose={close} />
      )}
    </>
  )
}
