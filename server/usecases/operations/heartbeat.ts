import { hostname } from 'node:os'
import { beat, removeHeartbeat, type WorkerName } from '#server/mysql/heartbeats.ts'
import type { Mysql } from '#server/mysql/connect.ts'

/** Seen as silent after three of these (S8, domain/operations/judge-workers.ts). */
const BEAT_EVERY_MS = 5_000

export type HeartbeatTask = {
  /** Names this process in rows, leases and logs. */
  instance: string
  /** A pass went well. */
  succeeded(): void
  end(): Promise<void>
}

export const instanceName = (): string => `${hostname().slice(0, 40)}:${process.pid}`

/**
 * Beats every five seconds until ended; a database that is away is tried again at the next beat.
 * @param figures what the process wants to show; read at the start of each beat, the first a turn after this returns,
 *   so it may call `succeeded`
 */
export function startHeartbeat(
  mysql: Mysql,
  worker: WorkerName,
  figures: () => Record<string, unknown>,
): HeartbeatTask {
  const instance = instanceName()
  let success = false
  let running = Promise.resolve()
  const run = async () => {
    const detail = figures()
    const reported = success
    success = false
    try {
      await beat(mysql.read, worker, instance, reported, detail)
    } catch {
      success ||= reported
    }
  }
  const next = () => {
    running = running.then(run)
  }
  const timer = setInterval(next, BEAT_EVERY_MS)
  next()
  return {
    instance,
    succeeded: () => {
      success = true
    },
    end: async () => {
      clearInterval(timer)
      await running
      await removeHeartbeat(mysql.read, worker, instance).catch(() => undefined)
    },
  }
}
