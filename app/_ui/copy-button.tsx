'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { copyText, NOT_COPIED } from './copy-text.ts'

type Props = Omit<ButtonProps, 'onClick' | 'children'> & { text: string; label: string }
type Outcome = 'copied' | 'refused'

/** How long it tells what came of it, in milliseconds. */
const TOLD_MS = 3_000

/** Puts a text on the clipboard and says so where it was pressed: within a dialog a toast would not be heard. */
export function CopyButton({ text, label, ...rest }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), TOLD_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'refused')
  return (
    <>
      <Button {...rest} onClick={() => void copy()}>
        {outcome === 'copied' ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />} {label}
      </Button>
      <span role="status" className={outcome === null ? 'sr-only' : 'self-center text-small text-muted'}>
        {outcome === 'copied' && 'Copied'}
        {outcome === 'refused' && NOT_COPIED}
      </span>
    </>
  )
}
