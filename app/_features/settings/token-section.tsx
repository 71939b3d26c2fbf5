'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { NewTokenDialog, type Bots } from './new-token-dialog.tsx'
import { TokenList } from './token-list.tsx'

/** One's own: programs that speak as oneself. */
export function OwnTokens() {
  const { workspaceId } = useWorkspace()
  const tokens = useQuery({
    queryKey: ['tokens', workspaceId, 'mine'],
    queryFn: () => trpc.tokens.mine.query({ workspaceId }),
  })
  return <Tokens label="Your tokens in force" tokens={tokens} bots={null} />
}

/** For administrators: those of apps and of everybody. */
export function AllTokens() {
  const { workspaceId } = useWorkspace()
  const tokens = useQuery({
    queryKey: ['tokens', workspaceId, 'all'],
    queryFn: () => trpc.tokens.list.query({ workspaceId }),
  })
  return <Tokens label="Tokens in force" tokens={tokens} bots={botsOf(tokens.data ?? [])} />
}

type Listed = {
  data: readonly Parameters<typeof TokenList>[0]['tokens'][number][] | undefined
  error: unknown
  refetch: () => unknown
}

function Tokens({ label, tokens, bots }: { label: string; tokens: Listed; bots: Bots | null }): ReactNode {
  const { workspaceId } = useWorkspace()
  const [making, setMaking] = useState(false)
  const queries = useQueryClient()
  // A token of one's own stands in both lists.
  const refresh = () => void queries.invalidateQueries({ queryKey: ['tokens', workspaceId] })
  if (tokens.data === undefined) {
    return tokens.error ? (
      <ErrorPanel
        title="The tokens could not be loaded"
        reason={failureWords(tokens.error)}
        onRetry={() => void tokens.refetch()}
      />
    ) : (
      <SkeletonRows rows={1} label="Loading tokens" />
    )
  }
  return (
    <>
      <TokenList label={label} tokens={tokens.data} onChanged={refresh} />
      <div>
        <Button onClick={() => setMaking(true)}>
          <Plus size={16} aria-hidden /> {bots === null ? 'New token' : 'New token for an app'}
        </Button>
      </div>
      {making && <NewTokenDialog bots={bots} onMade={refresh} onClose={() => setMaking(false)} />}
    </>
  )
}

type AnyToken = Awaited<ReturnType<typeof trpc.tokens.list.query>>[number]

/** Bots that have a token already: a second one, for the day the first has to go. */
function botsOf(tokens: readonly AnyToken[]): Bots {
  return new Map(tokens.flatMap(({ kind, memberId, memberName }) => (kind === 'bot' ? [[memberId, memberName]] : [])))
}
