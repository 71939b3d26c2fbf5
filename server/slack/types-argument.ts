import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import { listArgument, refuse } from './arguments.ts'

/** There are no direct conversations of several people: asking for them finds none. */
const KINDS = new Map<string, ConversationKind[]>([
  ['public_channel', ['public']],
  ['private_channel', ['private']],
  ['im', ['direct']],
  ['mpim', []],
])

export const typesArgument = listArgument.transform((types, ctx): ConversationKind[] =>
  types.every((type) => KINDS.has(type))
    ? types.flatMap((type) => KINDS.get(type) ?? [])
    : refuse(ctx, 'invalid_types', `must be some of ${[...KINDS.keys()].join(', ')}`),
)
