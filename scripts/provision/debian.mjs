/**
 * Servers from Debian's and Ubuntu's packages, without a system service.
 *
 * As root: packages are installed, but only those that bring no service (mariadb-server-core, redis-tools), and with
 * policy-rc.d in place for anything they pull in. As an ordinary user: packages are downloaded and unpacked into
 * `.carillon/tools`; nothing outside the checkout changes.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram, run } from './command.mjs'
import { TOOLS } from './paths.mjs'

const PACKAGES = {
  mariadb: ['mariadb-server-core', 'mariadb-client-core'],
  redis: ['redis-tools'],
}
const POLICY = '/usr/sbin/policy-rc.d'
const LOCK = ['-o', 'DPkg::Lock::Timeout=300']

/** @param {'mariadb' | 'redis'} flavor */
export async function installAsRoot(flavor) {
  if (process.getuid?.() === 0) await aptInstall(PACKAGES[flavor])
}

/**
 * Installs packages as root; services they may bring are not started. Throws when this is not Debian.
 * @param {string[]} packages
 */
export async function aptInstall(packages) {
  requireApt()
  console.log(`Installing ${packages.join(', ')} with apt-get ...`)
  const ours = !existsSync(POLICY)
  if (ours) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n')
  if (ours) chmodSync(POLICY, 0o755)
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', [...LOCK, '-qq', 'update'], { env })
    await run('apt-get', [...LOCK, '-qq', '-y', 'install', '--no-install-recommends', ...packages], { env })
  } finally {
    if (ours) rmSync(POLICY, { force: true })
  }
}

/**
 * Where the packages of one server were unpacked, and how to run a program from there; null when they were not.
 * @param {'mariadb' | 'redis'} flavor
 */
export function unpackedTree(flavor) {
  const root = path.join(TOOLS, flavor)
  if (!existsSync(root)) return null
  const lib = path.join(root, 'usr/lib')
  const libraries = existsSync(lib) ? readdirSync(lib).filter((name) => name.includes('-linux-gnu')) : []
  const folders = [path.join(root, 'usr/sbin'), path.join(root, 'usr/bin')]
  const env = {
    LD_LIBRARY_PATH: libraries.map((name) => path.join(lib, name)).join(':'),
    PATH: [...folders, process.env.PATH].join(':'),
  }
  return { root, folders, env }
}

/** @param {'mariadb' | 'redis'} flavor */
export async function unpackAsUser(flavor) {
  if (unpackedTree(flavor)) return
  requireApt()
  console.log(`Unpacking ${PACKAGES[flavor].join(', ')} into ${TOOLS} ...`)
  const work = path.join(TOOLS, `${flavor}.new`)
  rmSync(work, { recursive: true, force: true })
  const apt = privateApt(path.join(work, 'apt'))
  await run('apt-get', [...apt, '-qq', 'update'])
  const debs = path.join(work, 'debs')
  mkdirSync(debs)
  await run('apt-get', [...apt, '-qq', 'download', ...(await neededPackages(apt, PACKAGES[flavor]))], { cwd: debs })
  for (const deb of readdirSync(debs)) await run('dpkg-deb', ['-x', path.join(debs, deb), path.join(work, 'root')])
  renameSync(path.join(work, 'root'), path.join(TOOLS, flavor))
  rmSync(work, { recursive: true, force: true })
}

/**
 * Options that keep package lists and cache in a folder of ours, so that no root is needed.
 * @param {string} dir
 */
export function privateApt(dir) {
  for (const sub of ['lists/partial', 'cache/archives/partial']) mkdirSync(path.join(dir, sub), { recursive: true })
  const user = process.getuid?.() === 0 ? ['-o', 'APT::Sandbox::User=root'] : []
  return [...user, '-o', `Dir::State::Lists=${dir}/lists`, '-o', `Dir::Cache=${dir}/cache`]
}

/**
 * The packages apt would install for these, that is, those this machine does not have yet.
 * @param {string[]} apt
 * @param {string[]} packages
 */
async function neededPackages(apt, packages) {
  const plan = await run('apt-get', [...apt, '--simulate', '--no-install-recommends', 'install', ...packages])
  const added = [...plan.matchAll(/^Inst (\S+)/gm)].map((match) => String(match[1]))
  return [...new Set([...packages, ...added])]
}

function requireApt() {
  if (!findProgram(['apt-get']) || !findProgram(['dpkg-deb'])) throw new Error('this is not Debian or Ubuntu')
}
