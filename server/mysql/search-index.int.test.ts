/** The index in the database answers what the pure meaning of a question answers, on every server this runs on. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { SearchDocument } from '#server/domain/search/document.ts'
import { matches } from '#server/domain/search/matches.ts'
import { readQuery } from '#server/domain/search/query.ts'
import type { IndexQuery } from '#server/domain/search/search-index.ts'
import { indexWords } from '#server/domain/search/words.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import type { Row } from './connect.ts'
import { mysqlSearchIndex } from './search-index.ts'

const world = useTestWorld()
const [MINE, THEIRS] = ['1000000000000000001', '1000000000000000002'] as [WorkspaceId, WorkspaceId]
const PLACES = ['2000000000000000001', '2000000000000000002'] as [ConversationId, ConversationId]
const PEOPLE = ['3000000000000000001', '3000000000000000002', '3000000000000000003'] as MemberId[]

/** Words that servers stop at, cut or drop in texts of their own: short, long, common, of other scripts. */
const VOCABULARY = [
  ...['the', 'a', 'of', 'to', 'deploy', 'deployed', 'rollback', "don't", 'x', 'v1.2', 'snake_case', 'Straße', 'www'],
  ...['Привет', 'приветствие', '東京タワー', '東京', 'हिन्दी', 'مرحبا', 'พรุ่งนี้', '한국어', 'naïve', '🎉', 'a'.repeat(90)],
]
const text = fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))

const document = (seq: number, of: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  conversationId: PLACES[seq % 2]!,
  seq,
  authorId: PEOPLE[seq % 3]!,
  createdMs: (1_790_000_000_000 + seq * 1000) as EpochMillis,
  facets: seq % 4,
  changedSeq: seq,
  words: indexWords(of),
  ...more,
})
const asked = (query: string, more: Partial<IndexQuery> = {}): IndexQuery => ({
  terms: readQuery(query, '2026-12-05').terms,
  conversations: PLACES,
  ...{ authors: null, notAuthors: [], from: null, end: null, notBetween: [], facets: 0, notFacets: 0 },
  ...{ order: 'newest', limit: 1001 },
  ...more,
})
const expected = (all: readonly SearchDocument[], query: IndexQuery) =>
  all
    .filter((one) => matches(one, query))
    .toSorted((a, b) => b.seq - a.seq)
    .map(({ seq }) => seq)

const term = fc.oneof(
  fc.constantFrom(...VOCABULARY),
  fc.constantFrom(...VOCABULARY).map((word) => `-${word}`),
  fc.constantFrom(...VOCABULARY).map((word) => `${word.slice(0, 3)}*`),
  fc.tuple(fc.constantFrom(...VOCABULARY), fc.constantFrom(...VOCABULARY)).map(([a, b]) => `"${a} ${b}"`),
)
const at = (ms: number) => ms as EpochMillis
const FILTERS: Partial<IndexQuery>[] = [
  {},
  { conversations: [PLACES[1]] },
  { authors: [PEOPLE[0]!, PEOPLE[2]!] },
  { notAuthors: [PEOPLE[1]!] },
  { from: at(1_790_000_100_000), end: at(1_790_000_200_000) },
  { notBetween: [{ from: at(1_790_000_050_000), end: at(1_790_000_250_000) }] },
  { facets: 1, notFacets: 2 },
]

test('whatever is written, written anew and asked, the database finds what the question means, newest first', async () => {
  const index = mysqlSearchIndex(world().resources.mysql.read)
  const question = fc.record({
    words: fc.array(term, { minLength: 0, maxLength: 3 }),
    more: fc.constantFrom(...FILTERS),
  })
  let found = 0
  for (const seed of [7, 8, 9]) {
    const all = fc.sample(text, { numRuns: 300, seed }).map((of, i) => document(i + 1, of))
    await index.write(MINE, all)
    // The same words of neighbours are no words of ours.
    await index.write(
      THEIRS,
      all.map((one) => ({ ...one, words: [...one.words, ...one.words] })),
    )
    for (const { words, more } of fc.sample(question, { numRuns: 150, seed })) {
      const query = asked(words.join(' '), more)
      const hits = await index.find(MINE, query)
      const told = `${words.join(' ')} ${JSON.stringify(more)}`
      expect(
        hits.map(({ seq }) => seq),
        told,
      ).toEqual(expected(all, query))
      found += hits.length
    }
  }
  expect(found).toBeGreaterThan(1_000)
}, 60_000)

test('by relevance what has a word more often, and rare words, come first', async () => {
  const index = mysqlSearchIndex(world().resources.mysql.read)
  const workspace = '1000000000000000009' as WorkspaceId
  const texts = ['release notes', 'release release release', 'release', 'other words entirely', 'and more of them']
  await index.write(
    workspace,
    texts.map((of, i) => document(i + 1, of)),
  )
  const hits = await index.find(workspace, asked('release', { order: 'relevance' }))
  expect(hits.map(({ seq }) => seq)[0]).toBe(2)
  expect(hits).toHaveLength(3)
})

test('a document written again has its new words and not its old ones; what is removed is gone, also when repeated', async () => {
  const index = mysqlSearchIndex(world().resources.mysql.read)
  const workspace = '1000000000000000010' as WorkspaceId
  const find = async (query: string) => (await index.find(workspace, asked(query))).map(({ changedSeq }) => changedSeq)
  for (let again = 0; again < 2; again++) await index.write(workspace, [document(1, 'before'), document(2, 'other')])
  expect(await find('before')).toEqual([1])
  for (let again = 0; again < 2; again++) await index.write(workspace, [document(1, 'afterwards', { changedSeq: 7 })])
  expect(await find('before')).toEqual([])
  expect(await find('afterwards')).toEqual([7])
  for (let again = 0; again < 2; again++) await index.remove(workspace, PLACES[1], [1])
  expect(await find('afterwards')).toEqual([])
  expect(await index.forget(workspace, PLACES[0], 10)).toBe(1)
  expect(await find('other')).toEqual([])
  expect(await index.forget(workspace, PLACES[0], 10)).toBe(0)
})

test('what neighbours write does not make a search read more: a word of theirs is no word of ours', async () => {
  const [mine, theirs] = ['1000000000000000011', '1000000000000000012'] as [WorkspaceId, WorkspaceId]
  const connection = await world().resources.mysql.read.getConnection()
  try {
    const index = mysqlSearchIndex(connection)
    for (let from = 1; from <= 4_000; from += 1_000) {
      await index.write(
        theirs,
        Array.from({ length: 1_000 }, (_, i) => document(from + i, 'release notes')),
      )
    }
    await index.write(mine, [document(1, 'release notes'), document(2, 'release party'), document(3, 'party')])
    const read = async () => {
      const [rows] = await connection.query<Row[]>("SHOW SESSION STATUS LIKE 'Handler_read%'")
      return rows.reduce((sum, row) => sum + Number(row.Value), 0)
    }
    const before = await read()
    expect(await index.find(mine, asked('release'))).toHaveLength(2)
    expect((await read()) - before).toBeLessThan(100)
  } finally {
    connection.release()
  }
})
