import { expect, test } from 'vitest'
import { trustedOrigins } from './trusted-origins.ts'

test('only the application’s own address is trusted; on loopback its two names are one', () => {
  expect(trustedOrigins('https://chat.example.test')).toEqual(['https://chat.example.test'])
  expect(trustedOrigins('https://chat.example.test:8443')).toEqual(['https://chat.example.test:8443'])
  expect(trustedOrigins('http://127.0.0.1:3000')).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000'])
})
