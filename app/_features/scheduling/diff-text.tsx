import { Fragment } from 'react'
import type { DiffPart } from './text-diff.ts'

/** So much of what is alike stays around a change; the rest is left out. */
const AROUND = 60

/** A text with what went struck out and what came underlined; both are said, not only coloured. */
export const DiffText = ({ parts }: { parts: readonly DiffPart[] }) =>
  parts.map((part, index) => {
    const key = `${index} ${part.kind}`
    if (part.kind === 'gone') {
      return (
        <del key={key} className="rounded-small bg-danger-soft text-danger">
          <span className="sr-only">removed: </span>
          {part.text}
        </del>
      )
    }
    if (part.kind === 'new') {
      return (
        <ins
          key={key}
          className="rounded-small bg-brass-soft font-medium underline decoration-brass underline-offset-2"
        >
          <span className="sr-only">added: </span>
          {part.text}
        </ins>
      )
    }
    return <Fragment key={key}>{shortened(part.text, index === 0, index === parts.length - 1)}</Fragment>
  })

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= AROUND * 2 + 10) return text
  const [start, end] = [isFirst ? '' : text.slice(0, AROUND), isLast ? '' : text.slice(-AROUND)]
  return `${start}\u2026${end}`
}
