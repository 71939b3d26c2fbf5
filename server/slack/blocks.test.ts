import { expect, test } from 'vitest'
import { checkBlocks } from './blocks.ts'
import { SlackError } from './slack-error.ts'

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const divider = { type: 'divider' }

test.each<[string, unknown]>([
  ['fifty blocks', Array.from({ length: 50 }, () => divider)],
  ['a section of 3,000 characters', [section('x'.repeat(3_000))]],
  ['a section of fields alone', [{ type: 'section', fields: [{ type: 'plain_text', text: 'x' }] }]],
  ['what is not known of a known block', [{ ...divider, shade: 'dark' }]],
  [
    'buttons',
    [{ type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Go' }, action_id: 'a' }] }],
  ],
  ['no blocks', []],
])('%s: accepted as they are', (_, blocks) => expect(checkBlocks(blocks)).toEqual(blocks))

test.each<[string, unknown, string, string]>([
  [
    '51 blocks (K50)',
    Array.from({ length: 51 }, () => divider),
    'invalid_blocks',
    'at most 50 blocks [json-pointer:/blocks]',
  ],
  [
    '4,001 characters in a section (K50)',
    [section('x'.repeat(4_001))],
    'invalid_blocks',
    '[json-pointer:/blocks/0/text/text]',
  ],
  ['an unknown type (K50)', [divider, { type: 'hologram' }], 'invalid_blocks', '[json-pointer:/blocks/1/type]'],
  ['a section of nothing', [{ type: 'section' }], 'invalid_blocks', 'must have text or fields'],
  ['an image of nothing', [{ type: 'image', alt_text: 'x' }], 'invalid_blocks', 'image_url'],
  [
    'a header in mrkdwn',
    [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }],
    'invalid_blocks',
    '/blocks/0/text/type',
  ],
  [
    'twice the same block_id',
    [
      { ...divider, block_id: 'a' },
      { ...divider, block_id: 'a' },
    ],
    'invalid_blocks',
    'block_id',
  ],
  ['no list', { type: 'divider' }, 'invalid_blocks_format', '[json-pointer:/blocks]'],
  ['a text in the list', ['divider'], 'invalid_blocks_format', '[json-pointer:/blocks]'],
  ['a block without a type', [{ text: 'x' }], 'invalid_blocks_format', '[json-pointer:/blocks]'],
  ['too much of it', Array.from({ length: 50 }, () => section('x'.repeat(2_500))), 'msg_blocks_too_long', '100000'],
])('%s: %s', (_, blocks, code, told) => {
  const error = errorOf(() => checkBlocks(blocks))
  expect(error.code).toBe(code)
  expect(error.messages.join('\n')).toContain(told)
})

function errorOf(work: () => unknown): SlackError {
  try {
    work()
  } catch (error) {
    if (error instanceof SlackError) return error
    throw error
  }
  throw new Error('it was accepted')
}
