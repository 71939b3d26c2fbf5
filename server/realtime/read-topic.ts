/** What arrives from Redis, checked as far as routing needs: the version, whose it is, and where it belongs. */
import { FRAME_VERSION } from '#server/protocol/frame-format.ts'
import { z } from 'zod'
import { conversationIdSchema, frameSchema, workspaceIdSchema, type Frame } from '#server/protocol/frame.ts'
import { NUDGES, type MemberSignal } from '#server/protocol/socket-events.ts'

/** Changes are passed on as they came: their writer is ours, and a frame may hold 500 of them. */
const envelope = frameSchema
  .omit({ v: true, changes: true })
  .extend({ changes: z.array(z.looseObject({ type: z.string() })) })
const version = z.looseObject({ v: z.number(), workspaceId: workspaceIdSchema, conversationId: conversationIdSchema })

const memberSignal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('nudge'), about: z.array(z.enum(NUDGES)) }),
  z.object({ type: z.literal('memberships') }),
  z.object({ type: z.literal('close'), reason: z.enum(['deactivated', 'signed-out']) }),
])

export function readFrame(json: string): Frame | 'version' | 'malformed' {
  const value = parseJson(json)
  const head = version.safeParse(value)
  if (!head.success) return 'malformed'
  if (head.data.v !== FRAME_VERSION) return 'version'
  return envelope.safeParse(value).success ? (value as Frame) : 'malformed'
}

export function readSignal(json: string): MemberSignal | null {
  const signal = memberSignal.safeParse(parseJson(json))
  return signal.success ? signal.data : null
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
