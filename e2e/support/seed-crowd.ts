/**
 * `node --import tsx e2e/support/seed-crowd.ts TOKEN MEMBERS`: so many people join by the invitation, and the odd ones among
 * them say something in #general. CARILLON_DEMO_FILE names the demo of a product that runs; the workspace may be any there.
 */
import { dirname } from 'node:path'
import { generalOf } from '#server/domain/conversation/name.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { readRunState } from '#scripts/start/run-state.mjs'
import { joinCrowd, speakInTongues } from './crowd.ts'

const [token = '', members = '0'] = process.argv.slice(2)
const env = readRunState(dirname(process.env.CARILLON_DEMO_FILE ?? ''))?.env
const r = await openResources({ DATABASE_URL: env?.DATABASE_URL ?? '', REDIS_URL: env?.REDIS_URL ?? '' })
try {
  const guests = await joinCrowd(r, token, Number(members))
  const [first] = guests
  if (!first) throw new Error('nobody joined: the second argument says how many do')
  await speakInTongues(r, generalOf(first.workspaceId), guests)
} finally {
  await closeResources(r)
}
