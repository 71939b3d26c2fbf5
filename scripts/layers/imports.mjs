/** Every import of every source file, with the file it leads to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { PROJECT } from '../provision/paths.mjs'

const FOLDERS = ['app', 'server', 'workers', 'e2e', 'scripts']
const SOURCE = /\.(ts|tsx|mjs)$/
const GENERATED = /(^|\/)generated\//

/** @returns {{ imports: import('./rules.mjs').Import[], problems: string[] }} */
export function readImports() {
  /** @type {import('./rules.mjs').Import[]} */
  const imports = []
  const problems = []
  for (const file of FOLDERS.flatMap(sourceFiles)) {
    for (const { specifier, typeOnly } of importsOf(file)) {
      const to = resolve(file, specifier)
      imports.push({ from: file, specifier, to, typeOnly })
      if (to !== null && !existsSync(path.join(PROJECT, to)))
        problems.push(`${file}: ${specifier} does not exist (paths carry their extension)`)
    }
  }
  return { imports, problems }
}

/** @param {string} folder */
function sourceFiles(folder) {
  if (!existsSync(path.join(PROJECT, folder))) return []
  const names = readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
  const files = names.map((name) => `${folder}/${name.split(path.sep).join('/')}`)
  return files.filter((file) => SOURCE.test(file) && !file.endsWith('.d.ts') && !GENERATED.test(file))
}

/**
 * @param {string} file
 * @returns {Array<{ specifier: string, typeOnly: boolean }>}
 */
function importsOf(file) {
  const source = readFileSync(path.join(PROJECT, file), 'utf8')
  const { module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const statics = module.staticImports.map((one) => ({
    specifier: one.moduleRequest.value,
    typeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
  }))
  const passedOn = module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) =>
      entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
    ),
  )
  const dynamic = module.dynamicImports.flatMap((one) => {
    const literal = /^(['"])(.*)\1$/.exec(source.slice(one.moduleRequest.start, one.moduleRequest.end))
    return literal?.[2] ? [{ specifier: literal[2], typeOnly: false }] : []
  })
  return [...statics, ...passedOn, ...dynamic]
}

/**
 * Relative to the checkout; null for packages and node: modules.
 * @param {string} file
 * @param {string} specifier
 */
function resolve(file, specifier) {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : null
}
