/**
 * The index of messages in MySQL and MariaDB themselves. One full-text index serves all workspaces, so every word carries
 * a mark of its own workspace: what a question reads is what that workspace wrote, however common a word is elsewhere.
 * Words are ASCII and longer than three letters with their mark, and none is a stop word: both servers index them all,
 * whatever their settings.
 */
import { assert } from '#server/domain/assert.ts'
import type { ConversationId, WorkspaceId } from '#server/domain/ids.ts'
import type { SearchDocument } from '#server/domain/search/document.ts'
import type { Hit, IndexQuery, SearchIndex } from '#server/domain/search/search-index.ts'
import type { Term } from '#server/domain/search/query.ts'
import type { Db, Row } from './connect.ts'
import { exactKeys, USE_PRIMARY } from './exact-keys.ts'

export const mysqlSearchIndex = (db: Db): SearchIndex => ({
  write: (workspaceId, documents) => writeDocuments(db, workspaceId, documents),
  remove: (workspaceId, conversationId, seqs) => removeDocuments(db, workspaceId, conversationId, seqs),
  forget: (workspaceId, conversationId, limit) => forgetDocuments(db, workspaceId, conversationId, limit),
  find: (workspaceId, query) => findHits(db, workspaceId, query),
})

/**
 * Index: PRIMARY. A document with other words than before is taken away and put in anew: of several rows that one
 * `ON DUPLICATE KEY UPDATE` changes, MySQL 9.7 finds only the last by its new words. With the same words it keeps its place.
 */
export async function writeDocuments(
  db: Db,
  workspaceId: WorkspaceId,
  documents: readonly SearchDocument[],
): Promise<void> {
  if (documents.length === 0) return
  const mark = markOf(workspaceId)
  const before = await readWords(db, workspaceId, documents)
  const fresh: unknown[][] = []
  const gone = new Map<ConversationId, number[]>()
  for (const one of documents) {
    const { conversationId, seq, authorId, createdMs, facets, changedSeq } = one
    const words = one.words.map((word) => mark + word).join(' ')
    const known = before.get(`${conversationId}:${seq}`)
    if (known === words) {
      await db.query(
        'UPDATE search_document SET facets = ?, changed_seq = ? WHERE workspace_id = ? AND channel_id = ? AND seq = ?',
        [facets, changedSeq, workspaceId, conversationId, seq],
      )
      continue
    }
    if (known !== undefined) gone.set(conversationId, [...(gone.get(conversationId) ?? []), seq])
    fresh.push([workspaceId, conversationId, seq, authorId, createdMs, facets, changedSeq, words])
  }
  for (const [conversationId, seqs] of gone) await removeDocuments(db, workspaceId, conversationId, seqs)
  if (fresh.length === 0) return
  await db.query(
    `INSERT INTO search_document (workspace_id, channel_id, seq, author_id, created_ms, facets, changed_seq, words)
     VALUES ?`,
    [fresh],
  )
}

async function readWords(
  db: Db,
  workspaceId: WorkspaceId,
  documents: readonly SearchDocument[],
): Promise<Map<string, string>> {
  const keys = documents.map(({ conversationId, seq }) => [workspaceId, conversationId, String(seq)])
  const [rows] = await db.query<Row[]>(
    `SELECT channel_id, seq, words FROM search_document ${USE_PRIMARY} WHERE (workspace_id, channel_id, seq) IN (?)`,
    [exactKeys(keys)],
  )
  return new Map(rows.map((row) => [`${row.channel_id}:${row.seq}`, row.words]))
}

/** Index: PRIMARY. */
export async function removeDocuments(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return
  await db.query('DELETE FROM search_document WHERE workspace_id = ? AND channel_id = ? AND seq IN (?)', [
    workspaceId,
    conversationId,
    seqs,
  ])
}

/** Index: PRIMARY. */
export async function forgetDocuments(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  limit: number,
): Promise<number> {
  assert(Number.isInteger(limit) && limit > 0, `limit ${limit}`)
  const [done] = await db.query(
    `DELETE FROM search_document WHERE workspace_id = ? AND channel_id = ? ORDER BY seq LIMIT ${limit}`,
    [workspaceId, conversationId],
  )
  return (done as { affectedRows: number }).affectedRows
}

/** With words by the full-text index `words`; without by `by_author`, `by_time` or PRIMARY. */
export async function findHits(db: Db, workspaceId: WorkspaceId, query: IndexQuery): Promise<Hit[]> {
  assert(Number.isInteger(query.limit) && query.limit > 0 && query.limit <= 1001, `limit ${query.limit}`)
  if (query.conversations.length === 0 || query.authors?.length === 0) return []
  const { where, values } = conditionsOf(workspaceId, query)
  const words = wantedWords(workspaceId, query.terms)
  const byRelevance = query.order === 'relevance' && words !== ''
  const best = byRelevance ? 'MATCH (words) AGAINST (? IN BOOLEAN MODE) DESC, ' : ''
  const way = query.order === 'oldest' ? 'ASC' : 'DESC'
  // Within one conversation the number is the order of time, and the primary key has it already.
  const byTime = query.conversations.length === 1 ? `seq ${way}` : `created_ms ${way}, channel_id ${way}, seq ${way}`
  const [rows] = await db.query<Row[]>(
    `SELECT channel_id, seq, changed_seq FROM search_document ${query.terms.length === 0 ? inOrder(query) : ''}
     WHERE ${where.join(' AND ')} ORDER BY ${best}${byTime} LIMIT ${query.limit}`,
    byRelevance ? [...values, words] : values,
  )
  return rows.map((row) => ({
    conversationId: row.channel_id as ConversationId,
    seq: Number(row.seq),
    changedSeq: Number(row.changed_seq),
  }))
}

/** Without words the rows are read in the order asked for, and no further than needed; left to choose, both servers sorted. */
function inOrder({ conversations, authors }: IndexQuery): string {
  if (conversations.length === 1) return USE_PRIMARY
  return `FORCE INDEX (${authors?.length === 1 ? 'by_author' : 'by_time'})`
}

function conditionsOf(workspaceId: WorkspaceId, query: IndexQuery): { where: string[]; values: unknown[] } {
  const where = ['workspace_id = ?']
  const values: unknown[] = [workspaceId]
  const add = (condition: string, ...given: unknown[]) => {
    where.push(condition)
    values.push(...given)
  }
  const wanted = wantedWords(workspaceId, query.terms)
  const unwanted = query.terms.filter((term) => term.negated).map((term) => expressionOf(markOf(workspaceId), term))
  if (wanted !== '') add('MATCH (words) AGAINST (? IN BOOLEAN MODE)', wanted)
  for (const one of unwanted) add('NOT MATCH (words) AGAINST (? IN BOOLEAN MODE)', one)
  add('channel_id IN (?)', query.conversations)
  if (query.authors) add('author_id IN (?)', query.authors)
  if (query.notAuthors.length > 0) add('author_id NOT IN (?)', query.notAuthors)
  if (query.from !== null) add('created_ms >= ?', query.from)
  if (query.end !== null) add('created_ms < ?', query.end)
  for (const { from, end } of query.notBetween) add('NOT (created_ms >= ? AND created_ms < ?)', from, end)
  if (query.facets !== 0) add('facets & ? = ?', query.facets, query.facets)
  if (query.notFacets !== 0) add('facets & ? = 0', query.notFacets)
  return { where, values }
}

const wantedWords = (workspaceId: WorkspaceId, terms: readonly Term[]): string =>
  terms
    .filter((term) => !term.negated)
    .map((term) => expressionOf(markOf(workspaceId), term))
    .join(' ')

/** Of words alone, made of ASCII letters, digits and `_`: nothing in them means anything to the server's own grammar. */
function expressionOf(mark: string, { words, prefix }: Pick<Term, 'words' | 'prefix'>): string {
  const marked = words.map((word) => mark + word)
  assert(
    marked.every((word) => /^\w+$/.test(word)),
    'a searched word is ASCII',
  )
  if (prefix) return marked.map((word, i) => `+${word}${i === marked.length - 1 ? '*' : ''}`).join(' ')
  return marked.length === 1 ? `+${marked[0]}` : `+"${marked.join(' ')}"`
}

/** Seven base-32 digits of FNV-1a. Two workspaces with one mark cost each other time, nothing else: each row is asked whose it is. */
function markOf(workspaceId: WorkspaceId): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < workspaceId.length; i++) hash = Math.imul(hash ^ workspaceId.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(32).padStart(7, '0')
}
