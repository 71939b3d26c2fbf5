/**
 * A workspace's rules for words and links, asked of everything that is posted (C4): when it is accepted, so that its author
 * learns of it at once, and in the transaction that sends, for what was accepted before the rule. Whether there are any is
 * read with the workspace's other policies; a workspace without rules costs nothing more.
 */
import { DomainError } from '#server/domain/errors.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'
import type { ContentRules, Violation } from '#server/domain/moderation/content-rules.ts'
import { compileRules, type ContentMatcher, type PostedContent } from '#server/domain/moderation/match-content.ts'
import type { Db } from '#server/mysql/connect.ts'
import { readContentRules } from '#server/mysql/content-rules.ts'

export type ContentMatchers = ReadonlyMap<WorkspaceId, ContentMatcher>

const NO_MATCHERS: ContentMatchers = new Map()

/** @param policies of every workspace in question. Reads nothing where none of them has rules. */
export async function loadMatchers(
  db: Db,
  policies: Iterable<readonly [WorkspaceId, { moderated: boolean }]>,
): Promise<ContentMatchers> {
  const moderated = [...policies].flatMap(([workspaceId, policy]) => (policy.moderated ? [workspaceId] : []))
  if (moderated.length === 0) return NO_MATCHERS
  const stored = await readContentRules(db, moderated)
  return new Map([...stored].map(([workspaceId, rules]) => [workspaceId, compiledOf(workspaceId, rules)]))
}

/** @throws DomainError `content_refused` naming the word or the host */
export async function checkContent(db: Db, workspaceId: WorkspaceId, content: PostedContent): Promise<void> {
  const matchers = await loadMatchers(db, [[workspaceId, { moderated: true }]])
  const violation = matchers.get(workspaceId)?.(content)
  if (violation) throw contentError(violation)
}

export const contentError = ({ kind, found }: Violation): DomainError =>
  new DomainError('content_refused', { kind, found })

/** Workspaces whose rules are kept compiled in this process. */
const MOST_COMPILED = 1_000
const compiled = new Map<WorkspaceId, { stored: string; match: ContentMatcher }>()

/** They are compared with what is stored, so a change holds from its commit on, in every process. */
function compiledOf(workspaceId: WorkspaceId, stored: string): ContentMatcher {
  const known = compiled.get(workspaceId)
  const current = known?.stored === stored ? known : { stored, match: compileRules(JSON.parse(stored) as ContentRules) }
  compiled.delete(workspaceId)
  compiled.set(workspaceId, current)
  const oldest = compiled.size > MOST_COMPILED ? compiled.keys().next() : undefined
  if (oldest && !oldest.done) compiled.delete(oldest.value)
  return current.match
}
