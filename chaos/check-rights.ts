/**
 * Who may post where: nothing of an author is posted after their right was taken and before it was given back. The numbers of
 * the conversation are the order in which both happened, whatever any clock said.
 */
import { markOf } from './mark-of.ts'
import type { EndState, History } from './history.ts'

export function checkRights(history: History, end: EndState, breach: (kind: string, what: string) => void): void {
  for (const { conversationId, authorId, changes } of history.rights) {
    const posted = end.messages.filter((message) => message.conversationId === conversationId)
    const numbers = new Set(posted.map(({ seq }) => seq))
    const all = Array.from({ length: end.lastSeqs[conversationId] ?? 0 }, (_, i) => i + 1)
    const changedAt = all.filter((seq) => !numbers.has(seq))
    // What follows a change that may not have happened may have had nothing to change.
    const isSure = (i: number) => changes[i]?.outcome === 'ok' && (i === 0 || changes[i - 1]?.outcome === 'ok')
    const acknowledged = changes.filter((_, i) => isSure(i)).length
    if (changedAt.length < acknowledged)
      breach('rights', `${conversationId} has ${changedAt.length} of ${acknowledged} changes that were acknowledged`)
    for (let i = 0; i < changedAt.length; i += 2) {
      const [taken = 0, back = Infinity] = changedAt.slice(i, i + 2)
      for (const { seq, text, authorId: by } of posted)
        if (seq > taken && seq < back && (authorId === null || by === authorId))
          breach('rights', `${markOf(text)} was posted as ${seq}, though its author might not since ${taken}`)
    }
  }
}
