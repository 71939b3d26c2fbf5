import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

const sources = {
  nonce: 'bm9uY2U',
  inlineScripts: ['alert(1)'],
  gatewayUrl: 'https://live.example.org/path',
  development: false,
}

const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1)

test('only scripts with the nonce or a known text run, and what they load', () => {
  // sha256 of "alert(1)" in base64
  expect(directive(contentSecurityPolicy(sources), 'script-src')).toBe(
    "'nonce-bm9uY2U' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=' 'strict-dynamic'",
  )
})

test('the socket tier is reached by its origin, over HTTP and as a socket', () => {
  expect(directive(contentSecurityPolicy(sources), 'connect-src')).toBe(
    "'self' https://live.example.org wss://live.example.org",
  )
  expect(directive(contentSecurityPolicy({ ...sources, gatewayUrl: 'http://127.0.0.1:3001' }), 'connect-src')).toBe(
    "'self' http://127.0.0.1:3001 ws://127.0.0.1:3001",
  )
})

test('what is not named is refused, and nothing may be evaluated or framed', () => {
  const policy = contentSecurityPolicy(sources)
  expect(directive(policy, 'default-src')).toBe("'none'")
  expect(directive(policy, 'frame-ancestors')).toBe("'none'")
  expect(policy).not.toContain('unsafe-eval')
  expect(directive(policy, 'script-src')).not.toContain('unsafe-inline')
})

test('a development build may evaluate code', () => {
  expect(directive(contentSecurityPolicy({ ...sources, development: true }), 'script-src')).toContain("'unsafe-eval'")
})
