import type { MemberId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { checkContentRules, hasRules, NO_RULES, type ContentRules } from '#server/domain/moderation/content-rules.ts'
import { readContentRules, writeContentRules, type StoredRules } from '#server/mysql/content-rules.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { Resources } from '../resources.ts'

/** `changed` null: nobody has given any. */
export type ContentRulesView = ContentRules & { changed: { by: MemberId; at_ms: number } | null }

/** @throws DomainError `not_allowed` */
export async function loadContentRules(r: Resources, actor: Actor): Promise<ContentRulesView> {
  authorize(actor, { to: 'manage-workspace' })
  const stored = (await readContentRules(r.mysql.read, [actor.workspaceId])).get(actor.workspaceId)
  if (stored === undefined) return { ...NO_RULES, changed: null }
  const { changedBy, changedMs, ...rules } = JSON.parse(stored) as StoredRules
  return { ...rules, changed: { by: changedBy, at_ms: changedMs } }
}

/**
 * Holds at once for what is posted, and for what waits when it is sent.
 * @throws DomainError `not_allowed`; `invalid_input` naming what cannot be a rule
 */
export async function saveContentRules(r: Resources, actor: Actor, given: ContentRules): Promise<ContentRulesView> {
  authorize(actor, { to: 'manage-workspace' })
  const rules = checkContentRules(given)
  const by = { changedBy: actor.memberId, changedMs: await loadDbNow(r.mysql.read) }
  await writeContentRules(r.mysql.read, actor.workspaceId, hasRules(rules) ? { ...rules, ...by } : null)
  return loadContentRules(r, actor)
}
