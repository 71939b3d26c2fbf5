/** The real side of the model-based tests: senders on cuttable wires, a hydrator, and time that moves by shifting rows. */
import { armFaultPoints, type FaultPoint } from '#server/domain/operations/fault-point.ts'
import { LANES } from '#server/domain/partition/lane-of.ts'
import { claimKey, dueKey } from '#server/domain/partition/redis-keys.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId, WorkspaceId } from '#server/domain/ids.ts'
import { millis } from '#server/domain/time/units.ts'
import { connectMysql, type Row } from '#server/mysql/connect.ts'
import { connectRedis } from '#server/redis/connect.ts'
import { listOverdue } from '#server/mysql/due-rows.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { emptyRedis } from '#server/testing/empty-redis.ts'
import { patiently } from '#server/testing/patiently.ts'
import { endAllClaims, openDispatcher, openHydrator } from '#server/testing/pipeline.ts'
import { COMMIT, openTcpProxy, type CutAt } from '#server/testing/tcp-proxy.ts'
import type { TestWorld } from '#server/testing/test-world.ts'
import { framesOfAppended } from '#server/usecases/messages/frames.ts'
import { relayOutbox } from '#server/usecases/relay-outbox.ts'
import { publishCommitted } from '#server/usecases/publish-committed.ts'
import { sendInTransaction } from '#server/usecases/scheduled/send-transaction.ts'
import { takeLeases } from '#server/usecases/scheduled/take-leases.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { hydrateOnce } from '#workers/hydrator/hydrate-once.ts'
import { sweepOnce } from '#workers/sweeper/sweep-once.ts'

/** Of the commit: it never arrives, or its answer does not. */
export type Lost = CutAt['when']

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Servers and wires of one test file; each run has a workspace of its own. */
export async function openStage({ resources, databaseUrl }: TestWorld) {
  const proxy = await openTcpProxy(databaseUrl)
  const wired: Resources = { ...resources, mysql: connectMysql(proxy.url(databaseUrl)) }
  const nowhere = connectRedis('redis://127.0.0.1:1')
  const withoutRedis: Resources = { ...resources, redis: nowhere }
  const hydrator = openHydrator(resources)
  const lease = { owner: 'sweeper:model', lease_ms: millis(30_000) }

  /** Nothing gets through any more from this point on, if the work gets there. */
  async function cutOff(where: CutAt, work: () => Promise<unknown>): Promise<void> {
    const cut = proxy.cutAt({ ...where, forGood: true })
    await work().catch(() => undefined)
    await Promise.race([cut, proxy.refuse()])
    await proxy.pass()
  }

  return {
    resources,
    dispatch: async () => void (await dispatchOnce(await openDispatcher(resources))),
    dispatchWithoutRedis: async () => void (await dispatchOnce(await openDispatcher(withoutRedis))),
    /** A dispatcher whose wire is cut for good at this point of its pass, if it gets there: it is as good as dead. */
    dispatchAndDie: (where: CutAt) => cutOff(where, async () => dispatchOnce(await openDispatcher(wired))),
    /** Somebody asks, and the wire is cut around the commit: whether it was carried out, nobody was told. */
    loseAnswer: (lost: Lost, ask: (wired: Resources) => Promise<unknown>) =>
      cutOff({ statement: COMMIT, when: lost }, () => ask(wired)),
    /** Leases what is due and stops there. @returns wakes the sender, which goes on to send what it holds */
    async leaseAndSleep(workspaceId: WorkspaceId): Promise<() => Promise<void>> {
      const due = (await Promise.all(LANES.map((lane) => listOverdue(resources.mysql.read, lane, 0, 500)))).flat()
      const refs = due.filter((row) => row.workspaceId === workspaceId)
      const leases = await takeLeases(resources, refs, { owner: 'sleeper:model', lease_ms: millis(30_000) })
      return async () => {
        for (const ref of [...leases.firstTry, ...leases.triedBefore]) {
          const result = await withTransaction(resources.mysql, (tx) =>
            sendInTransaction(resources, tx, [ref], { path: 'queue', fences: leases.fences }),
          )
          await publishCommitted(resources, {
            outbox: result.told.outbox,
            frames: framesOfAppended(result.sent),
            signals: [],
          })
        }
      }
    },
    /** It never gets beyond this point again. Its claims stay in Redis, as those of a dead process do. */
    async dispatchAndDieAt(at: FaultPoint) {
      let isDead = false
      armFaultPoints((point) => {
        isDead ||= point === at
        if (isDead) throw new Error(`died ${at}`)
      })
      await dispatchOnce(await openDispatcher(resources)).catch(() => undefined)
      armFaultPoints(null)
    },
    hydrate: () => patiently(() => hydrateOnce(hydrator)),
    sweep: () => sweepOnce(resources, lease, hydrator.signal),
    flush: () => emptyRedis(resources),
    endClaims: () => patiently(() => endAllClaims(resources)),
    relay: () => patiently(() => relayOutbox(resources)),
    /** Everything of this workspace becomes `seconds` older, in MySQL and in the queue. */
    async tick(workspaceId: WorkspaceId, seconds: number) {
      await resources.mysql.read.query(
        `UPDATE scheduled_message SET send_at = send_at - ?, wake_at_ms = wake_at_ms - ? WHERE workspace_id = ? AND wake_at_ms IS NOT NULL`,
        [seconds, seconds * 1000, workspaceId],
      )
      for (const key of LANES.flatMap((lane) => [dueKey(lane), claimKey(lane)])) {
        for (const member of await patiently(() => resources.redis.client.zrange(key, '0', '-1'))) {
          await patiently(() => resources.redis.client.zincrby(key, -seconds * 1000, member))
        }
      }
    },
    close: async () => {
      await wired.mysql.end()
      await proxy.close()
      await nowhere.end()
    },
  }
}

export type Scene = {
  workspaceId: WorkspaceId
  owner: Actor
  author: Actor
  first: ConversationId
  second: ConversationId
}

export async function openScene({ resources }: Stage): Promise<Scene> {
  const workspaceId = await addWorkspace(resources)
  const owner = await addMember(resources, workspaceId, { role: 'owner' })
  const author = await addMember(resources, workspaceId)
  const [first, second] = await Promise.all([
    addConversation(resources, [owner, author]),
    addConversation(resources, [owner, author]),
  ])
  return { workspaceId, owner, author, first, second }
}

export type RowOf = { id: string; status: string; text: string; failReason: string | null; sendAt: number }

export async function readRows({ resources }: Stage, workspaceId: WorkspaceId): Promise<Map<string, RowOf>> {
  const [rows] = await resources.mysql.read.query<Row[]>(
    'SELECT id, status, text, fail_reason, send_at FROM scheduled_message WHERE workspace_id = ?',
    [workspaceId],
  )
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, status: row.status, text: row.text, failReason: row.fail_reason, sendAt: Number(row.send_at) },
    ]),
  )
}

export type PostOf = { id: string; conversationId: string; seq: number; text: string }

export async function readPosts({ resources }: Stage, workspaceId: WorkspaceId): Promise<PostOf[]> {
  const [rows] = await resources.mysql.read.query<Row[]>(
    `SELECT id, channel_id, seq, text FROM message WHERE workspace_id = ? ORDER BY channel_id, seq`,
    [workspaceId],
  )
  return rows.map((row) => ({ id: row.id, conversationId: row.channel_id, seq: Number(row.seq), text: row.text }))
}
