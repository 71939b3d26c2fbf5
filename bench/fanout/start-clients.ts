import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT } from '#scripts/provision/paths.mjs'
import type { Meter } from '../frame/meter.ts'
import { BENCH_SECRET } from '../frame/product-process.ts'
import type { FanPlan, FromClients } from './fan-clients.ts'

const CLIENT_PROCESSES = 2
const CONNECT_WITHIN_MS = 120_000
const PATIENCE_MS = 15_000

/** Child processes that hold the clients; `untilAll` answers when the last of them had message `round`, epoch ms. */
export function startClients(meter: Meter) {
  const children = Array.from({ length: CLIENT_PROCESSES }, () =>
    fork(path.join(PROJECT, 'bench/fanout/fan-clients.ts'), { cwd: PROJECT, execArgv: ['--import', 'tsx'] }),
  )
  const connectedOf = children.map(() => 0)
  const rounds = children.map(() => new Map<number, { got: number; last_ms: number }>())
  children.forEach((child, i) => {
    meter.watch('clients', child.pid ?? 0)
    child.on('message', (message: FromClients) => {
      if ('connected' in message) connectedOf[i] = message.connected
      else rounds[i]?.set(message.round, message)
    })
  })
  const until = async (isSo: () => boolean, patience_ms: number, what: () => string) => {
    const deadline = Date.now() + patience_ms
    while (!isSo()) {
      if (Date.now() > deadline) throw new Error(`${what()} within ${patience_ms} ms`)
      await sleep(10)
    }
  }
  return {
    async connect(ports: number[], holders: FanPlan['holders']) {
      children.forEach((child, i) => {
        const own = holders.filter((_, k) => k % CLIENT_PROCESSES === i)
        child.send(JSON.stringify({ ports, ticketSecret: BENCH_SECRET, holders: own } satisfies FanPlan))
      })
      const connected = () => connectedOf.reduce((sum, count) => sum + count, 0)
      await until(
        () => connected() === holders.length,
        CONNECT_WITHIN_MS,
        () => `${connected()} of ${holders.length} connected`,
      )
    },
    async untilAll(round: number, clients: number): Promise<number> {
      const told = () => rounds.flatMap((of) => of.get(round) ?? [])
      const got = () => told().reduce((sum, one) => sum + one.got, 0)
      await until(
        () => got() === clients,
        PATIENCE_MS,
        () => `${got()} of ${clients} had message ${round}`,
      )
      return Math.max(...told().map(({ last_ms }) => last_ms))
    },
    kill: () =>
      children.forEach((child) => {
        meter.forget(child.pid ?? 0)
        child.kill('SIGKILL')
      }),
  }
}
