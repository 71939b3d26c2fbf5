/** Secrets of a demo: made once, kept in a file that only its owner can read. A production start never comes here. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} Secrets
 * @property {string} auth signs sessions
 * @property {string} ticket signs socket tickets
 * @property {string} database password of the private database server
 * @property {string} redis password of the private Redis
 */

/**
 * @param {string} home
 * @param {Record<string, string | undefined>} env a given secret wins over the stored one
 * @returns {Secrets}
 */
export function demoSecrets(home, env) {
  const file = path.join(home, 'secrets.json')
  if (!existsSync(file)) {
    const made = { auth: newSecret(), ticket: newSecret(), database: newSecret(), redis: newSecret() }
    mkdirSync(home, { recursive: true })
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  }
  const stored = JSON.parse(readFileSync(file, 'utf8'))
  return { ...stored, auth: env.AUTH_SECRET || stored.auth, ticket: env.TICKET_SECRET || stored.ticket }
}

/** 32 random bytes; its letters, digits, - and _ need no quoting in SQL, Redis settings or URLs. */
const newSecret = () => randomBytes(32).toString('base64url')
