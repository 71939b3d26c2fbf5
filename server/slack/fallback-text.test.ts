import { expect, test } from 'vitest'
import { fallbackText } from './fallback-text.ts'

const plain = (text: string) => ({ type: 'plain_text', text })

test('the words of blocks, one line a block, in reading order', () => {
  const blocks = [
    { type: 'header', text: plain('Release') },
    { type: 'divider' },
    { type: 'section', text: { type: 'mrkdwn', text: '*Done*' }, fields: [plain('a'), plain('b')] },
    { type: 'image', image_url: 'https://x.test/i.png', alt_text: 'a chart' },
    { type: 'context', elements: [plain('by Ana')] },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'see ' },
            { type: 'link', url: 'https://x.test' },
          ],
        },
      ],
    },
  ]
  expect(fallbackText(blocks, [])).toBe('Release\n*Done* a b\na chart\nby Ana\nsee https://x.test')
})

test('an attachment gives its own fallback, or else what it shows', () => {
  expect(
    fallbackText(
      [],
      [
        { fallback: 'in short', text: 'long' },
        { title: 'T', text: 'U' },
      ],
    ),
  ).toBe('in short\nT U')
})

test('nothing to read gives nothing', () => expect(fallbackText([{ type: 'divider' }], [{}])).toBe(''))

test('a long one is cut at 4,000 characters', () => {
  expect(fallbackText([{ type: 'markdown', text: 'x'.repeat(5_000) }], [])).toHaveLength(4_000)
})
