'use client'
import { Copy, History, MoreHorizontal, Send, X } from 'lucide-react'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { useMenuButton } from '#app/_ui/menu-button.tsx'
import { MenuItem, MenuPopup } from '#app/_ui/menu.tsx'
import { useCopy } from '#app/_ui/use-copy.ts'
import type { RowCommand } from './row-actions.tsx'

type Props = {
  scheduled: ScheduledView
  canChange: boolean
  canCancel: boolean
  onCommand: (command: RowCommand) => void
}

/** What else can be done with a waiting message, where buttons for fingers would fill three lines with it. */
export function RowMenu({ scheduled, canChange, canCancel, onCommand }: Props) {
  const copy = useCopy()
  const trigger = (
    <IconButton label="More actions">
      <MoreHorizontal size={18} aria-hidden />
    </IconButton>
  )
  const menu = useMenuButton({ trigger, label: 'More actions', load: async () => {} })
  return (
    <>
      {menu.button}
      {menu.near && (
        <MenuPopup place={menu.place}>
          <MenuItem icon={<Send size={16} aria-hidden />} disabled={!canChange} onSelect={() => onCommand('send-now')}>
            Send now
          </MenuItem>
          <MenuItem icon={<X size={16} aria-hidden />} disabled={!canCancel} onSelect={() => onCommand('cancel')}>
            Cancel message
          </MenuItem>
          <MenuItem
            icon={<Copy size={16} aria-hidden />}
            onSelect={() => void copy(scheduled.text, 'The text is copied.')}
          >
            Copy text
          </MenuItem>
          <MenuItem icon={<History size={16} aria-hidden />} onSelect={() => onCommand('history')}>
            History
          </MenuItem>
        </MenuPopup>
      )}
    </>
  )
}
