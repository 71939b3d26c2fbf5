import { expect, test } from 'vitest'
import { callerAddress } from './caller-address.ts'

const from = (forwarded: string) => callerAddress(new Headers({ 'x-forwarded-for': forwarded }))

test('the entry that the nearest server wrote counts, not what the caller says of itself', () => {
  expect(from('203.0.113.9')).toBe('203.0.113.9')
  expect(from('10.0.0.1, 198.51.100.7, 203.0.113.9')).toBe('203.0.113.9')
  expect(callerAddress(new Headers())).toBe('')
})

test('of IPv6 the network of 64 bits, however it is written', () => {
  for (const written of ['2001:db8:0:5::1', '2001:0DB8:0000:0005:ffff:ffff:ffff:ffff', '2001:db8:0:5:1:2:3:4'])
    expect(from(written), written).toBe('2001:db8:0:5::/64')
  expect(from('2001:db8:0:6::1')).toBe('2001:db8:0:6::/64')
  expect(from('::1')).toBe('0:0:0:0::/64')
  expect(from('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(from('::ffff:203.0.113.9')).toBe('203.0.113.9')
})

test('a long word of the caller makes no long key', () => {
  expect(from('x'.repeat(500))).toHaveLength(45)
  expect(from(`${'f'.repeat(500)}:1`).length).toBeLessThan(45)
})
