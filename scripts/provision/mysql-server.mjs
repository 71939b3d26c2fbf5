/**
 * A real MySQL server for the tests, on Debian, which itself ships only MariaDB.
 *
 * Debian unstable has MySQL. Its packages are downloaded with lists of their own and unpacked into `.carillon/tools/mysql`;
 * the server runs through the loader and libraries unpacked with it. Needs no root and changes nothing on the system.
 * About 55 MB. `bin/mysqld` in that folder starts it.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram, run, tryRun } from './command.mjs'
import { privateApt } from './debian.mjs'
import { TOOLS } from './paths.mjs'

const HOME = path.join(TOOLS, 'mysql')
const DEPENDS = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`)
/** Pulled in by dependencies, but never loaded by the server. */
const UNUSED =
  /^(perl.*|libperl.*|libdb5\.3.*|libgdbm.*|libsasl2-modules-db|openssl-provider-legacy|libc-gconv-modules-extra)$/

/**
 * Path of a mysqld, fetched on first use. Throws when this machine has no way to get one.
 * @returns {Promise<string>}
 */
export async function mysqlServer() {
  const command = path.join(HOME, 'bin', 'mysqld')
  if (existsSync(command)) return command
  if (!findProgram(['apt-get']) || !findProgram(['dpkg-deb']))
    throw new Error('it is fetched from Debian, and this is another system')
  console.log(`Unpacking a MySQL server into ${HOME} ...`)
  const work = `${HOME}.new`
  rmSync(work, { recursive: true, force: true })
  const debs = path.join(work, 'debs')
  mkdirSync(debs, { recursive: true })
  const apt = unstable(path.join(work, 'apt'))
  await run('apt-get', [...apt, '-qq', 'update'])
  await run('apt-get', [...apt, '-qq', 'download', ...(await neededPackages(apt))], { cwd: debs })
  for (const deb of readdirSync(debs)) await run('dpkg-deb', ['-x', path.join(debs, deb), path.join(work, 'root')])
  for (const done of ['debs', 'apt']) rmSync(path.join(work, done), { recursive: true })
  rmSync(HOME, { recursive: true, force: true })
  renameSync(work, HOME)
  writeLauncher(command)
  const { code, output } = await tryRun(command, ['--no-defaults', '--version'])
  if (code !== 0) rmSync(HOME, { recursive: true })
  if (code !== 0) throw new Error(`the MySQL server that was unpacked does not run: ${output.trim()}`)
  console.log(output.trim())
  return command
}

/** apt options that see Debian unstable only, from the mirror this machine already uses. */
function unstable(/** @type {string} */ dir) {
  const options = privateApt(dir)
  const list = path.join(dir, 'sources.list')
  writeFileSync(list, `deb ${debianMirror()} sid main\n`)
  return [...options, '-o', `Dir::Etc::sourcelist=${list}`, '-o', 'Dir::Etc::sourceparts=-']
}

function debianMirror() {
  const folder = '/etc/apt/sources.list.d'
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : []),
  ]
  const text = files
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const mirror =
    /^URIs:\s*(\S+\/debian\/?)\s*$/m.exec(text)?.[1] ?? /^deb\s+(?:\[[^\]]*\]\s+)?(\S+\/debian\/?)\s/m.exec(text)?.[1]
  if (!mirror) throw new Error('apt has no Debian mirror configured')
  return mirror
}

/** @param {string[]} apt */
async function neededPackages(apt) {
  const tree = await run('apt-cache', [...apt, 'depends', '--recurse', ...DEPENDS, 'mysql-server-core'])
  const names = new Set(tree.split('\n').filter((line) => /^[a-z0-9]/.test(line)))
  return [...names].filter((name) => !UNUSED.test(name)).map((name) => `${name}/sid`)
}

/** @param {string} command */
function writeLauncher(command) {
  const lib = path.join(HOME, 'root', 'usr', 'lib')
  const libraries = readdirSync(lib)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => path.join(lib, name))
  const loader = libraries.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith('ld-linux'))
      .map((name) => path.join(folder, name)),
  )[0]
  if (!loader) throw new Error('the unpacked packages hold no loader')
  mkdirSync(path.dirname(command), { recursive: true })
  const server = path.join(HOME, 'root', 'usr', 'sbin', 'mysqld')
  writeFileSync(command, `#!/bin/sh\nexec '${loader}' --library-path '${libraries.join(':')}' '${server}' "$@"\n`)
  chmodSync(command, 0o755)
}
