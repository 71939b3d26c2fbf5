/**
 * Gateway: holds people's sockets and gives them what happens in their conversations. Run any number, anywhere near
 * people. Safe to kill: clients come back to another one and catch up by sequence number (I6).
 * Env: GATEWAY_PORT, HOST, APP_URL (the one allowed origin), TICKET_SECRET, DATABASE_URL, REDIS_URL.
 */
import { once } from 'node:events'
import { connectMysql } from '#server/mysql/connect.ts'
import { runProcess } from '#server/process/run-process.ts'
import { trustedOrigins } from '#server/process/trusted-origins.ts'
import { startGateway } from '#server/realtime/gateway.ts'
import { createTopicListener } from '#server/redis/topics.ts'
import { startHeartbeat, type HeartbeatTask } from '#server/usecases/operations/heartbeat.ts'

await runProcess('gateway', async ({ env, log, signal, use }) => {
  const mysql = use(connectMysql(env.DATABASE_URL, { send: 1, read: 8 }), (pools) => pools.end())
  const listener = use(createTopicListener(env.REDIS_URL), (topics) => topics.end())
  const gateway = await startGateway({
    mysql,
    listener,
    log,
    ticketSecret: env.TICKET_SECRET,
    allowedOrigins: trustedOrigins(env.APP_URL),
    host: env.HOST,
    port: env.GATEWAY_PORT,
  })
  use(gateway, (running) => running.drain())

  let round_ms: number | null = null
  const heartbeat: HeartbeatTask = startHeartbeat(mysql, 'gateway', () => {
    const { counters, ...sizes } = gateway.status()
    if (counters.headsRead_ms !== round_ms) heartbeat.succeeded()
    round_ms = counters.headsRead_ms
    return { ...sizes, ...counters }
  })
  use(heartbeat, (task) => task.end())
  log.info({ port: gateway.port }, 'serving sockets')
  if (!signal.aborted) await once(signal, 'abort')
})
