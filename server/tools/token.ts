/**
 * Tokens of programs, for operators. The token is printed once and stored only as its hash.
 *
 *   npm run token -- create --workspace T… (--member U… | --bot NAME) --label TEXT [--scopes chat:write,users:read]
 *   npm run token -- list --workspace T…
 *   npm run token -- revoke --workspace T… --id NUMBER
 *
 * Without --scopes a token may do everything its member may. A token of a bot begins with xoxb-, of a person with xoxp-.
 * Exits: 0 done, 1 refused, with the reason, 2 asked wrongly.
 */
import { parseArgs } from 'node:util'
import { DomainError } from '#server/domain/errors.ts'
import { formatId, parseId, parsePublicId, type MemberId, type RowId, type WorkspaceId } from '#server/domain/ids.ts'
import { parseScopes, SCOPES } from '#server/domain/member/scopes.ts'
import { listAccessTokens, revokeAccessToken } from '#server/mysql/access-tokens.ts'
import { readAddresses } from '#server/process/env.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { createBot, createToken } from '#server/usecases/tokens/create-token.ts'

const USAGE = `Usage:
  npm run token -- create --workspace T… (--member U… | --bot NAME) --label TEXT [--scopes chat:write,users:read]
  npm run token -- list --workspace T…
  npm run token -- revoke --workspace T… --id NUMBER`

type Flags = { workspace?: string; member?: string; bot?: string; label?: string; scopes?: string; id?: string }

/** @returns whether it was done */
type Command = (r: Resources, workspaceId: WorkspaceId, flags: Flags) => Promise<boolean>

const option = { type: 'string' } as const
async function main(): Promise<number> {
  const asked = readCommand()
  if (!asked) {
    console.error(USAGE)
    return 2
  }
  const { command, flags, workspace } = asked
  const workspaceId = parsePublicId<WorkspaceId>('workspace', workspace)
  const resources = await openResources(readAddresses(), { send: 1, read: 1 })
  try {
    return (await command(resources, workspaceId, flags)) ? 0 : 1
  } finally {
    await closeResources(resources)
  }
}

/** null where the words make no command. */
function readCommand(): { command: Command; flags: Flags; workspace: string } | null {
  try {
    const { values: flags, positionals } = parseArgs({
      allowPositionals: true,
      options: { workspace: option, member: option, bot: option, label: option, scopes: option, id: option },
    })
    const command = COMMANDS[positionals[0] ?? '']
    return command && flags.workspace ? { command, flags, workspace: flags.workspace } : null
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return null
  }
}

const COMMANDS: Record<string, Command> = {
  async create(r, workspaceId, flags) {
    const scopes = flags.scopes ? parseScopes(flags.scopes.split(',').map((scope) => scope.trim())) : SCOPES
    const input = { label: needed(flags, 'label'), scopes }
    const created = flags.bot
      ? await createBot(r, workspaceId, { ...input, name: flags.bot })
      : await createToken(r, workspaceId, parsePublicId<MemberId>('member', needed(flags, 'member')), input)
    console.log(`id      ${created.id}\nmember  ${formatId('member', created.memberId)}\ntoken   ${created.token}`)
    return true
  },

  async list(r, workspaceId) {
    for (const token of await listAccessTokens(r.mysql.read, workspaceId)) {
      const state = token.revoked ? 'revoked' : 'in force'
      console.log(
        [token.id, token.kind, formatId('member', token.memberId), state, token.label, token.scopes.join(',')].join(
          '  ',
        ),
      )
    }
    return true
  },

  async revoke(r, workspaceId, flags) {
    const done = await revokeAccessToken(r.mysql.read, workspaceId, parseId<RowId>(needed(flags, 'id')))
    console.log(done ? 'revoked' : 'there is no such token in force')
    return done
  },
}

function needed(flags: Flags, name: keyof Flags): string {
  const value = flags[name]
  if (!value) throw new DomainError('invalid_input', { field: `--${name}`, problem: 'is missing' })
  return value
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof DomainError ? `${error.code} ${JSON.stringify(error.facts)}` : error)
  return 1
})
