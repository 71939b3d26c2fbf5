/** What an index keeps of a message. Pure. */
import type { ConversationId, MemberId } from '../ids.ts'
import { plainText } from '../message/time-token.ts'
import { filesOf } from '../files/attached-file.ts'
import type { EpochMillis } from '../time/units.ts'
import type { Has, Is } from './query.ts'
import { indexWords } from './words.ts'

export type SearchDocument = {
  conversationId: ConversationId
  seq: number
  authorId: MemberId
  createdMs: EpochMillis
  /** Bits of `FACETS`. */
  facets: number
  /** Of `words.ts`, in order. */
  words: string[]
  /** Of the message when this was made of it. */
  changedSeq: number
}

export type Facet = Exclude<Has | Is, 'scheduled'>
/** Stored in documents: a bit keeps its meaning for good. */
export const FACETS: Record<Facet, number> = { link: 1, code: 2, thread: 4, edited: 8, file: 16 }

export type Searched = {
  conversationId: ConversationId
  seq: number
  authorId: MemberId
  threadRootId: string | null
  text: string
  payload: string | null
  createdMs: EpochMillis
  editedMs: EpochMillis | null
  changedSeq: number
}

export function documentOf(message: Searched): SearchDocument {
  const { conversationId, seq, authorId, createdMs, changedSeq, text } = message
  const files = filesOf(message.payload).filter(({ gone }) => !gone)
  const facets =
    bit('link', /\bhttps?:\/\/\S/i.test(text)) |
    bit('code', /`[^`]+`/.test(text)) |
    bit('file', files.length > 0) |
    bit('thread', message.threadRootId !== null) |
    bit('edited', message.editedMs !== null)
  const searched = [readable(text), ...files.map(({ name }) => name)].join('\n')
  return { conversationId, seq, authorId, createdMs, changedSeq, facets, words: indexWords(searched) }
}

const bit = (facet: Facet, is: boolean): number => (is ? FACETS[facet] : 0)

/** What people read of it: of `<https://a.test|a label>` both, of a time its words. */
const readable = (text: string): string => plainText(text).replaceAll(/<([^<>|]*)\|([^<>]*)>/g, '$1 $2')
