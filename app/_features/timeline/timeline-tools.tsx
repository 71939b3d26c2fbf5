'use client'
import { useState, type ComponentProps } from 'react'
import type { MessageId } from '#server/domain/ids.ts'
import { MessageTools } from './message-tools.tsx'
import type { ReplyParts } from './reply-composer.tsx'
import { ThreadPane } from './thread-pane.tsx'

type Props = Omit<ComponentProps<typeof MessageTools>, 'onThread'> & {
  /** as people call the conversation */ name: string
  replyParts: ReplyParts
}

/** What can be done with the messages of a conversation, and the thread that one opens. */
export function TimelineTools({ name, replyParts, ...tools }: Props) {
  const [thread, setThread] = useState<MessageId | null>(null)
  const { conversationId, canWrite } = tools
  return (
    <>
      <MessageTools {...tools} onThread={setThread} />
      {thread && (
        <ThreadPane
          key={thread}
          {...{ conversationId, canWrite, name, replyParts }}
          rootId={thread}
          onClose={() => setThread(null)}
        />
      )}
    </>
  )
}
