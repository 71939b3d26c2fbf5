'use client'
import { Search } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { MOST_QUERY_LENGTH } from '#server/domain/search/query.ts'
import { useConversations, useMembers } from '#app/_client/react/hooks.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { Button } from '#app/_ui/button.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { FIELD_LOOK } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey } from '#app/_ui/time-text.ts'
import { suggestionsFor, type Known, type Suggestion } from './suggestions.ts'

type Props = {
  /** What is searched now. */
  query: string
  onSearch: (query: string) => void
  /** Down, where nothing is suggested. */
  onLeave: () => void
}

/** Where a search is typed: arrows choose a suggestion, Enter takes it or searches. */
export function SearchField({ query, onSearch, onLeave }: Props) {
  const [text, setText] = useState(query)
  const [caret, setCaret] = useState(query.length)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  const known = useKnown()
  const suggestions = useMemo(() => (open ? suggestionsFor(text, caret, known) : []), [open, text, caret, known])
  useEffect(() => setText(query), [query])
  // Found by its key or its link: what comes next is typing.
  useEffect(() => field.current?.focus(), [])

  const type = (next: string, at: number) => {
    setText(next)
    setCaret(at)
    setOpen(true)
    setActive(-1)
  }
  const take = (suggestion: Suggestion) => {
    type(suggestion.text, suggestion.caret)
    const { current } = field
    current?.focus()
    requestAnimationFrame(() => current?.setSelectionRange(suggestion.caret, suggestion.caret))
  }
  const search = () => {
    setOpen(false)
    onSearch(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Keys of an input method are its own.
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const chosen = suggestions[active]
    if (step !== 0 && suggestions.length > 0) {
      // Beyond the last is the field itself again.
      setActive((now) => ((now + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1)
    } else if (event.key === 'ArrowDown') onLeave()
    else if (event.key === 'Escape' && open && suggestions.length > 0) setOpen(false)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(chosen)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      role="search"
      aria-label="Search messages"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
      className="relative flex gap-2"
    >
      <div className="relative min-w-0 flex-1">
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label="Search messages"
          aria-expanded={suggestions.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={MOST_QUERY_LENGTH}
          placeholder="Words, “phrases”, from: in: on: …"
          value={text}
          onChange={(event) => type(event.target.value, event.target.selectionStart ?? event.target.value.length)}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? text.length)}
          onFocus={() => setOpen(text === '')}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          className={classNames(FIELD_LOOK, 'pl-9')}
        />
        <Suggestions id={list} suggestions={suggestions} active={active} onTake={take} />
      </div>
      <Button type="submit" look="primary">
        Search
      </Button>
    </form>
  )
}

function Suggestions({
  id,
  suggestions,
  active,
  onTake,
}: {
  id: string
  suggestions: readonly Suggestion[]
  active: number
  onTake: (suggestion: Suggestion) => void
}) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className={classNames(
        'absolute inset-x-0 top-full z-10 mt-1 overflow-hidden rounded-base border border-line bg-raised py-1 shadow-float',
        suggestions.length === 0 && 'hidden',
      )}
    >
      {suggestions.map((suggestion, i) => (
        <li
          key={suggestion.piece}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          // Before the field loses the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
          className={classNames(
            'flex min-h-(--touch) cursor-pointer items-center justify-between gap-4 px-3 hover:bg-hover pointer-coarse:min-h-11',
            i === active && 'bg-selected',
          )}
        >
          <span className="truncate font-medium" dir="auto">
            {suggestion.piece}
          </span>
          <span className="shrink-0 text-small text-muted">{suggestion.hint}</span>
        </li>
      ))}
    </ul>
  )
}

/** Names this device knows: conversations one is in, people of the workspace. */
function useKnown(): Known {
  const members = useMembers()
  const conversations = useConversations()
  const { zone } = useTimeStyle()
  return useMemo(
    () => ({
      people: [...(members?.values() ?? [])]
        .map(({ displayName }) => displayName)
        .toSorted((a, b) => a.localeCompare(b)),
      channels: (conversations ?? [])
        .filter(({ conversation }) => conversation.kind !== 'direct')
        .map(({ conversation }) => conversation.name)
        .toSorted((a, b) => a.localeCompare(b)),
      today: dayKey(serverNow(), zone),
    }),
    [members, conversations, zone],
  )
}
