import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Of this run alone: two may run side by side. */
const OUTPUT = `dist/chaos-${process.pid}`

/** Bundles the processes of a checkout: less memory and quicker starts than from source. @returns program of a role */
export async function bundleProcesses(tree: string): Promise<(role: string) => string> {
  process.once('exit', () => rmSync(join(tree, OUTPUT), { recursive: true, force: true }))
  const workers = readdirSync(join(tree, 'workers')).filter((name) =>
    existsSync(join(tree, 'workers', name, 'main.ts')),
  )
  await build({
    absWorkingDir: tree,
    entryPoints: [
      ...workers.map((name) => ({ in: `workers/${name}/main.ts`, out: `${name}/main` })),
      { in: 'chaos/web-process.ts', out: 'web/main' },
      { in: 'chaos/wire-process.ts', out: 'wire/main' },
    ],
    outdir: OUTPUT,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
  return (role) => `${OUTPUT}/${role}/main.js`
}
