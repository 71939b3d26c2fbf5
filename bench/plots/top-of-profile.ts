/**
 * What a process spends its time on: `node --import tsx bench/plots/top-of-profile.ts FILE.cpuprofile [ROWS]` prints, as a table, the
 * functions with the most time of their own, by the share of the time the process was busy.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'

type Node = { id: number; callFrame: { functionName: string; url: string } }
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] }

const [file, rows = '15'] = process.argv.slice(2)
if (file === undefined || !Number.isInteger(Number(rows))) {
  console.error('give a file that `npm run bench -- NAME --profile DIR` wrote, and how many rows')
  process.exit(1)
}
const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile
const byId = new Map(nodes.map((node) => [node.id, node]))
const spent_us = new Map<string, number>()
samples.forEach((id, i) => {
  const name = nameOf(byId.get(id))
  spent_us.set(name, (spent_us.get(name) ?? 0) + (timeDeltas[i] ?? 0))
})
spent_us.delete('(idle)')
const busy_us = [...spent_us.values()].reduce((sum, us) => sum + us, 0)
const most = [...spent_us].toSorted(([, a], [, b]) => b - a).slice(0, Number(rows))
console.log('| function | ms | of the busy time |\n| --- | --- | --- |')
for (const [name, us] of most)
  console.log(`| ${name} | ${Math.round(us / 1000)} | ${((us / busy_us) * 100).toFixed(1)} % |`)

/** Bundled code is named by its function alone; node and packages by their file as well. */
function nameOf(node: Node | undefined): string {
  const { functionName = '', url = '' } = node?.callFrame ?? {}
  const where = path.basename(url)
  const name = functionName === '' ? 'a function without a name' : functionName
  return where === '' || where.startsWith('chunk-') || where === 'main.js' ? name : `${name} (${where})`
}
