import { DomainError } from '../errors.ts'
import { parsePublicId, type MemberId } from '../ids.ts'
import { CODE } from './is-mentioned.ts'

/** Whom a text calls by name. `everyone`: all who are in the conversation. */
export type Mentions = { memberIds: readonly MemberId[]; everyone: boolean }

const NOBODY: Mentions = { memberIds: [], everyone: false }
/** So many people are told by one message. */
const MOST_NAMED = 100
const NAMED = /<@(U[0-9A-Z]+)(?:\|[^<>\n]*)?>|<!(?:here|channel|everyone)(?:\|[^<>\n]*)?>/g

/** What stands in code names nobody. Costs two searches where nobody is named. */
export function mentionsOf(text: string): Mentions {
  if (!text.includes('<@') && !text.includes('<!')) return NOBODY
  const memberIds = new Set<MemberId>()
  let everyone = false
  for (const [, publicId] of text.replaceAll(CODE, '').matchAll(NAMED)) {
    if (publicId === undefined) everyone = true
    else if (memberIds.size < MOST_NAMED) {
      const id = readMember(publicId)
      if (id) memberIds.add(id)
    }
  }
  return { memberIds: [...memberIds], everyone }
}

function readMember(publicId: string): MemberId | null {
  try {
    return parsePublicId<MemberId>('member', publicId)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
