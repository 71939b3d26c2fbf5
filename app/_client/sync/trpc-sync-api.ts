import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'
import { trpc } from '../trpc.ts'
import { domainErrorOf } from '../refusals.ts'
import type { SyncApi } from './sync-api.ts'

/** How many of what is over are kept here; more are a matter of scrolling. */
const NEWEST_FINISHED = 50
const PENDING_PAGE = 200
/** Two thousand pending messages of one author: beyond it the list is asked for page by page. */
const PENDING_PAGES = 10

/** The server as the sync layer needs it, over tRPC. */
export function createTrpcSyncApi(workspaceId: WorkspaceId): SyncApi {
  const scheduledOf = async (status: 'failed' | 'sent' | 'canceled') =>
    (await trpc.scheduled.list.query({ workspaceId, status, limit: NEWEST_FINISHED })).items

  const pending = async () => {
    const first = await trpc.scheduled.list.query({ workspaceId, status: 'pending', limit: PENDING_PAGE })
    const items = [...first.items]
    for (let page = first; page.more && items.length < PENDING_PAGE * PENDING_PAGES;) {
      const last = items.at(-1)
      if (!last) break
      page = await trpc.scheduled.list.query({
        workspaceId,
        status: 'pending',
        limit: PENDING_PAGE,
        after: { sendAt: last.sendAt, id: last.id },
      })
      items.push(...page.items)
    }
    return items
  }

  return withDomainErrors({
    connect: () => trpc.sync.connect.query({ workspaceId }),
    serverTime: async () => (await trpc.clock.now.query()).nowMs,
    heads: () => trpc.sync.heads.query({ workspaceId }),
    catchUp: (question) => trpc.sync.catchUp.query({ workspaceId, ...question }),
    history: (question) => trpc.messages.history.query({ workspaceId, ...question }),
    post: ({ payload, ...message }) =>
      trpc.messages.post.mutate({
        ...{ workspaceId, ...message },
        // Of what was written here a payload holds the files, and nothing else.
        ...(payload === null ? {} : { fileIds: idsIn(JSON.parse(payload) as { files: AttachedFile[] }) }),
      }),
    markRead: async (mark) => {
      await trpc.sync.markRead.mutate({ workspaceId, ...mark })
    },
    markUnread: async (mark) => {
      await trpc.sync.markUnread.mutate({ workspaceId, ...mark })
    },
    conversations: () => trpc.conversations.list.query({ workspaceId }),
    roster: (conversationId) => trpc.conversations.members.query({ workspaceId, conversationId }),
    members: () => trpc.members.list.query({ workspaceId }),
    scheduled: async () =>
      (await Promise.all([pending(), scheduledOf('failed'), scheduledOf('sent'), scheduledOf('canceled')])).flat(),
    plannedDrafts: () => trpc.drafts.list.query({ workspaceId }),
    notices: () => trpc.notices.list.query({ workspaceId }),
    noticesSeen: async (ids) => {
      await trpc.notices.markSeen.mutate({ workspaceId, ids: [...ids] })
    },
  })
}

const idsIn = ({ files }: { files: AttachedFile[] }) => files.map(({ id }) => id)

/** What the server refused comes as the DomainError it was there; everything else is a lost question or answer. */
function withDomainErrors(api: SyncApi): SyncApi {
  const wrap =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await call(...args)
      } catch (error) {
        const refused = domainErrorOf(error)
        throw refused ? new DomainError(refused.code, refused.facts) : error
      }
    }
  const calls = Object.entries(api) as [keyof SyncApi, (...args: unknown[]) => Promise<unknown>][]
  return Object.fromEntries(calls.map(([name, call]) => [name, wrap(call)])) as SyncApi
}
