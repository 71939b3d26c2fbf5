import type { OpenMethod } from '../method.ts'
import { SlackError } from '../slack-error.ts'

/** Answers with what it got; with `error` it fails with that. Needs no token. */
export const apiTest: OpenMethod = {
  name: 'api.test',
  answer: (args) => {
    if (args.error !== undefined) throw new SlackError(String(args.error).slice(0, 80), [], { args })
    return { args }
  },
}
