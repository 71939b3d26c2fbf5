/** What a start says: log lines with the name of their process, and how to get in. */
import { readDemo } from './demo.mjs'

const WIDTH = 10
const COLOURS = [36, 33, 32, 35, 34, 96, 93, 92]

/** A function that gives each process a printer with its own prefix, coloured when a person is looking. */
export function createPrinter() {
  /** @type {string[]} */
  const names = []
  return (/** @type {string} */ name) => {
    if (!names.includes(name)) names.push(name)
    const prefix = `${name.padEnd(WIDTH)} |`
    const colour = COLOURS[names.indexOf(name) % COLOURS.length]
    const shown = process.stdout.isTTY ? `\u001b[${colour}m${prefix}\u001b[0m` : prefix
    return (/** @type {string} */ line) => void process.stdout.write(`${shown} ${line}\n`)
  }
}

/**
 * @param {import('./settings.mjs').Settings} settings
 * @param {number} tookMs
 */
export function printWelcome(settings, tookMs) {
  const demo = settings.mode === 'production' ? null : readDemo(settings.home)
  const width = Math.max(0, ...(demo?.users ?? []).map((user) => user.email.length))
  const lines = [
    '',
    `Carillon is ready after ${(tookMs / 1000).toFixed(1)} s: ${settings.appUrl}`,
    ...(demo
      ? ['', 'Demo sign-ins:', ...demo.users.map((user) => `  ${user.email.padEnd(width)}  ${user.password}`)]
      : []),
    '',
    settings.mode === 'production'
      ? 'Ctrl-C stops everything.'
      : `Ctrl-C stops everything. Data stays in ${settings.home}`,
    '',
  ]
  console.log(lines.join('\n'))
}
