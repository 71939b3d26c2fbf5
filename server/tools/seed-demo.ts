/**
 * The demo workspace of `npm start`: people in five time zones, channels, a few messages, and in CARILLON_DEMO_FILE
 * (readable by its owner alone) how to sign in and a Slack token for each. May run again: it completes what is missing,
 * and gives out new passwords and tokens, since only that file knew the old ones. Never part of a production start.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { createAuth } from '#server/auth/create-auth.ts'
import { formatId } from '#server/domain/ids.ts'
import { readEnv } from '#server/process/env.ts'
import { createLogger } from '#server/process/logger.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { issueToken, openChannels, openWorkspace, tellStory } from './demo/build-demo.ts'
import { openAccount, type DemoAccount } from './demo/demo-accounts.ts'
import { emailOf, PEOPLE, type PersonKey } from './demo/story.ts'

const env = readEnv()
if (!env.CARILLON_DEMO_FILE) {
  console.error(
    'CARILLON_DEMO_FILE is missing: only `npm start` seeds a demo, and says where its sign-ins are written.',
  )
  process.exit(1)
}
const resources = await openResources(env, { send: 2, read: 2 })
try {
  await seed(env.CARILLON_DEMO_FILE)
} finally {
  await closeResources(resources)
}

async function seed(file: string): Promise<void> {
  const auth = createAuth(resources, env, createLogger({ name: 'seed-demo', level: 'warn' }))
  const accounts = {} as Record<PersonKey, DemoAccount>
  for (const { key, name } of PEOPLE) {
    accounts[key] = await openAccount(auth, resources.prisma, { name, email: emailOf(key) })
  }
  const people = await openWorkspace(resources, accounts)
  const rooms = await openChannels(resources, people)
  await tellStory(resources, people, rooms)

  const users = []
  for (const { key } of PEOPLE) {
    const { email, password } = accounts[key]
    users.push({
      id: formatId('member', people[key].memberId),
      email,
      password,
      token: await issueToken(resources, people[key]),
    })
  }
  writeWhole(file, {
    url: env.APP_URL,
    slackApiUrl: `${env.APP_URL}/api/`,
    workspaceId: formatId('workspace', people[PEOPLE[0].key].workspaceId),
    users,
    channels: rooms.map(({ id, name }) => ({ id: formatId('conversation', id), name })),
  })
}

/** Whole or not at all, and never readable by others in between. */
function writeWhole(file: string, content: object): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.part`, file)
}
