/**
 * Bundles every workers/NAME/main.ts into dist/workers/NAME/main.js; what they share lies in chunks beside them.
 * Packages stay outside. Paths of files that are read at run time start at the working folder, which is the checkout.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PROJECT } from '../provision/paths.mjs'

export const WORKER_OUTPUT = 'dist/workers'

/** Folders under workers/ that have an entry point. */
export function workerNames() {
  const names = readdirSync(path.join(PROJECT, 'workers'))
  return names.filter((name) => existsSync(path.join(PROJECT, 'workers', name, 'main.ts')))
}

/** @param {string} output folder, relative to the checkout and inside it, so that packages are found from there */
export async function bundleWorkers(output = WORKER_OUTPUT) {
  const { build } = await import('esbuild')
  rmSync(path.join(PROJECT, output), { recursive: true, force: true })
  await build({
    absWorkingDir: PROJECT,
    entryPoints: workerNames().map((name) => ({ in: `workers/${name}/main.ts`, out: `${name}/main` })),
    outdir: output,
    chunkNames: 'shared/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
}
