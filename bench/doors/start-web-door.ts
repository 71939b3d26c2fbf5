import { fork } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request, type RequestOptions } from 'node:http'
import path from 'node:path'
import { PROJECT } from '#scripts/provision/paths.mjs'
import type { MemberId } from '#server/domain/ids.ts'
import type { World } from '../frame/bench-servers.ts'
import type { Meter } from '../frame/meter.ts'
import { profileArgs } from '../frame/cpu-profile.ts'
import { workerEnv, BENCH_SECRET, BENCH_URL } from '../frame/product-process.ts'
import { insert } from '../world/company.ts'

export type WebDoor = {
  post(route: string, headers: Record<string, string>, body: string): Promise<string>
  close(): Promise<void>
}

/**
 * A web process of its own, counted as `web`.
 * @param profile a folder for a profile of it, or null
 */
export async function startWebDoor(world: World, meter: Meter, profile: string | null): Promise<WebDoor> {
  const child = fork(path.join(PROJECT, 'bench/doors/web-door.ts'), {
    cwd: PROJECT,
    execArgv: ['--import', 'tsx', ...profileArgs(profile)],
    env: workerEnv(world),
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', (code) => reject(new Error(`the web process ended with ${code} before it listened`)))
  })
  meter.watch('web', child.pid ?? 0)
  const agent = new Agent({ keepAlive: true })
  return {
    post: (route, headers, body) =>
      send({ agent, host: '127.0.0.1', port, path: route, method: 'POST', headers }, body),
    close: async () => {
      meter.forget(child.pid ?? 0)
      agent.destroy()
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.send('end')
      await gone
    },
  }
}

function send(to: RequestOptions, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(to, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve(text))
      answer.on('error', reject)
    })
    call.on('error', reject)
    call.setHeader('content-length', Buffer.byteLength(body))
    call.end(body)
  })
}

/** Signed-in people, without the passwords whose hashing would take longer than the run. @returns cookies, in order */
export async function signIn({ resources }: World, memberIds: readonly MemberId[]): Promise<string[]> {
  const people = memberIds.map((memberId) => ({ accountId: `account-${memberId}`, token: randomUUID() }))
  await insert(
    resources.mysql,
    'auth_user (id, name, email)',
    people.map(({ accountId }) => [accountId, 'Someone', `${accountId}@example.test`]),
  )
  await insert(
    resources.mysql,
    'auth_session (id, expiresAt, token, userId, createdAt, updatedAt)',
    people.map(({ accountId, token }) => [randomUUID(), '2099-01-01 00:00:00', token, accountId, nowText(), nowText()]),
  )
  return people.map(({ token }) => {
    const signature = createHmac('sha256', BENCH_SECRET).update(token).digest('base64')
    return `carillon.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  })
}

const nowText = () => new Date().toISOString().slice(0, 19).replace('T', ' ')

export const SAME_ORIGIN = { 'content-type': 'application/json', origin: BENCH_URL }
