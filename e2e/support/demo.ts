/** The demo's people and what they can do through the Slack-compatible door: how journeys set their scene. */
import { readFileSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { parsePublicId, type ConversationId } from '#server/domain/ids.ts'
import { readRunState } from '#scripts/start/run-state.mjs'

type Demo = {
  url: string
  slackApiUrl: string
  workspaceId: string
  users: { id: string; email: string; password: string; token: string }[]
  channels: { id: string; name: string }[]
}

/** Anna owns the demo workspace, Kenji and Diego are plain members. */
const ZONES = {
  anna: 'Europe/Berlin',
  maya: 'America/New_York',
  kenji: 'Asia/Tokyo',
  priya: 'Asia/Kolkata',
  diego: 'America/Los_Angeles',
} as const
const NAMES = {
  anna: 'Anna Weber',
  maya: 'Maya Johnson',
  kenji: 'Kenji Sato',
  priya: 'Priya Nair',
  diego: 'Diego Alvarez',
} as const
export type PersonKey = keyof typeof ZONES
export type Person = Demo['users'][number] & { name: string; zone: string }

export type Room = { id: string; conversationId: ConversationId; name: string; title: string; path: string }

const demoFile = (): string => {
  const file = process.env.CARILLON_DEMO_FILE
  if (!file) throw new Error('CARILLON_DEMO_FILE is missing: it names the demo.json of the product under test')
  return file
}
const readDemo = (): Demo => JSON.parse(readFileSync(demoFile(), 'utf8'))

/** Where the product under test answers. */
export const demoUrl = (): string => readDemo().url

export const workspacePath = (place = ''): string => `/client/${readDemo().workspaceId}${place && `/${place}`}`

export function person(key: PersonKey): Person {
  const user = readDemo().users.find(({ email }) => email.startsWith(`${key}@`))
  if (!user) throw new Error(`the demo has nobody called ${key}`)
  return { ...user, name: NAMES[key], zone: ZONES[key] }
}

/** What the processes of the product under test were given. */
export function productEnv(name: 'DATABASE_URL' | 'REDIS_URL' | 'GATEWAY_URL'): string {
  const home = dirname(demoFile())
  const value = readRunState(home)?.env?.[name]
  if (!value) throw new Error(`${join(home, 'run.json')} does not tell ${name}`)
  return value
}

export async function callApi(as: PersonKey, method: string, args: object): Promise<Record<string, unknown>> {
  const { slackApiUrl } = readDemo()
  const answer = await fetch(`${slackApiUrl}${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person(as).token}`, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(args),
  })
  const body = (await answer.json()) as Record<string, unknown>
  if (body.ok !== true) throw new Error(`${method} as ${as}: ${JSON.stringify(body)}`)
  return body
}

/** A channel of its own for a journey, made by Anna. */
export async function makeRoom(
  prefix: string,
  guests: PersonKey[],
  kind: 'public' | 'private' = 'public',
): Promise<Room> {
  const name = `${prefix}-${Date.now().toString(36)}`
  const { channel } = await callApi('anna', 'conversations.create', { name, is_private: kind === 'private' })
  const { id } = channel as { id: string }
  const room = roomOf(id, name)
  await invite(room, guests)
  return room
}

export async function invite(room: Room, guests: PersonKey[]): Promise<void> {
  if (guests.length === 0) return
  await callApi('anna', 'conversations.invite', {
    channel: room.id,
    users: guests.map((key) => person(key).id).join(','),
  })
}

/** One that the demo comes with. */
export function demoRoom(name: string): Room {
  const found = readDemo().channels.find((channel) => channel.name === name)
  if (!found) throw new Error(`the demo has no channel ${name}`)
  return roomOf(found.id, name)
}

/** Any channel that somebody is in, by its name. */
export async function roomNamed(as: PersonKey, name: string): Promise<Room> {
  const { channels } = await callApi(as, 'conversations.list', { limit: 1_000 })
  const found = (channels as { id: string; name: string }[]).find((channel) => channel.name === name)
  if (!found) throw new Error(`there is no channel ${name}: seed-states.ts makes it`)
  return roomOf(found.id, name)
}

export const postAs = (as: PersonKey, room: Room, text: string) =>
  callApi(as, 'chat.postMessage', { channel: room.id, text })

/** @param at epoch seconds */
export const scheduleAs = (as: PersonKey, room: Room, text: string, at: number) =>
  callApi(as, 'chat.scheduleMessage', { channel: room.id, text, post_at: at })

/** How often the server has this text in the room. */
export async function timesOnServer(room: Room, text: string): Promise<number> {
  const { messages } = await callApi('anna', 'conversations.history', { channel: room.id, limit: 200 })
  return (messages as { text: string }[]).filter((message) => message.text === text).length
}

const roomOf = (id: string, name: string): Room => ({
  id,
  conversationId: parsePublicId<ConversationId>('conversation', id),
  name,
  title: `#${name}`,
  path: workspacePath(id),
})
