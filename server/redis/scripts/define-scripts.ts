/** The Lua files beside this one, as typed commands. Each file's header is its contract. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainableCommander, Redis } from 'ioredis'

type Scripts = {
  enqueueDue(due: string, claim: string, pairs: string): Promise<number>
  claimDue(
    due: string,
    claim: string,
    epoch: string,
    limit: number,
    claim_ms: number,
    ahead_ms: number,
  ): Promise<ClaimReply>
  /** @param keysAndAhead due, claim and epoch of each partition, then the difference of the clocks in ms */
  lookAtLanes(numberOfKeys: number, ...keysAndAhead: (string | number)[]): Promise<string[]>
  settleClaims(due: string, claim: string, done: string, back: string): Promise<number>
  finishLoad(loading: string, epoch: string, loadId: string, newEpoch: string): Promise<number>
}
type ScriptedPipeline = ChainableCommander & {
  enqueueDue(due: string, claim: string, pairs: string): ScriptedPipeline
}
export type ScriptedRedis = { pipeline(): ScriptedPipeline } & Redis & Scripts
/** epoch, now in ms, next in ms or '', run out, newly due */
export type ClaimReply = [string, string, string, string[], string[]]

const SCRIPTS = [
  ['enqueueDue', 'enqueue-due', 2],
  ['claimDue', 'claim-due', 3],
  ['lookAtLanes', 'look-at-lanes', null],
  ['settleClaims', 'settle-claims', 2],
  ['finishLoad', 'finish-load', 2],
] as const

/** From the project's folder, where every process runs: the same path from source and from a bundle. */
const SCRIPT_FOLDER = join(process.cwd(), 'server', 'redis', 'scripts')

export function defineScripts(client: Redis): ScriptedRedis {
  for (const [command, file, numberOfKeys] of SCRIPTS) {
    const lua = readFileSync(join(SCRIPT_FOLDER, `${file}.lua`), 'utf8')
    client.defineCommand(command, numberOfKeys === null ? { lua } : { numberOfKeys, lua })
  }
  return client as ScriptedRedis
}
