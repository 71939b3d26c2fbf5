import { refuse, textArgument } from './arguments.ts'

/** Ten digits until the year 2286; thirteen would be milliseconds. */
const LAST_SECOND = 99_999_999_999

/** Whole seconds since 1970. A fraction, milliseconds or a sign is told, never rounded: nobody guesses when to send. */
export const postAtArgument = textArgument.transform((text, ctx) => {
  if (/^\d+$/.test(text.trim()) && Number(text) <= LAST_SECOND) return Number(text)
  return refuse(
    ctx,
    'invalid_time',
    'post_at must be whole seconds since 1970, such as 1798761600: no fraction, no milliseconds',
  )
})
