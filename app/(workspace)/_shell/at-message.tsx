'use client'
import type { ComponentProps } from 'react'
import { DomainError } from '#server/domain/errors.ts'
import { parsePublicId, type MessageId } from '#server/domain/ids.ts'
import { AroundMessage } from '#app/_features/timeline/around-message.tsx'
import { Button } from '#app/_ui/button.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'

type Props = Omit<ComponentProps<typeof AroundMessage>, 'messageId'> & { at: string }

/** @param at as the address has it: `M…` */
export function AtMessage({ at, ...rest }: Props) {
  const messageId = readId(at)
  if (messageId) return <AroundMessage messageId={messageId} {...rest} />
  return (
    <div className="min-h-0 flex-1">
      <EmptyState
        title="This link names no message"
        action={<Button onClick={rest.onNewest}>Show the newest messages</Button>}
      >
        It may be incomplete or mistyped.
      </EmptyState>
    </div>
  )
}

function readId(at: string): MessageId | null {
  try {
    return parsePublicId('message', at)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
