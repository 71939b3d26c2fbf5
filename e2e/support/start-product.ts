/** Once per run: the product in demo mode, with data in a folder of its own and its log in test-results/product.log. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT } from '#scripts/provision/paths.mjs'
import { freePort } from '#scripts/provision/ports.mjs'
import { readRunState } from '#scripts/start/run-state.mjs'

/** Where no member and no browser of any journey is, and not whole hours from any of them: a host's zone must not matter. */
const HOST_ZONE = 'Pacific/Chatham'
/** A first build is included. */
const READY_MS = 300_000
const LOG = join(PROJECT, 'test-results', 'product.log')

export default async function startProduct(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.CARILLON_E2E_URL) {
    process.env.CARILLON_URL = process.env.CARILLON_E2E_URL
    return undefined
  }
  const home = mkdtempSync(join(tmpdir(), 'carillon-e2e-'))
  const product = spawnProduct(home, await freePort(), await freePort())
  process.env.CARILLON_URL = await untilReady(product, home)
  process.env.CARILLON_DEMO_FILE = join(home, 'demo.json')
  return async () => {
    await end(product)
    rmSync(home, { recursive: true, force: true })
  }
}

function spawnProduct(home: string, port: number, gatewayPort: number): ChildProcess {
  mkdirSync(join(PROJECT, 'test-results'), { recursive: true })
  const log = openSync(LOG, 'w')
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: PROJECT,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      CARILLON_HOME: home,
      TZ: HOST_ZONE,
      PORT: String(port),
      GATEWAY_PORT: String(gatewayPort),
      // Empty, not absent: an .env file must not lead the tests to somebody's servers.
      ...{ NODE_ENV: 'development', DATABASE_URL: '', REDIS_URL: '', APP_URL: '', GATEWAY_URL: '', HOST: '' },
    },
  })
  closeSync(log)
  return product
}

async function untilReady(product: ChildProcess, home: string): Promise<string> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline && product.exitCode === null) {
    const state = readRunState(home)
    if (state?.ready && state.env?.APP_URL) return state.env.APP_URL
    await sleep(100)
  }
  await end(product)
  throw new Error(`the product did not start:\n${readFileSync(LOG, 'utf8').slice(-4000)}`)
}

async function end(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return
  const exited = new Promise((resolve) => product.once('exit', resolve))
  product.kill('SIGTERM')
  await exited
}
