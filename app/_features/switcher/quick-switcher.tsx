'use client'
import { ArrowRight, Hash, Lock, Search } from 'lucide-react'
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { conversationPath } from '#app/_client/paths.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useConversations, useMembers } from '#app/_client/react/hooks.ts'
import { useOpenDirect } from '#app/_client/react/use-open-direct.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { failureWords } from '#app/_client/words.ts'
import { goTo } from '#app/_ui/app-link.tsx'
import { Avatar } from '#app/_ui/avatar.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { CountBadge } from '#app/_ui/count-badge.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { FIELD_LOOK } from '#app/_ui/text-field.tsx'
import { useToast } from '#app/_ui/toast.tsx'
import { rankTargets, type Target } from './rank-targets.ts'

export type Command = { name: string; words?: readonly string[]; icon: ReactNode; run: () => void }
type Entry = Target & { icon: ReactNode; run: () => void | Promise<void> }

type Props = {
  commands: readonly Command[]
  /** Search the messages for what was typed. */
  onSearch: (text: string) => void
  onClose: () => void
}

/** Goes anywhere by a few letters. Mount it to open it. */
export function QuickSwitcher({ commands, onSearch, onClose }: Props) {
  const entries = useEntries(commands)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const toast = useToast()
  const list = useId()
  const box = useRef<HTMLUListElement>(null)
  const wanted = typed.trim()
  const found = useMemo(() => rankTargets(entries, typed), [entries, typed])
  const shown: Entry[] =
    wanted === '' || /^[#@>]/.test(wanted)
      ? found
      : [
          ...found,
          {
            ...{ key: 'search', name: `Search messages for “${wanted}”`, kind: 'command', unread: 0 },
            icon: <Search size={16} aria-hidden />,
            run: () => onSearch(wanted),
          },
        ]
  const at = Math.min(active, shown.length - 1)

  const choose = async (entry: Entry) => {
    onClose()
    try {
      await entry.run()
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of an input method are its own.
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && shown.length > 0) {
      const next = (at + step + shown.length) % shown.length
      setActive(next)
      box.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && shown[at]) void choose(shown[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title="Go to">
      <input
        type="text"
        role="combobox"
        aria-label="Go to a channel, a person or a page"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        placeholder="Name of a channel, person or page"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        className={FIELD_LOOK}
      />
      <ul
        ref={box}
        id={list}
        role="listbox"
        aria-label="Places"
        className="scroll-calm -mx-2 mt-2 flex h-[min(24rem,55dvh)] flex-col"
      >
        {shown.map((entry, i) => (
          <li
            key={entry.key}
            id={`${list}-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerMove={() => setActive(i)}
            onClick={() => void choose(entry)}
            className={classNames(
              'flex min-h-(--touch) shrink-0 cursor-pointer items-center gap-2.5 rounded-base px-2 pointer-coarse:min-h-11',
              i === at && 'bg-selected',
            )}
          >
            <span className="flex w-5 shrink-0 justify-center text-muted">{entry.icon}</span>
            <span className={classNames('min-w-0 flex-1 truncate', entry.unread > 0 && 'font-semibold')} dir="auto">
              {entry.name}
            </span>
            {entry.unread > 0 && (
              <span>
                <CountBadge count={entry.unread} loud />
                <span className="sr-only"> unread</span>
              </span>
            )}
            {i === at && <ArrowRight size={15} aria-hidden className="text-muted" />}
          </li>
        ))}
      </ul>
      <p
        role="status"
        className={shown.length > 0 ? 'sr-only' : '-mt-[min(20rem,48dvh)] h-[min(20rem,48dvh)] text-center text-muted'}
      >
        {shown.length === 0 ? 'Nothing of that name.' : `${shown.length} places`}
      </p>
    </Dialog>
  )
}

function useEntries(commands: readonly Command[]): Entry[] {
  const { workspaceId, me } = useWorkspace()
  const conversations = useConversations()
  const members = useMembers()
  const nameOf = useConversationNames()
  const openDirect = useOpenDirect()
  return useMemo(() => {
    const mine = (conversations ?? []).filter(({ conversation }) => conversation.archivedMs === null)
    const known = new Set(mine.flatMap(({ memberIds }) => memberIds.filter((id) => id !== me.memberId)))
    const places = mine.map(({ conversation, unread }): Entry => {
      const isDirect = conversation.kind === 'direct'
      const name = isDirect ? nameOf(conversation.id) : conversation.name
      return {
        ...{ key: conversation.id, name, unread, kind: isDirect ? 'person' : 'channel' },
        icon: isDirect ? (
          <Avatar name={name} size="small" />
        ) : conversation.kind === 'private' ? (
          <Lock size={15} aria-label="private" />
        ) : (
          <Hash size={16} aria-hidden />
        ),
        run: () => goTo(conversationPath(workspaceId, conversation)),
      }
    })
    const people = [...(members?.values() ?? [])]
      .filter(({ id, deactivated }) => !deactivated && !known.has(id) && id !== me.memberId)
      .map(({ id, displayName }): Entry => ({
        ...{ key: id, name: displayName, unread: 0, kind: 'person' },
        icon: <Avatar name={displayName} size="small" />,
        run: async () => goTo(await openDirect(id)),
      }))
    const pages = commands.map(({ name, words, icon, run }): Entry => ({
      ...{ key: name, name, unread: 0, kind: 'command', icon, run },
      ...(words ? { words } : {}),
    }))
    const byName = (a: Entry, b: Entry) => a.name.localeCompare(b.name, 'en', { numeric: true })
    return [...places.toSorted(byName), ...pages, ...people.toSorted(byName)]
  }, [workspaceId, me, conversations, members, nameOf, openDirect, commands])
}
