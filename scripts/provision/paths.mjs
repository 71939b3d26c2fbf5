/**
 * Where things are on this computer: the checkout, the data folder, and what the scripts fetch for themselves.
 * Only node: imports here and in everything a fresh clone runs before `npm ci`.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root of the checkout, without a trailing slash. */
export const PROJECT = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))

/** Programs that were unpacked for this checkout. Shared by every data folder, safe to delete. */
export const TOOLS = path.join(PROJECT, '.carillon', 'tools')

/**
 * The data folder: databases, secrets, demo.json, logs. `CARILLON_HOME` moves it.
 * @param {Record<string, string | undefined>} env
 */
export function homeFolder(env = process.env) {
  return path.resolve(PROJECT, env.CARILLON_HOME || '.carillon')
}
