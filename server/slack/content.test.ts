import { expect, test } from 'vitest'
import { changeContent, composeContent } from './content.ts'

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const metadata = { event_type: 'released', event_payload: { id: 7 } }

test('a text alone has no payload', () => expect(composeContent({ text: 'hi' })).toEqual({ text: 'hi', payload: null }))

test('blocks alone give the text they read as (K49)', () => {
  const { text, payload } = composeContent({ blocks: [section('*hi*')] })
  expect(text).toBe('*hi*')
  expect(JSON.parse(payload ?? '')).toEqual({ blocks: [section('*hi*')] })
})

test('markdown_text is the text, marked as markdown', () => {
  const { text, payload } = composeContent({ markdown_text: '**hi**' })
  expect([text, JSON.parse(payload ?? '')]).toEqual(['**hi**', { markdown: true }])
})

test('a new text leaves blocks and metadata as they are', () => {
  const before = composeContent({ text: 'old', blocks: [section('x')], metadata })
  const after = changeContent(before, { text: 'new' })
  expect(after).toEqual({ text: 'new', payload: before.payload })
})

test('new blocks change a text that was made from the old ones, and leave a written one', () => {
  expect(changeContent(composeContent({ blocks: [section('a')] }), { blocks: [section('b')] }).text).toBe('b')
  expect(changeContent(composeContent({ text: 'own', blocks: [section('a')] }), { blocks: [section('b')] }).text).toBe(
    'own',
  )
})

test('an empty list takes the blocks away', () => {
  expect(changeContent(composeContent({ text: 'own', blocks: [section('a')] }), { blocks: [] })).toEqual({
    text: 'own',
    payload: null,
  })
})

test('parts that another door added stay', () => {
  const after = changeContent({ text: 'a', payload: '{"files":["F1"]}' }, { metadata })
  expect(JSON.parse(after.payload ?? '')).toEqual({ files: ['F1'], metadata })
})

test('the same content gives the same payload, so a repeat can be known', () => {
  const given = { text: 'a', blocks: [section('x')], metadata }
  expect(composeContent(structuredClone(given))).toEqual(composeContent(given))
})
