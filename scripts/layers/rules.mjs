/**
 * Who may import whom. A folder may import itself and what is listed for it; nothing else of this repository.
 * A rule is a function from one import to what is wrong with it, or null. Tests are exempt from the layers.
 */

/** Innermost first. A file belongs to the longest entry its path starts with. */
const MAY = new Map(
  Object.entries({
    'server/domain': [],
    'server/protocol': ['server/domain'],
    'server/mysql': ['server/domain'],
    'server/redis': ['server/domain'],
    'server/files': ['server/domain'],
    'server/usecases': ['server/domain', 'server/protocol', 'server/mysql', 'server/redis', 'server/files'],
    'server/process': ['server/domain'],
    'server/auth': ['server/domain', 'server/mysql', 'server/redis', 'server/usecases', 'server/process'],
    'server/trpc': ['server/domain', 'server/protocol', 'server/usecases', 'server/auth', 'server/process'],
    'server/slack': ['server/domain', 'server/protocol', 'server/usecases', 'server/process'],
    'server/realtime': [
      ...['server/domain', 'server/protocol', 'server/usecases', 'server/process'],
      ...['server/mysql', 'server/redis'], // heads and rooms come straight from both (I7, I6)
    ],
    'server/web': ['server'],
    'server/tools': ['server'],
    'server/testing': ['server', 'scripts', 'workers', 'app/_client'], // app/_client: simulated browsers
    workers: [
      ...['server/domain', 'server/protocol', 'server/mysql', 'server/redis', 'server/usecases'],
      ...['server/realtime', 'server/process'],
    ],
    'app/_ui': [],
    'app/_client': ['server/domain', 'server/protocol', 'server/trpc'],
    'app/_features': ['app/_client', 'app/_ui', 'server/domain', 'server/protocol'],
    app: ['app', 'server'],
    e2e: ['server', 'scripts'],
    bench: ['server', 'scripts'],
    chaos: ['server', 'workers', 'app/_client', 'scripts'], // app/_client: simulated browsers
    scripts: [],
  }),
)
const OUTERMOST_FIRST = [...MAY.keys()].toSorted((a, b) => b.length - a.length)

/** Folders of the browser and of what it shares with the server: nothing of Node may reach them. */
const BROWSER_SAFE = ['server/domain', 'server/protocol', 'app/_client', 'app/_features', 'app/_ui']
/** Drivers and the folders that own them; everybody else goes through those. */
const DRIVERS = [
  { package: /^(mysql2|mariadb|@prisma)(\/|$)/, owners: ['server/mysql', 'server/testing', 'scripts'] },
  { package: /^ioredis$/, owners: ['server/redis'] },
  { package: /^(sharp|aws4fetch)$/, owners: ['server/files', 'server/testing'] },
  { package: /^@opentelemetry\//, owners: ['server/process'] },
]
const NOBODY_IMPORTS = ['server/testing', 'server/tools']
/** Each folder below these stands alone. */
const ISLANDS = ['workers', 'app/_features']

/**
 * @typedef {object} Import
 * @property {string} from file, relative to the checkout
 * @property {string} specifier as written
 * @property {string | null} to file, or null for a package
 * @property {boolean} typeOnly
 *
 * @param {Import} one
 * @returns {string[]} what is wrong with it
 */
export function problemsOf(one) {
  if (isTest(one.from)) return []
  return [layer, island, browserSafe, typesOnly, driver].map((rule) => rule(one)).filter((problem) => problem !== null)
}

export const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file)

/** @param {Import} one */
function layer({ from, to }) {
  if (to === null) return null
  if (isTest(to)) return 'only tests import tests'
  const [here, there] = [layerOf(from), layerOf(to)]
  if (!here || !there)
    return here ? null : 'belongs to no layer: put it into one, or add the layer to scripts/layers/rules.mjs'
  if (here === there) return null
  if (NOBODY_IMPORTS.includes(there) && !['bench', 'chaos'].includes(here))
    return `${there} is for tests and people, nothing imports it`
  const allowed = (MAY.get(here) ?? []).some((folder) => isUnder(to, folder))
  return allowed ? null : `${here} may not import ${there}`
}

/** @param {Import} one */
function island({ from, to }) {
  const ground = ISLANDS.find((folder) => isUnder(from, folder) && to !== null && isUnder(to, folder))
  if (!ground || to === null) return null
  const part = (/** @type {string} */ file) => file.slice(ground.length + 1).split('/')[0]
  return part(from) === part(to) ? null : `${ground}/${part(from)} may not import ${ground}/${part(to)}`
}

/** @param {Import} one */
function browserSafe({ from, specifier }) {
  if (!specifier.startsWith('node:')) return null
  const folder = BROWSER_SAFE.find((safe) => isUnder(from, safe))
  return folder ? `${folder} also runs in the browser, which has no ${specifier}` : null
}

/** @param {Import} one */
function typesOnly({ from, to, typeOnly }) {
  const crossing = to !== null && isUnder(from, 'app/_client') && isUnder(to, 'server/trpc')
  return crossing && !typeOnly ? 'the browser takes types from server/trpc, never code: write `import type`' : null
}

/** @param {Import} one */
function driver({ from, to, specifier }) {
  if (to !== null) return null
  const owned = DRIVERS.find((one) => one.package.test(specifier))
  if (!owned || owned.owners.some((folder) => isUnder(from, folder))) return null
  return `${specifier} is used in ${owned.owners[0]} alone`
}

function layerOf(/** @type {string} */ file) {
  return OUTERMOST_FIRST.find((folder) => isUnder(file, folder))
}

function isUnder(/** @type {string} */ file, /** @type {string} */ folder) {
  return file.startsWith(`${folder}/`)
}
