import { z } from 'zod'
import { refuse } from './arguments.ts'

const MAX_NAME = 80

/** Slack's rules for names; letters of every script are letters. */
export const nameArgument = z.unknown().transform((value, ctx) => {
  if (value === undefined) return refuse(ctx, 'invalid_name_required', 'a channel needs a name')
  if (typeof value !== 'string') return refuse(ctx, 'invalid_name', 'must be text')
  if (value.length > MAX_NAME) return refuse(ctx, 'invalid_name_maxlength', `must have at most ${MAX_NAME} characters`)
  if (!/[\p{L}\p{N}]/u.test(value)) return refuse(ctx, 'invalid_name_punctuation', 'must have a letter or a digit')
  if (!/^[\p{L}\p{N}\p{M}_-]+$/u.test(value) || value !== value.toLowerCase()) {
    return refuse(ctx, 'invalid_name_specials', 'may have small letters, digits, hyphens and underscores')
  }
  return value
})
