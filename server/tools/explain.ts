/**
 * Tells the whole story of one scheduled message, from the row to the screen, and what happens next (O2).
 *
 *   npm run explain -- Q… [--workspace T…] [--json]
 *
 * Beside a running `npm start` it finds the servers by itself; elsewhere DATABASE_URL and REDIS_URL name them. Without
 * --workspace all workspaces are searched. Reads only.
 * Exit: 0 told, 1 no such message, 2 not asked rightly, 3 the database is away.
 */
import { parseArgs } from 'node:util'
import { DomainError } from '#server/domain/errors.ts'
import { parsePublicId, type IdKind, type MessageId, type WorkspaceId } from '#server/domain/ids.ts'
import type { Brand } from '#server/domain/time/units.ts'
import { isDatabaseAway } from '#server/mysql/tx.ts'
import { EnvError, readAddresses } from '#server/process/env.ts'
import { loadStory } from '#server/usecases/operations/load-story.ts'
import { storyJson, storyText } from '#server/usecases/operations/story-text.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'

const USAGE = 'Usage: npm run explain -- Q… [--workspace T…] [--json]'
const EXIT = { told: 0, unknown: 1, misasked: 2, away: 3 } as const

/** Asked in a way that cannot be answered; the message says how to ask. */
class Misasked extends Error {}

process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof Misasked) return say(error.message, EXIT.misasked)
  if (!isDatabaseAway(error)) throw error
  return say(
    `The database does not answer (${(error as { code?: string }).code ?? 'gone'}): is Carillon running?`,
    EXIT.away,
  )
})

async function main(): Promise<number> {
  const { id, workspaceId, json } = readQuestion()
  const resources = await openResources(addresses(), { send: 1, read: 4 })
  try {
    const story = await loadStory(resources, id, workspaceId)
    if (!story)
      return say('There is no scheduled message with this id. Look whether it is from this installation.', EXIT.unknown)
    console.log(json ? JSON.stringify(storyJson(story), null, 2) : storyText(story))
    return EXIT.told
  } finally {
    await closeResources(resources)
  }
}

function readQuestion(): { id: MessageId; workspaceId?: WorkspaceId; json: boolean } {
  const { values, positionals } = parse()
  const [id, ...more] = positionals
  if (!id || more.length > 0) throw new Misasked(USAGE)
  return {
    id: readId<MessageId>('scheduled', id),
    ...(values.workspace ? { workspaceId: readId<WorkspaceId>('workspace', values.workspace) } : {}),
    json: values.json ?? false,
  }
}

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: { workspace: { type: 'string' }, json: { type: 'boolean' } } })
  } catch (error) {
    throw new Misasked(`${(error as Error).message}\n${USAGE}`)
  }
}

function readId<T extends Brand<string, string>>(kind: IdKind & ('scheduled' | 'workspace'), text: string): T {
  try {
    return parsePublicId<T>(kind, text)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const form = kind === 'scheduled' ? 'a scheduled message begins with Q' : 'a workspace begins with T'
    throw new Misasked(`"${text.slice(0, 40)}" is no such id: ${form} and has 15 characters. Copy it whole.`)
  }
}

function addresses() {
  try {
    return readAddresses()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    throw new Misasked(
      `${error.message}\nStart Carillon in this folder (npm start), or set both to reach one elsewhere.`,
    )
  }
}

function say(words: string, code: number): number {
  console.error(words)
  return code
}
