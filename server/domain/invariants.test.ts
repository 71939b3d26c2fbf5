import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = new URL('../../', import.meta.url).pathname
const TABLE = 'server/domain/scheduled-message/README.md'
const READMES = [TABLE, 'server/redis/README.md', 'server/protocol/README.md', 'docs/health.md']
const SOURCE_FOLDERS = ['server', 'workers', 'app', 'scripts', 'prisma', 'e2e', 'bench', 'chaos']
const SOURCE = /\.(ts|tsx|mjs|lua|sql|prisma)$/

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const table = read(TABLE)
const rows = (kind: 'I' | 'T') =>
  [...table.matchAll(new RegExp(`^\\| \\**(${kind}\\d+)\\** \\|(.*)$`, 'gm'))].map(([, id = '', row = '']) => ({
    id,
    row,
  }))
const linksOf = (markdown: string) =>
  [...markdown.matchAll(/\[([^\]]+)\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, text = '', target = '']) => ({ text, target }))
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)

function sources(): string[] {
  return SOURCE_FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => SOURCE.test(file) && !/node_modules|generated|\.next|\.carillon/.test(file)),
  )
}

/** Where each `(I1)`, `(I2, I8, K19)` or `'I2: …'` stands. */
function citations(): { id: string; file: string }[] {
  const inList = /[(,]\s?(I\d+)(?=[,)])/g
  const inMessage = /['"`](I\d+):/g
  return sources().flatMap((file) => {
    const text = read(file)
    return [inList, inMessage].flatMap((pattern) => [...text.matchAll(pattern)].map(([, id = '']) => ({ id, file })))
  })
}

describe('the table of invariants', () => {
  test('has I1 to I8, each with what keeps it and what proves it', () => {
    expect(rows('I').map(({ id }) => id)).toEqual(['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8'])
    for (const { id, row } of rows('I')) {
      const [statement = '', keptBy = '', provedBy = ''] = row.split(' | ')
      expect(statement.trim(), id).not.toBe('')
      expect(
        linksOf(keptBy).filter(({ target }) => !isTest(target)),
        `${id} kept by`,
      ).not.toEqual([])
      expect(
        linksOf(provedBy).filter(({ target }) => isTest(target)),
        `${id} proved by`,
      ).not.toEqual([])
    }
  })

  test('has every invariant that code or a test cites', () => {
    const known = new Set(rows('I').map(({ id }) => id))
    const cited = citations()
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter(({ id }) => !known.has(id))).toEqual([])
  })

  test('names only tests that stand in their files, by their titles', () => {
    const proofs = linksOf(table).filter(({ target }) => isTest(target) && target !== '../invariants.test.ts')
    const missing = proofs.filter(({ text, target }) => {
      const file = join(dirname(TABLE), target)
      return !existsSync(join(ROOT, file)) || !plain(read(file)).includes(plain(text))
    })
    expect(missing).toEqual([])
  })
})

test('the table of transitions has T1 to T14', () => {
  expect(rows('T').map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, i) => `T${i + 1}`))
})

test.each(READMES)('every file that %s names exists', (readme) => {
  const folder = dirname(readme)
  const named = linksOf(read(readme))
    .filter(({ target }) => !/^https?:/.test(target))
    .map(({ target }) => join(folder, target))
  expect(named.map((file) => relative(ROOT, join(ROOT, file))).filter((file) => !existsSync(join(ROOT, file)))).toEqual(
    [],
  )
})

/** As a title reads, however its quotes are written in the source. */
const plain = (text: string) => text.replaceAll(/[\\'"`’]/g, '')
