/**
 * Several actors on real servers, one step at a time: each waits in front of its next statement or claim until the
 * scheduler lets it go. Who waits for another's lock is left waiting and the scheduler goes on with those who can move,
 * so no order gets stuck; and as it chooses only when everybody rests, the same seed takes the same way again.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type fc from 'fast-check'
import type { Row } from '#server/mysql/connect.ts'
import { watchStatements } from '#server/testing/statements.ts'
import type { Resources } from '#server/usecases/resources.ts'

type Actor = {
  name: string
  is: 'moving' | 'waiting' | 'done'
  isDead: boolean
  /** Of its transaction under way. */
  threadId: number | null
  /** In front of what it waits, while the scheduler does not know of it. */
  next: { step: string; go: () => void } | null
}

/** Looks before an actor that has not come to its next step is suspected to wait for a lock. */
const LOOKS_BEFORE_DOUBT = 3
const MOST_LOOKS = 20_000
/** Takes no lock, so its place does not matter. */
const IDLE = 'BEGIN'

export function createInterleaving(scheduler: fc.Scheduler, { mysql }: Pick<Resources, 'mysql'>) {
  const actors: Actor[] = []

  async function pause(actor: Actor, step: string, threadId: number | null): Promise<void> {
    const checkAlive = () => {
      if (actor.isDead) throw new Error(`${actor.name} is dead`)
    }
    checkAlive()
    Object.assign(actor, { is: 'waiting', threadId })
    await new Promise<void>((resolve) => {
      const go = () => {
        actor.is = 'moving'
        resolve()
      }
      actor.next = { step, go }
    })
    checkAlive()
  }

  /** Everybody stands in front of a step, waits for a lock, or is done. */
  async function atRest(): Promise<void> {
    for (let looks = 0; ; looks++) {
      await nextTurn()
      const moving = actors.filter((actor) => actor.is === 'moving')
      if (moving.length === 0) break
      if (looks > LOOKS_BEFORE_DOUBT && actors.some((actor) => actor.is === 'waiting')) {
        const locked = await readLockWaits(mysql)
        if (moving.every(({ is, threadId }) => is === 'moving' && threadId !== null && locked.has(threadId))) break
      }
      if (looks > MOST_LOOKS) throw new Error(`nobody moves: ${actors.map(({ name, is }) => `${name} is ${is}`)}`)
      await sleep(1)
    }
    for (const actor of actors) {
      if (!actor.next) continue
      const { step, go } = actor.next
      actor.next = null
      void scheduler.schedule(Promise.resolve(), `${actor.name}: ${step}`).then(go)
    }
  }

  return {
    /** It begins when the scheduler says so. @param work with these resources, whose every step waits for its turn */
    start<T>(name: string, resources: Resources, work: (stepwise: Resources) => Promise<T>): Promise<T> {
      const actor: Actor = { name, is: 'waiting', isDead: false, threadId: null, next: null }
      actors.push(actor)
      const stepwise = watchStatements(
        inStepsOfRedis(resources, (step) => pause(actor, step, null)),
        (sql, tx) => {
          if (sql === IDLE || (sql === 'ROLLBACK' && actor.isDead)) return
          return pause(actor, sql.trim().replace(/\s+/g, ' ').slice(0, 60), tx.threadId)
        },
      )
      const done = pause(actor, 'begins', null).then(() => work(stepwise))
      const end = () => void (actor.is = 'done')
      done.then(end, end)
      return done
    },
    /** Its transaction is rolled back, and nothing it still wants to do happens. */
    kill(name: string): void {
      for (const actor of actors) actor.isDead ||= actor.name === name
    },
    async run(): Promise<void> {
      await atRest()
      while (scheduler.count() > 0) {
        await scheduler.waitOne(async (go) => {
          await go()
          await atRest()
        })
      }
    },
  }
}

/** Claims are taken and ended in steps of their own. What is only told is not: nobody decides by it. */
function inStepsOfRedis(resources: Resources, pause: (step: string) => Promise<void>): Resources {
  const { client } = resources.redis
  const stepwise = new Proxy(client, {
    get: (target, key) => {
      const value = Reflect.get(target, key) as unknown
      if (typeof value !== 'function') return value
      const call = (...given: unknown[]) => Reflect.apply(value, target, given) as unknown
      return key === 'claimDue' || key === 'settleClaims'
        ? (...given: unknown[]) => pause(key).then(() => call(...given))
        : call
    },
  })
  return { ...resources, redis: { ...resources.redis, client: stepwise } }
}

/** @returns the connections whose statement waits for a lock now */
async function readLockWaits(mysql: Resources['mysql']): Promise<Set<number>> {
  // Unlike information_schema.innodb_trx this is no copy that may be a tenth of a second old.
  const [[status]] = (await mysql.read.query<Row[]>('SHOW ENGINE INNODB STATUS')) as [Row[], unknown]
  const transactions = String(status?.Status).split('---TRANSACTION').slice(1)
  return new Set(
    transactions.flatMap((text) => {
      const thread = /^LOCK WAIT /m.test(text) ? /thread id (\d+)/.exec(text)?.[1] : undefined
      return thread === undefined ? [] : [Number(thread)]
    }),
  )
}
