/** Whether a document is what is asked for: the meaning of an `IndexQuery`, without any index. Pure. */
import type { SearchDocument } from './document.ts'
import type { Term } from './query.ts'
import type { IndexQuery } from './search-index.ts'
import { isForm } from './words.ts'

export function matches(document: SearchDocument, query: IndexQuery): boolean {
  const { authorId, createdMs, facets } = document
  return (
    query.conversations.includes(document.conversationId) &&
    (query.authors === null || query.authors.includes(authorId)) &&
    !query.notAuthors.includes(authorId) &&
    (query.from === null || createdMs >= query.from) &&
    (query.end === null || createdMs < query.end) &&
    !query.notBetween.some(({ from, end }) => createdMs >= from && createdMs < end) &&
    (facets & query.facets) === query.facets &&
    (facets & query.notFacets) === 0 &&
    query.terms.every((term) => hasTerm(document.words, term) !== term.negated)
  )
}

/** Words one after another; where only the beginning of the last is known, all of them anywhere. */
export function hasTerm(words: readonly string[], term: Pick<Term, 'words' | 'prefix'>): boolean {
  const { length } = term.words
  if (term.prefix) {
    return term.words.every((word, i) => words.some((form) => isForm(form, word, i === length - 1)))
  }
  for (let at = 0; at + length <= words.length; at++) {
    if (term.words.every((word, i) => words[at + i] === word)) return true
  }
  return false
}
