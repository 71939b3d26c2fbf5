'use client'
import { SmilePlus } from 'lucide-react'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import { useWorkspaceClient } from '#app/_client/react/client-context.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { classNames } from '#app/_ui/class-names.ts'
import { EmojiPicker } from './emoji-picker.tsx'
import type { TimelineMessage } from './group-messages.ts'
import { useReact } from './use-react.ts'

const PILL =
  'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2 text-small tabular-nums transition-colors duration-(--quick) pointer-coarse:min-h-9'

/** What stands under a message, and a press to join in or take it back. */
export function ReactionLine({
  conversationId,
  message,
}: {
  conversationId: ConversationId
  message: TimelineMessage
}) {
  const { memberId } = useWorkspaceClient()
  const members = useMembers()
  const react = useReact(conversationId)
  const nameOf = (id: MemberId) => (id === memberId ? 'you' : (members?.get(id)?.displayName ?? 'somebody'))
  return (
    <ul aria-label="Reactions" className="mt-1 flex flex-wrap gap-1">
      {message.reactions?.map(({ name, glyph, memberIds }) => {
        const mine = memberIds.includes(memberId)
        const who = `${listed(memberIds.map(nameOf))} reacted with ${name.replaceAll('_', ' ')}`
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={mine}
              aria-label={`${glyph} ${memberIds.length}: ${who}`}
              data-tip={who}
              onClick={() => void react(message.id, name, !mine)}
              className={classNames(
                PILL,
                mine ? 'border-brass bg-selected font-semibold' : 'border-line bg-sunken hover:border-edge',
              )}
            >
              <span className="text-body leading-none">{glyph}</span>
              {memberIds.length}
            </button>
          </li>
        )
      })}
      <li>
        <EmojiPicker
          onPick={(name) => void react(message.id, name, true)}
          trigger={
            <button
              type="button"
              aria-label="Add another reaction"
              className={classNames(PILL, 'border-line bg-sunken text-muted hover:border-edge hover:text-ink')}
            >
              <SmilePlus size={15} aria-hidden />
            </button>
          }
        />
      </li>
    </ul>
  )
}

const MOST_NAMED = 12

function listed(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED)
  const others = names.length - named.length
  const last = others > 0 ? `${others} others` : named.pop()
  return named.length > 0 ? `${named.join(', ')} and ${last}` : (last ?? '')
}
