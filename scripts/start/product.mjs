/** Starts web, gateway and workers under supervision, and says when people can use them. */
import { watch } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT } from '../provision/paths.mjs'
import { accepts } from '../provision/ports.mjs'
import { processPlans } from './processes.mjs'
import { record, writeRunState } from './run-state.mjs'
import { supervise } from './supervise.mjs'

/** Above the 20 s a worker takes to drain before it gives up itself. */
const WORKER_STOP_MS = 25_000
const FRONT_STOP_MS = 10_000
const READY_MS = 120_000
/** Editors write a file in several steps; one reload answers them all. */
const SETTLE_MS = 200

/**
 * @param {import('./settings.mjs').Settings} settings
 * @param {Record<string, string>} env
 * @param {ReturnType<typeof import('./shutdown.mjs').createShutdown>} shutdown
 * @param {(name: string) => (line: string) => void} printer
 */
export function startProduct(settings, env, shutdown, printer) {
  /** @type {Array<ReturnType<typeof supervise>>} */
  const processes = []
  let ready = false
  const save = () => {
    const pids = processes.map((one) => one.pid).filter((pid) => pid !== undefined)
    writeRunState(settings.home, { supervisor: record(process.pid), children: pids.map(record), env, ready })
  }
  for (const group of /** @type {const} */ (['front', 'worker'])) {
    const members = processPlans(settings)
      .filter((plan) => plan.group === group)
      .map((plan) =>
        supervise(plan, {
          env: { ...process.env, ...env },
          print: printer(plan.name),
          started: () => queueMicrotask(save),
        }),
      )
    processes.push(...members)
    const deadline = group === 'worker' ? WORKER_STOP_MS : FRONT_STOP_MS
    shutdown.use(
      () => Promise.all(members.map((one) => one.stop(deadline))),
      () => members.forEach((one) => one.killNow()),
    )
  }
  if (settings.mode === 'dev') reloadOnChange(processes.filter((one) => one.name !== 'web'))
  return {
    ready: async () => {
      await untilAnswering(settings)
      ready = true
      save()
    },
  }
}

/**
 * Waits until web and gateway answer.
 * @param {import('./settings.mjs').Settings} settings
 */
async function untilAnswering({ host, port, gatewayPort }) {
  const at = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const deadline = Date.now() + READY_MS
  const webAnswers = async () => {
    try {
      await fetch(`http://${at}:${port}/healthz`, { signal: AbortSignal.timeout(10_000) })
      return true
    } catch {
      return false
    }
  }
  while (!((await accepts(gatewayPort, at)) && (await webAnswers()))) {
    if (Date.now() > deadline)
      throw new Error(
        `web (port ${port}) and gateway (port ${gatewayPort}) did not answer within ${READY_MS / 1000} s: see the log above`,
      )
    await sleep(100)
  }
}

/**
 * In development: a change in workers/NAME reloads that worker, a change in server/ all of them. Next reloads the web itself.
 * @param {Array<ReturnType<typeof supervise>>} workers
 */
function reloadOnChange(workers) {
  /** @type {Set<ReturnType<typeof supervise>>} */
  const touched = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const reload = () => {
    touched.forEach((one) => one.reload())
    touched.clear()
  }
  for (const folder of ['server', 'workers']) {
    watch(path.join(PROJECT, folder), { recursive: true }, (_event, file) => {
      if (!file || !/\.(ts|lua)$/.test(file) || file.endsWith('.test.ts')) return
      const name = file.split(path.sep)[0]
      workers.filter((one) => folder === 'server' || one.name === name).forEach((one) => touched.add(one))
      clearTimeout(timer)
      timer = setTimeout(reload, SETTLE_MS)
    })
  }
}
