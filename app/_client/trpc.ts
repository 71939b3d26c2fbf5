/** The typed way to the server's use cases. Knows the router as a type only. */
import { createTRPCClient, httpBatchLink, type HTTPBatchLinkOptions } from '@trpc/client'
import superjson from 'superjson'
import type { MemberId } from '#server/domain/ids.ts'
import { ACTING_MEMBER_HEADER } from '#server/protocol/acting-member.ts'
import type { AppRouter } from '#server/trpc/router.ts'

/** An answer that takes longer is lost: the caller may ask again, every command is safe to repeat. */
const ANSWER_WITHIN_MS = 20_000
/** A longer address would be cut somewhere on the way; the batch is then split. */
const LONGEST_URL = 4_000
/** The server takes 50. */
const LARGEST_BATCH = 40

type FetchEsque = NonNullable<HTTPBatchLinkOptions<AppRouter['_def']['_config']['$types']>['fetch']>

const fetchInTime: FetchEsque = async (input, init) => {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), ANSWER_WITHIN_MS)
  init?.signal?.addEventListener('abort', () => abort.abort(), { once: true })
  try {
    return await fetch(input as string, { ...(init as RequestInit), signal: abort.signal })
  } finally {
    clearTimeout(timer)
  }
}

let acting: MemberId | null = null

/** From here on every question says whom this page shows; the server answers nobody else's session. */
export function actAs(memberId: MemberId | null): void {
  acting = memberId
}

export const trpc = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/api/trpc',
      transformer: superjson,
      maxURLLength: LONGEST_URL,
      maxItems: LARGEST_BATCH,
      headers: () => (acting ? { [ACTING_MEMBER_HEADER]: acting } : {}),
      fetch: fetchInTime,
    }),
  ],
})
