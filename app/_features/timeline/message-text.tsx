'use client'
import { mayBeFormatted } from '#server/domain/message/format/may-be-formatted.ts'
import { lazyPart } from '#app/_ui/lazy-part.tsx'

const RichText = lazyPart(() => import('./rich-text.tsx').then((m) => m.RichText))

/** A time in a text, as its author saw it: until it stands on the reader's clock. */
const TIME = /<!date\^[^|<>]*\|([^<>|]*)>/g

/** A message as it is read: with its markup, and times on the reader's clock. */
export const MessageText = ({ text }: { text: string }) =>
  mayBeFormatted(text) ? <RichText text={text} meanwhile={text.replace(TIME, '$1')} /> : text
