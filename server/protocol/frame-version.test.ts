import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FRAME_VERSION } from './frame-format.ts'
import { catchUpPageSchema, frameSchema, headSchema } from './frame.ts'
import { NUDGES } from './socket-events.ts'

/**
 * What each version looked like on the wire. A changed schema needs a new version and a new line here; a line that has
 * been released is never edited, because clients of that version are still open in people's browsers.
 */
const SHAPES: Record<number, string> = {
  1: '55f94eeb1c5b801459356827c923d2c70fa93135d08e3a06b2ebd575993a9d7e',
  2: 'ea272e512985f0433d9d9b203f778f40f14c8fc69590a9d7d9d801c837dcc245',
}

test('the wire shapes do not change without a new frame version', () => {
  const shapes = [frameSchema, headSchema, catchUpPageSchema].map((schema) => z.toJSONSchema(schema, { io: 'input' }))
  const hash = createHash('sha256')
    .update(JSON.stringify([shapes, NUDGES]))
    .digest('hex')
  expect(hash, `frame version ${FRAME_VERSION}`).toBe(SHAPES[FRAME_VERSION])
})
