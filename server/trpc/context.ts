import type { Actor } from '#server/domain/member/authorize.ts'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Logger } from '#server/process/logger.ts'
import type { SignedIn } from '#server/usecases/workspaces/create-workspace.ts'
import type { Resources } from '#server/usecases/resources.ts'

export type WebSession = SignedIn & { sessionId: string }
export type TicketFor = { workspaceId: WorkspaceId; memberId: MemberId; sessionId: string }
export type RateVerdict = { allowed: boolean; retryAfter: number }

/** What the web process lends to this door. */
export type TrpcHost = {
  resources: Resources
  log: Logger
  appUrl: string
  gatewayUrl: string
  issueTicket: (holder: TicketFor) => string
  /** Counts one change by this member. */
  countChange: (memberId: MemberId) => Promise<RateVerdict>
  /** Counts one search by this member. */
  countSearch: (memberId: MemberId) => Promise<RateVerdict>
}

/** One HTTP request, which may carry several calls: the session and each membership are looked up once. */
export type Context = TrpcHost & {
  requestId: string
  loadSession: () => Promise<WebSession | null>
  /** The member whom the asking page shows; null where it does not say. */
  asMember: string | null
  actors: Map<WorkspaceId, Promise<Actor>>
}

export function createContext(
  host: TrpcHost,
  request: { requestId: string; loadSession: () => Promise<WebSession | null>; asMember?: string | null },
): Context {
  let session: Promise<WebSession | null> | undefined
  return {
    ...host,
    requestId: request.requestId,
    loadSession: () => (session ??= request.loadSession()),
    asMember: request.asMember ?? null,
    actors: new Map(),
  }
}
