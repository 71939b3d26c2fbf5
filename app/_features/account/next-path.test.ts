import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

test('after signing in, only a path of our own is followed', () => {
  expect(nextPath('/join/abc?x=1')).toBe('/join/abc?x=1')
  for (const foreign of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    undefined,
    ['/a', '/b'],
  ]) {
    expect(nextPath(foreign)).toBe('/')
  }
})
