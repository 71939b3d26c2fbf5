import { expect, test } from 'vitest'
import { isSameOriginJson } from './same-origin.ts'

const ours = 'https://chat.example.test'
const json = { 'content-type': 'application/json' }

test.each([
  [{ ...json, origin: ours }, true],
  [{ 'content-type': 'application/json; charset=utf-8', origin: ours }, true],
  [{ ...json, 'sec-fetch-site': 'same-origin' }, true],
  [{ ...json, origin: 'https://evil.example.test' }, false],
  [{ ...json, origin: 'https://evil.example.test', 'sec-fetch-site': 'same-origin' }, false],
  [{ ...json, origin: 'null' }, false],
  [{ ...json, 'sec-fetch-site': 'same-site' }, false],
  [json, false],
  [{ 'content-type': 'text/plain', origin: ours }, false],
  [{ 'content-type': 'application/x-www-form-urlencoded', origin: ours }, false],
])('a change with %j is accepted: %s', (headers: Record<string, string>, accepted) => {
  expect(isSameOriginJson(new Request(ours, { method: 'POST', headers, body: '{}' }), [ours])).toBe(accepted)
})
