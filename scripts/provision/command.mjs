/** Running other programs, and finding them where an ordinary user's PATH does not look. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Last characters of a failed command's output that go into the error. */
const TAIL = 2000

/**
 * Runs a command to its end and returns what it printed. Throws with the tail of its output when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean }} options `show` passes output on
 * @returns {Promise<string>}
 */
export async function run(command, args, { cwd, env = process.env, show = false } = {}) {
  const { code, output } = await tryRun(command, args, { cwd, env, show })
  if (code === 0) return output
  throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output.slice(-TAIL)}`)
}

/**
 * Like `run`, but a failure is an answer. `code` is null when the command could not be started or was killed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, argv0?: string }} options
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function tryRun(command, args, { cwd, env = process.env, show = false, argv0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, argv0, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (/** @type {NodeJS.WriteStream} */ stream) => (/** @type {Buffer} */ data) => {
      output += data
      if (show) stream.write(data)
    }
    child.stdout.on('data', collect(process.stdout))
    child.stderr.on('data', collect(process.stderr))
    child.on('error', (error) => resolve({ code: null, output: output + error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Folders that hold servers but are missing from many PATHs: sbin, Homebrew, the vendors' own installers. */
const SERVER_FOLDERS = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/libexec',
  '/usr/local/mysql/bin',
  '/opt/homebrew/bin',
  ...['mariadb', 'mysql', 'redis', 'valkey'].flatMap((name) => [
    `/opt/homebrew/opt/${name}/bin`,
    `/usr/local/opt/${name}/bin`,
    `/home/linuxbrew/.linuxbrew/opt/${name}/bin`,
  ]),
]

/**
 * Full path of the first of `names` that can be executed, or null.
 * @param {string[]} names in order of preference
 * @param {string[]} folders default: PATH, then the usual server folders
 */
export function findProgram(names, folders = [...(process.env.PATH ?? '').split(path.delimiter), ...SERVER_FOLDERS]) {
  for (const name of names) {
    const found = folders.map((folder) => path.join(folder, name)).find(isExecutable)
    if (found) return found
  }
  return null
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return path.isAbsolute(file)
  } catch {
    return false
  }
}
