/** A message as a tree: what is drawn, and nothing else. Markup that means nothing stays the text it is. */
import type { TimeToken } from '../time-token.ts'

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'bold' | 'italic' | 'strike'; children: Inline[] }
  | { type: 'code'; text: string }
  /** http, https or mailto, and nothing else. */
  | { type: 'link'; href: string; text: string }
  /** A member, by the public id. */
  | { type: 'person'; id: string; text: string | null }
  | { type: 'channel'; id: string; text: string | null }
  | { type: 'everyone'; who: 'here' | 'channel' | 'everyone' }
  | { type: 'emoji'; glyph: string; name: string }
  | { type: 'time'; time: TimeToken }

export type Block =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'code'; text: string; language: string | null }
  | { type: 'quote'; children: Inline[] }
  /** `start`: the first number; null where it is not numbered. */
  | { type: 'list'; start: number | null; items: Inline[][] }
