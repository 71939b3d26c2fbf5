/**
 * The web tier of the topology: the use cases the tRPC door calls, behind a plain HTTP door, so that it can be killed at
 * every point of accepting a message without a browser build. `POST /` takes { method, actor, args }.
 * Env: what every process has; the port it listens on is that of APP_URL.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { runProcess } from '#server/process/run-process.ts'
import { apiOverUseCases } from '#server/testing/sync-client.ts'
import { inviteToConversation, removeFromConversation } from '#server/usecases/conversations/change-members.ts'
import { setArchived } from '#server/usecases/conversations/change-properties.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { cancelScheduled } from '#server/usecases/scheduled/cancel-scheduled.ts'
import { editScheduled } from '#server/usecases/scheduled/edit-scheduled.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { updateProfile } from '#server/usecases/members/update-profile.ts'
import { createSeries } from '#server/usecases/series/create-series.ts'
import { sendScheduledNow } from '#server/usecases/scheduled/send-scheduled-now.ts'

type Method = (r: Resources, actor: Actor, input: never) => Promise<unknown>
type InConversation = { id: ConversationId; memberId: MemberId; archived: boolean }

/** What the load calls, by name. The harness is the only caller, so arguments are trusted. */
const METHODS: Record<string, Method> = {
  schedule: scheduleMessage,
  edit: editScheduled,
  cancel: cancelScheduled,
  sendNow: sendScheduledNow,
  remove: (r, actor, { id, memberId }: InConversation) => removeFromConversation(r, actor, id, memberId),
  invite: (r, actor, { id, memberId }: InConversation) => inviteToConversation(r, actor, id, memberId),
  archive: (r, actor, { id, archived }: InConversation) => setArchived(r, actor, id, archived),
  repeat: createSeries,
  away: updateProfile,
}

export type WebMethod =
  | ('schedule' | 'edit' | 'cancel' | 'sendNow' | 'remove' | 'invite' | 'archive' | 'repeat' | 'away')
  | `sync.${string}`
export type WebCall = { method: WebMethod; actor: Actor; args: unknown[] }
export type WebAnswer = { ok: unknown } | { refused: { code: DomainError['code']; facts: DomainError['facts'] } }

await runProcess('web', async ({ env, log, signal, use }) => {
  const resources = use(await openResources(env), closeResources)
  const server = createServer((request, response) => {
    void answer(resources, request)
      .then(
        (body) => ({ status: 200, body: JSON.stringify(body) }),
        (error: unknown) => {
          log.error({ err: error }, 'call failed')
          return { status: 500, body: '{}' }
        },
      )
      .then(({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  })
  await new Promise<void>((resolve) => server.listen(Number(new URL(env.APP_URL).port), env.HOST, resolve))
  use(server, (listening) => {
    listening.closeAllConnections()
    listening.close()
  })
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
})

async function answer(resources: Resources, request: IncomingMessage): Promise<WebAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method, actor, args } = JSON.parse(Buffer.concat(chunks).toString()) as WebCall
  try {
    return { ok: (await call(resources, method, actor, args)) ?? null }
  } catch (error) {
    if (error instanceof DomainError) return { refused: { code: error.code, facts: error.facts } }
    throw error
  }
}

function call(resources: Resources, method: WebMethod, actor: Actor, args: unknown[]): Promise<unknown> {
  if (method.startsWith('sync.')) {
    const api = apiOverUseCases(resources, actor, () => '') as unknown as Record<
      string,
      (...given: unknown[]) => Promise<unknown>
    >
    const asked = api[method.slice('sync.'.length)]
    if (asked) return asked(...args)
  }
  const run = METHODS[method]
  if (!run) throw new Error(`no method ${method}`)
  return run(resources, actor, args[0] as never)
}
