'use client'
import { Bookmark } from 'lucide-react'
import type { MessageRef } from '#app/_client/react/use-edit-draft.ts'
import { Queries } from '#app/_client/react/queries.tsx'
import { useSaved } from '#app/_client/react/use-saved.ts'
import { MenuItem } from '#app/_ui/menu.tsx'
import { useToast } from '#app/_ui/toast.tsx'

/** Keeps a message at hand for oneself, or lets it go; which of the two is asked when the menu opens. */
export const SaveItem = (ref: MessageRef) => (
  <Queries>
    <Item {...ref} />
  </Queries>
)

function Item(ref: MessageRef) {
  const { saved, save } = useSaved()
  const toast = useToast()
  const isKept = saved?.some(({ message }) => message.id === ref.messageId) ?? false
  const turn = async () => {
    const refused = await save(ref, !isKept)
    if (refused) toast({ tone: 'danger', text: refused })
    else toast({ text: isKept ? 'No longer saved.' : 'Saved for later. You find it under Saved.' })
  }
  return (
    <MenuItem icon={<Bookmark size={16} />} onSelect={() => void turn()}>
      {isKept ? 'Remove from saved' : 'Save for later'}
    </MenuItem>
  )
}
