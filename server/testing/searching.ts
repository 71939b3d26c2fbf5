/** Searching as a person does, after the index has followed everything. */
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ChannelRef } from '#server/mysql/channel-locks.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { indexMessages, type IndexOn } from '#server/usecases/search/index-messages.ts'
import { searchMessages, type SearchAnswer, type SearchInput } from '#server/usecases/search/search-messages.ts'

/** One round over all conversations. @returns how many messages were taken in or away */
export async function indexAll(r: Resources, indexOn?: IndexOn): Promise<number> {
  let after: ChannelRef | null = null
  let messages = 0
  do {
    const step = await indexMessages(r, after, indexOn)
    messages += step.messages
    after = step.next
  } while (after)
  return messages
}

export const search = (
  r: Resources,
  actor: Actor,
  query: string,
  more: Partial<SearchInput> = {},
): Promise<SearchAnswer> => searchMessages(r, actor, { query, order: 'newest', page: 1, perPage: 20, ...more })

/** The texts that are found, in order. */
export const textsOf = ({ messages }: SearchAnswer): string[] => messages.map(({ message }) => message.text)
