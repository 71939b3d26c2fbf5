/**
 * Pieces of which methods make their input. Arguments arrive as text (form, multipart, query) or as JSON values, and
 * both are taken everywhere; what is empty was dropped before.
 */
import { z } from 'zod'
import { DEFAULT_PAGE, MAX_PAGE } from './limits.ts'
import { describeArgument, SlackError } from './slack-error.ts'

export type Arguments = Record<string, unknown>

/** Half a surrogate pair cannot be stored: it becomes the replacement character here, so that a repeat is the same text. */
export const textArgument = z
  .union([z.string(), z.number(), z.boolean()], { error: 'must be text' })
  .transform((value) => String(value).toWellFormed())

export const flagArgument = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0']), z.literal(1), z.literal(0)], {
    error: 'must be true or false',
  })
  .transform((value) => value === true || value === 'true' || value === '1' || value === 1)

/** @param code the answer's `error` where it is not such a number */
export const wholeArgument = (code: string, bounds: { from: number; to: number }) =>
  textArgument.transform((text, ctx) => {
    const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
    if (number >= bounds.from && number <= bounds.to) return number
    return refuse(ctx, code, `must be a whole number from ${bounds.from} to ${bounds.to}`)
  })

/** 0 asks for the default, as in Slack. */
export const limitArgument = wholeArgument('invalid_limit', { from: 0, to: MAX_PAGE })
  .transform((limit) => limit || DEFAULT_PAGE)
  .default(DEFAULT_PAGE)

/** JSON in a text, or the value itself. @param code where a text is not JSON */
export const jsonArgument = (code: string) =>
  z.unknown().transform((value, ctx) => {
    const read = typeof value === 'string' ? parseJson(value) : value
    return read === undefined && value !== undefined ? refuse(ctx, code, 'must be JSON') : read
  })

/** @returns undefined for what is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A list separated by commas, or a JSON array of texts. */
export const listArgument = z
  .unknown()
  .transform((value) => (typeof value === 'string' && value.trimStart().startsWith('[') ? parseJson(value) : value))
  .pipe(z.union([textArgument, z.array(textArgument)], { error: 'must be a list separated by commas' }))
  .transform((value) => (typeof value === 'string' ? value.split(',') : value))
  .transform((list) => [...new Set(list.map((entry) => entry.trim()).filter((entry) => entry !== ''))])

/** Refuses with a code of Slack's own. */
export function refuse(ctx: z.RefinementCtx, code: string, problem: string): never {
  ctx.addIssue({ code: 'custom', message: problem, params: { slack: code } })
  return z.NEVER
}

/** The first own code among the problems decides; every problem is told. */
export function argumentError(error: z.ZodError, args: Arguments): SlackError {
  const own = error.issues
    .map((issue) => ('params' in issue ? issue.params?.slack : undefined))
    .find((code) => typeof code === 'string')
  const messages = error.issues.map((issue) => {
    const value = valueAt(args, issue.path)
    return value === undefined
      ? `[ERROR] missing required field: ${issue.path.map(String).join('/')}`
      : describeArgument(issue.path, value, issue.message)
  })
  return new SlackError(own ?? 'invalid_arguments', messages)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )
}
