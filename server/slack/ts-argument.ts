import { refuse, textArgument } from './arguments.ts'
import { parseTs } from './timestamp.ts'

/** @param code where it is none */
export const tsArgument = (code: string) =>
  textArgument.transform(
    (text, ctx) => parseTs(text) ?? refuse(ctx, code, 'must be a ts: seconds, a point, six digits'),
  )
