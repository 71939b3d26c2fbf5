'use client'
import { Popover } from '@base-ui/react/popover'
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { emojiGroups, findEmoji, searchEmoji } from '#server/domain/message/emoji.ts'
import { classNames } from '#app/_ui/class-names.ts'
import { FIELD_LOOK } from '#app/_ui/text-field.tsx'
import { rememberEmoji, usualEmoji } from './usual-emoji.ts'

type Props = {
  /** The button that opens it. */
  trigger: ReactElement
  onOpenChange?: (open: boolean) => void
  /** @param name as the server knows it */
  onPick: (name: string) => void
}

/** Chooses an emoji: by a word, or from a group; with the pointer or with keys alone. */
export function EmojiPicker({ trigger, onOpenChange, onPick }: Props) {
  const [open, setOpen] = useState(false)
  const turn = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const pick = (name: string) => {
    rememberEmoji(name)
    turn(false)
    onPick(name)
  }
  const field = useRef<HTMLInputElement>(null)
  return (
    <Popover.Root open={open} onOpenChange={turn}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner side="top" align="end" sideOffset={6} collisionPadding={8} className="z-50">
          <Popover.Popup
            aria-label="Choose an emoji"
            initialFocus={field}
            className="reveal flex max-h-[min(25rem,70dvh)] w-[min(22rem,calc(100vw-1rem))] flex-col rounded-large border border-line bg-raised text-ink shadow-float outline-none"
          >
            <Choices field={field} onPick={pick} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const COLUMNS = 8
const MOST_FOUND = 64

function Choices({
  field,
  onPick,
}: {
  field: React.RefObject<HTMLInputElement | null>
  onPick: (name: string) => void
}) {
  const [question, setQuestion] = useState('')
  const [chosenGroup, setGroup] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const groups = emojiGroups()
  const usual = useMemo(() => usualEmoji().flatMap((name) => findEmoji(name) ?? []), [])
  const found = searchEmoji(question, MOST_FOUND).map(({ names, glyph }) => ({ name: names[0], glyph }))
  const group = groups[chosenGroup]
  const sections = question.trim()
    ? [{ title: found.length > 0 ? 'Found' : 'Nothing is called like that', emoji: found }]
    : [
        { title: 'Used last', emoji: usual },
        { title: group?.title ?? '', emoji: group?.emoji.map(({ names, glyph }) => ({ name: names[0], glyph })) ?? [] },
      ]
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(grid.current?.querySelectorAll<HTMLElement>('[data-emoji]') ?? [])]
    const at = all.indexOf(event.target as HTMLElement)
    const inField = event.target === field.current
    if (inField && event.key === 'Enter' && all[0]) {
      event.preventDefault()
      return all[0].click()
    }
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
    if (step === undefined || (inField ? event.key !== 'ArrowDown' : at < 0)) return
    event.preventDefault()
    if (inField) all[0]?.focus()
    else if (at + step < 0) field.current?.focus()
    else all[Math.min(at + step, all.length - 1)]?.focus()
  }
  return (
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-col">
      <div className="p-2">
        <input
          ref={field}
          type="search"
          aria-label="Search emoji"
          placeholder="Search emoji"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          className={FIELD_LOOK}
        />
      </div>
      <div ref={grid} className="scroll-calm min-h-0 flex-1 px-2">
        {sections.map(({ title, emoji }) => (
          <section key={title} aria-label={title} className="pb-2">
            <h3 className="px-1 py-1 text-small font-medium text-muted">{title}</h3>
            <div className="grid grid-cols-8">
              {emoji.map(({ name, glyph }) => (
                <button
                  key={name}
                  type="button"
                  data-emoji
                  aria-label={name.replaceAll('_', ' ')}
                  title={`:${name}:`}
                  onClick={() => onPick(name)}
                  className="flex aspect-square items-center justify-center rounded-small text-[1.375rem] leading-none hover:bg-hover"
                >
                  {glyph}
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
      <div role="group" aria-label="Kinds of emoji" className="flex border-t border-line p-1">
        {groups.map(({ title, emoji }, index) => (
          <button
            key={title}
            type="button"
            aria-label={title}
            data-tip={title}
            aria-pressed={index === chosenGroup && !question}
            onClick={() => {
              setGroup(index)
              setQuestion('')
              grid.current?.scrollTo({ top: 0 })
            }}
            className={classNames(
              'flex min-h-9 flex-1 items-center justify-center rounded-small text-lead leading-none hover:bg-hover',
              index === chosenGroup && !question && 'bg-selected',
            )}
          >
            {emoji[0]?.glyph}
          </button>
        ))}
      </div>
    </div>
  )
}
