'use client'
import { AlertCircle } from 'lucide-react'
import type { ErrorCode } from '#server/domain/errors.ts'
import { errorWords } from '#app/_client/words.ts'

type Props = { refusal: ErrorCode | null; onRetry: () => void; onDelete: () => void }

/** Under a message that the server will never take as it is: why, and what can be done. */
export function Unsent({ refusal, onRetry, onDelete }: Props) {
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center gap-x-2 text-small text-danger">
      <AlertCircle size={14} aria-hidden />
      <span>Not sent. {refusal && errorWords(refusal)}</span>
      <button
        type="button"
        onClick={onRetry}
        className="min-h-(--touch) px-1.5 font-semibold underline underline-offset-2 sm:min-h-6"
      >
        Try again
      </button>
      <button
        type="button"
        onClick={onDelete}
        className="min-h-(--touch) px-1.5 font-semibold underline underline-offset-2 sm:min-h-6"
      >
        Delete
      </button>
    </div>
  )
}
