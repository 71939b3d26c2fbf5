/** What a workspace does not let its people write: words, and links. The same for everything that is posted, however it came. */
import { DomainError } from '../errors.ts'
import { hostOf } from './hosts.ts'

export type ContentRules = {
  /** Words and phrases, whole and whatever their case; `*` at the end stands for any ending. */
  words: string[]
  /** `refuse`: links to these hosts and to what lies below them. `only`: links to all others. */
  links: { rule: 'refuse' | 'only'; hosts: string[] }
}

/** What was found of it: the word as the rule spells it, or the host of a link. */
export type Violation = { kind: 'word' | 'link'; found: string }

export const NO_RULES: ContentRules = { words: [], links: { rule: 'refuse', hosts: [] } }

/** `only` without hosts is a rule too: no links at all. */
export const hasRules = ({ words, links }: ContentRules): boolean =>
  words.length > 0 || links.hosts.length > 0 || links.rule === 'only'

export const MAX_WORDS = 500
export const MAX_HOSTS = 500
export const MAX_WORD_LENGTH = 80

/** Trimmed, each once. @throws DomainError `invalid_input` naming what cannot be a rule */
export function checkContentRules(given: ContentRules): ContentRules {
  const words = distinct(given.words.map((word) => word.replace(/\s+/g, ' ').trim()))
  const hosts = distinct(given.links.hosts.map((host) => host.trim())).map(checkHost)
  for (const word of words) checkWord(word)
  checkCount('words', words.length, MAX_WORDS)
  checkCount('hosts', hosts.length, MAX_HOSTS)
  return { words, links: { rule: given.links.rule, hosts: distinct(hosts) } }
}

const distinct = (list: readonly string[]): string[] => [...new Set(list)].filter((entry) => entry !== '')

function checkWord(word: string): void {
  const bare = word.replace(/\*$/, '')
  const problem =
    word.length > MAX_WORD_LENGTH
      ? `has more than ${MAX_WORD_LENGTH} characters`
      : !/[\p{L}\p{N}]/u.test(bare)
        ? 'has no letter and no digit'
        : bare.includes('*')
          ? 'has a * that is not its last character'
          : null
  if (problem)
    throw new DomainError('invalid_input', { field: 'words', value: word.slice(0, MAX_WORD_LENGTH), problem })
}

/** A whole address is taken for its host. */
function checkHost(given: string): string {
  const host = hostOf(given.includes('://') ? given : `http://${given}`)
  if (host?.includes('.')) return host
  throw new DomainError('invalid_input', {
    field: 'hosts',
    value: given.slice(0, MAX_WORD_LENGTH),
    problem: 'is no host such as example.com',
  })
}

function checkCount(field: string, count: number, limit: number): void {
  if (count > limit) throw new DomainError('invalid_input', { field, value: count, problem: `more than ${limit}` })
}
