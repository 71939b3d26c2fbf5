/**
 * A message has a trace of its own, and its id tells which: so accepting it, sending it days later in another process and
 * emitting its frame in a third stand in one trace, though neither row nor frame carries one. Pure.
 */
import type { MessageId } from '../ids.ts'

/** What the first half of such a trace id is: not zero, and no other trace begins with it but by chance. */
const OF_MESSAGES = 'ca21110000000000'

const sixteenDigits = (id: MessageId): string => BigInt(id).toString(16).padStart(16, '0')

/** @returns 32 hexadecimal digits */
export const messageTraceId = (id: MessageId): string => OF_MESSAGES + sixteenDigits(id)

/** The span that all others of its trace are parts of: when it was accepted. @returns 16 hexadecimal digits */
export const messageSpanId = (id: MessageId): string => sixteenDigits(id)
