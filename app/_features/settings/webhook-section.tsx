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
import { NewWebhookDialog } from './new-webhook-dialog.tsx'
import { WebhookList, type ListedWebhook } from './webhook-list.tsx'

/** One's own, and where a new one is made. */
export function OwnWebhooks() {
  const { workspaceId } = useWorkspace()
  const [making, setMaking] = useState(false)
  const refresh = useRefresh()
  const webhooks = useQuery({
    queryKey: ['webhooks', workspaceId, 'mine'],
    queryFn: () => trpc.webhooks.mine.query({ workspaceId }),
  })
  return (
    <Loaded webhooks={webhooks}>
      {(listed) => (
        <>
          <WebhookList label="Your incoming webhooks in force" webhooks={listed} onChanged={refresh} />
          <div>
            <Button onClick={() => setMaking(true)}>
              <Plus size={16} aria-hidden /> New webhook
            </Button>
          </div>
          {making && <NewWebhookDialog onMade={refresh} onClose={() => setMaking(false)} />}
        </>
      )}
    </Loaded>
  )
}

/** For administrators: everybody's. */
export function AllWebhooks() {
  const { workspaceId } = useWorkspace()
  const refresh = useRefresh()
  const webhooks = useQuery({
    queryKey: ['webhooks', workspaceId, 'all'],
    queryFn: () => trpc.webhooks.list.query({ workspaceId }),
  })
  return (
    <Loaded webhooks={webhooks}>
      {(listed) => <WebhookList label="Incoming webhooks in force" webhooks={listed} onChanged={refresh} />}
    </Loaded>
  )
}

/** One of one's own stands in both lists. */
function useRefresh(): () => void {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['webhooks', workspaceId] })
}

type Asked = { data: readonly ListedWebhook[] | undefined; error: unknown; refetch: () => unknown }

function Loaded({
  webhooks,
  children,
}: {
  webhooks: Asked
  children: (listed: readonly ListedWebhook[]) => ReactNode
}): ReactNode {
  if (webhooks.data !== undefined) return children(webhooks.data)
  return webhooks.error ? (
    <ErrorPanel
      title="The webhooks could not be loaded"
      reason={failureWords(webhooks.error)}
      onRetry={() => void webhooks.refetch()}
    />
  ) : (
    <SkeletonRows rows={1} label="Loading webhooks" />
  )
}
