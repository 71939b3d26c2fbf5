'use client'
import { Fragment, type ReactNode } from 'react'
import { DomainError } from '#server/domain/errors.ts'
import { parsePublicId, type ConversationId, type MemberId } from '#server/domain/ids.ts'
import { parseMessage } from '#server/domain/message/format/parse-message.ts'
import type { Block, Inline } from '#server/domain/message/format/syntax.ts'
import { patternPieces } from '#server/domain/message/time-token.ts'
import { useWorkspaceClient } from '#app/_client/react/client-context.ts'
import { useConversations, useMembers } from '#app/_client/react/hooks.ts'
import { useOpenProfile } from '#app/_client/react/profile.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { conversationPath } from '#app/_client/paths.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { TimeMark } from '#app/_ui/time-mark.tsx'

const MARK = 'rounded-small bg-brass-soft px-1 font-medium'
const LINK = 'text-brass underline underline-offset-2 wrap-anywhere'

/** A message with its markup, as elements: nothing of a text ever becomes HTML of its own. */
export function RichText({ text }: { text: string }) {
  const blocks = parseMessage(text)
  const [only] = blocks
  if (blocks.length === 1 && only?.type === 'paragraph') return <Inlines nodes={only.children} />
  return blocks.map((block, index) => <BlockView key={index} block={block} />)
}

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Inlines nodes={block.children} />
        </p>
      )
    case 'quote':
      return (
        <blockquote className="my-1 border-l-4 border-edge pl-3 text-muted">
          <Inlines nodes={block.children} />
        </blockquote>
      )
    case 'code':
      return (
        <pre
          // Wide code is scrolled, also by keys.
          tabIndex={0}
          role="region"
          aria-label={block.language ? `Code, ${block.language}` : 'Code'}
          className="scroll-calm my-1 max-h-96 overflow-auto rounded-base border border-line bg-sunken px-3 py-2 font-mono text-small whitespace-pre"
        >
          <code>{block.text}</code>
        </pre>
      )
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Inlines nodes={item} />
        </li>
      ))
      return block.start === null ? (
        <ul className="my-1 list-disc pl-6">{items}</ul>
      ) : (
        <ol start={block.start} className="my-1 list-decimal pl-6">
          {items}
        </ol>
      )
    }
  }
}

const Inlines = ({ nodes }: { nodes: readonly Inline[] }) =>
  nodes.map((node, index) => <Fragment key={index}>{drawn(node)}</Fragment>)

function drawn(node: Inline): ReactNode {
  switch (node.type) {
    case 'text':
      return node.text
    case 'bold':
      return (
        <strong>
          <Inlines nodes={node.children} />
        </strong>
      )
    case 'italic':
      return (
        <em>
          <Inlines nodes={node.children} />
        </em>
      )
    case 'strike':
      return (
        <del>
          <Inlines nodes={node.children} />
        </del>
      )
    case 'code':
      return <code className="rounded-small border border-line bg-sunken px-1 font-mono text-[0.9em]">{node.text}</code>
    case 'link':
      return <Link href={node.href} text={node.text} />
    case 'person':
      return <Person publicId={node.id} text={node.text} />
    case 'channel':
      return <Channel publicId={node.id} text={node.text} />
    case 'everyone':
      return <span className={MARK}>@{node.who}</span>
    case 'emoji':
      return (
        <span role="img" aria-label={node.name.replaceAll('_', ' ')}>
          {node.glyph}
        </span>
      )
    case 'time':
      return (
        <TimeMark
          at_ms={node.time.at_s * 1000}
          pieces={patternPieces(node.time.pattern)}
          original={node.time.fallback}
          now={serverNow}
        />
      )
  }
}

/** What leads elsewhere opens in a tab of its own and learns nothing of where it stood. */
function Link({ href, text }: { href: string; text: string }) {
  const url = new URL(href)
  return url.origin === location.origin && url.pathname.startsWith('/client/') ? (
    <AppLink href={url.pathname + url.search} className={LINK}>
      {text}
    </AppLink>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer" className={LINK}>
      {text}
    </a>
  )
}

function Person({ publicId, text }: { publicId: string; text: string | null }) {
  const members = useMembers()
  const { memberId } = useWorkspaceClient()
  const openProfile = useOpenProfile()
  const id = idOf<MemberId>('member', publicId)
  const member = id && members?.get(id)
  if (!member) return <span className={MARK}>@{text ?? 'somebody'}</span>
  return (
    <button
      type="button"
      onClick={() => openProfile(member.id)}
      className={classNames(MARK, 'hover:underline', member.id === memberId && 'ring-1 ring-brass')}
    >
      @{member.displayName}
    </button>
  )
}

function Channel({ publicId, text }: { publicId: string; text: string | null }) {
  const { workspaceId } = useWorkspace()
  const conversations = useConversations()
  const id = idOf<ConversationId>('conversation', publicId)
  const found = conversations?.find(({ conversation }) => conversation.id === id)?.conversation
  if (!found) return <span className={MARK}>#{text ?? 'a channel'}</span>
  return (
    <AppLink href={conversationPath(workspaceId, found)} className={classNames(MARK, 'hover:underline')}>
      #{found.name}
    </AppLink>
  )
}

function idOf<T extends MemberId | ConversationId>(kind: 'member' | 'conversation', text: string): T | null {
  try {
    return parsePublicId<T>(kind, text)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
