/** The typed way to the server's use cases. Knows the router as a type only. */
import type { TRPCClient } from '@trpc/client'
import type { MemberId } from '#server/domain/ids.ts'
import { ACTING_MEMBER_HEADER } from '#server/protocol/acting-member.ts'
import type { AppRouter } from '#server/trpc/router.ts'
import { createAsk } from './ask-server.ts'

let acting: MemberId | null = null

/** From here on every question says whom this page shows; the server answers nobody else's session. */
export function actAs(memberId: MemberId | null): void {
  acting = memberId
}

const ask = createAsk({
  url: '/api/trpc',
  headers: () => (acting ? { [ACTING_MEMBER_HEADER]: acting } : {}),
  // Every command is safe to repeat.
  within_ms: 20_000,
  longestUrl: 4_000,
  // The server takes 50.
  mostAtOnce: 40,
})

export const trpc = procedureAt([]) as TRPCClient<AppRouter>

/** `trpc.messages.post.mutate(input)`: the path is what was read on the way to the call. */
function procedureAt(path: readonly string[]): unknown {
  return new Proxy(() => {}, {
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? procedureAt([...path, name]) : undefined),
    apply: (_target, _this, [input]: [unknown]) =>
      ask(path.at(-1) === 'mutate' ? 'mutation' : 'query', path.slice(0, -1).join('.'), input),
  })
}
