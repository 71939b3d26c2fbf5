/** A company with one program in it, for tests of the Slack-compatible door. */
import { randomBytes } from 'node:crypto'
import type { WebClient } from '@slack/web-api'
import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '#server/domain/member/authorize.ts'
import { foundCompany, type Company } from './company.ts'
import { openSlackDoor, tokenOf, type SlackAnswer, type SlackDoor } from './slack-door.ts'
import { useTestWorld, type TestWorld } from './test-world.ts'

export type SlackScene = {
  world: TestWorld
  door: SlackDoor
  company: Company
  /** A member, whose token the program has. */
  ana: Actor
  token: string
  slack: WebClient
  /** A call by that token, without the SDK. */
  call(method: string, args?: Record<string, unknown>): Promise<SlackAnswer>
  /** A channel of its own with the member in it. @returns its public id */
  newChannel(facts?: { isPrivate?: boolean; name?: string }): Promise<string>
}

/** Opens it before the file's tests and closes it after them. Read it inside tests only. */
export function useSlackScene(): () => SlackScene {
  const world = useTestWorld()
  let scene: SlackScene | undefined
  beforeAll(async () => {
    scene = await setScene(world())
  })
  afterAll(() => scene?.door.close())
  return () => {
    if (!scene) throw new Error('the scene is read inside tests')
    return scene
  }
}

async function setScene(world: TestWorld): Promise<SlackScene> {
  const door = await openSlackDoor(world.resources)
  const company = await foundCompany(world.resources)
  const ana = await company.hire()
  const token = await tokenOf(world.resources, ana)
  const slack = door.client(token)
  return {
    ...{ world, door, company, ana, token, slack },
    call: (method, args) => door.call(token, method, args),
    newChannel: async ({ isPrivate = false, name = `c-${randomBytes(5).toString('hex')}` } = {}) => {
      const { channel } = await slack.conversations.create({ name, is_private: isPrivate })
      if (channel?.id === undefined) throw new Error('a channel without an id')
      return channel.id
    },
  }
}
