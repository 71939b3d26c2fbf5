'use client'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonLook } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { Menu, MenuItem, MenuNote, MenuSeparator } from '#app/_ui/menu.tsx'
import { Tabs } from '#app/_ui/tabs.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import { Specimen } from './specimen.tsx'

const TABS = [
  { value: 'drafts' as const, label: 'Drafts', count: 2 },
  { value: 'scheduled' as const, label: 'Scheduled' },
  { value: 'failed' as const, label: 'Failed', count: 1, alarming: true },
]

/** What opens over the page is drawn in the page's own theme. */
export function OverlaySpecimens() {
  const toast = useToast()
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm' | null>(null)
  const [tab, setTab] = useState<'drafts' | 'scheduled' | 'failed'>('drafts')
  const close = () => setOpen(null)
  const trigger = (
    <button type="button" className={buttonLook()}>
      Menu
    </button>
  )
  return (
    <>
      <Specimen title="Tabs">
        <div className="flex w-full flex-col">
          <Tabs label="Example" tabs={TABS} value={tab} onChange={setTab}>
            <p className="p-4 text-muted">What stands under {tab}.</p>
          </Tabs>
        </div>
      </Specimen>
      <Specimen title="What opens">
        <Menu trigger={trigger} label="Example menu">
          <MenuNote>Times are in Europe/Berlin (UTC+1)</MenuNote>
          <MenuItem onSelect={close} aside="Tue, Dec 1">
            Tomorrow at 9:00 AM
          </MenuItem>
          <MenuItem onSelect={close} disabled>
            Off
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<CalendarClock size={16} aria-hidden />} onSelect={close} danger>
            Archive channel…
          </MenuItem>
        </Menu>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button onClick={() => setOpen('confirm')}>Question</Button>
        <Button onClick={() => toast({ text: 'Saved.', actions: [{ label: 'Undo', onPress: close }] })}>Toast</Button>
        <Button onClick={() => toast({ tone: 'danger', text: 'The server cannot be reached.' })}>Refusal</Button>
      </Specimen>
      <Dialog
        open={open === 'dialog' || open === 'drawer'}
        onClose={close}
        title="A title"
        place={open === 'drawer' ? 'side' : 'center'}
      >
        <TextField label="Name" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Archive #launch?"
        description="Nobody can post in it any more."
        confirmLabel="Archive channel"
        look="danger"
        error="You may not archive it."
        onConfirm={close}
      />
    </>
  )
}
