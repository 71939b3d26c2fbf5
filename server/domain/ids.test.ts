import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from './errors.ts'
import {
  compareIds,
  createIdSource,
  decodeBase32,
  encodeBase32,
  formatId,
  idTimeMs,
  parseId,
  parsePublicId,
  type IdKind,
  type MessageId,
} from './ids.ts'

const LARGEST = (1n << 63n) - 1n
const ids = fc.bigInt(1n, LARGEST).map(String)
const kinds = fc.constantFrom<IdKind>('workspace', 'member', 'conversation', 'scheduled', 'message', 'webhook')
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

describe('an id as people see it', () => {
  test('written and read back it is the same, for any id and kind', () => {
    fc.assert(
      fc.property(kinds, ids, (kind, id) => {
        expect(parsePublicId(kind, formatId(kind, id))).toBe(id)
      }),
    )
  })

  test('an id of one kind is refused as any other', () => {
    fc.assert(
      fc.property(kinds, kinds, ids, (kind, other, id) => {
        fc.pre(kind !== other)
        expect(() => parsePublicId(other, formatId(kind, id))).toThrow(DomainError)
      }),
    )
  })

  test('any single digit mistyped is refused', () => {
    fc.assert(
      fc.property(ids, fc.nat(13), fc.nat(30), (id, place, step) => {
        const text = formatId('scheduled', id)
        const digit = DIGITS.indexOf(text[place + 1] ?? '')
        const wrong = text.slice(0, place + 1) + DIGITS[(digit + 1 + step) % 32] + text.slice(place + 2)
        expect(() => parsePublicId('scheduled', wrong)).toThrow(DomainError)
      }),
    )
  })

  test('any two different characters swapped are refused', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 13 }), fc.integer({ min: 2, max: 14 }), (id, a, b) => {
        const characters = [...formatId('scheduled', id)]
        fc.pre(a < b && characters[a] !== characters[b])
        const swapped = characters.with(a, characters[b] ?? '').with(b, characters[a] ?? '')
        expect(() => parsePublicId('scheduled', swapped.join(''))).toThrow(DomainError)
      }),
    )
  })

  test('the form is fixed for good', () => {
    expect([
      formatId('workspace', '1'),
      formatId('scheduled', '385626254193440772'),
      formatId('message', '9223372036854775807'),
    ]).toEqual(['T00000000000012', 'Q0APG513WM7E04T', 'M7ZZZZZZZZZZZZ6'])
  })

  test('a conversation may show which kind it is', () => {
    for (const prefix of ['C', 'D', 'G'])
      expect(parsePublicId('conversation', formatId('conversation', '42', prefix))).toBe('42')
  })

  test.each([
    '',
    'Q',
    'Q0',
    'QILOU000000000A',
    'q000000000001A1',
    'Q000000000000000',
    `Q${'Z'.repeat(14)}`,
    'x'.repeat(500),
  ])('"%s" is none', (text) => {
    expect(() => parsePublicId('scheduled', text)).toThrow(DomainError)
  })
})

test.each(['0', '-1', '01', '1.5', '1e5', 'abc', '', '9223372036854775808', '99999999999999999999'])(
  '"%s" is no decimal id',
  (text) => {
    expect(() => parseId(text)).toThrow(DomainError)
  },
)
test('the largest id is one', () => expect(parseId<MessageId>(LARGEST.toString())).toBe('9223372036854775807'))

test('encoded ids have one width and sort as their numbers do, so equal scores keep their order (C10)', () => {
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      const [one, other] = [encodeBase32(a), encodeBase32(b)]
      expect([one.length, other.length]).toEqual([13, 13])
      expect(one < other).toBe(BigInt(a) < BigInt(b))
      expect(Math.sign(compareIds(a, b))).toBe(Number(BigInt(a) > BigInt(b)) - Number(BigInt(a) < BigInt(b)))
      expect(decodeBase32(one)).toBe(a)
    }),
  )
})

describe('a source of ids', () => {
  test('rises strictly: within a millisecond, beyond 1,024 in one, and over a clock that is set back', () => {
    let now = 1_800_000_000_000
    const makeId = createIdSource(7, () => now)
    const made: bigint[] = []
    for (let i = 0; i < 5_000; i++) {
      if (i === 2_000) now -= 3_600_000
      if (i === 4_000) now += 7_200_000
      made.push(BigInt(makeId<MessageId>()))
    }
    for (let i = 1; i < made.length; i++) expect(made[i]! > made[i - 1]!).toBe(true)
  })

  test('an id tells when it was made, and fits 63 bits until 2093', () => {
    const now = 1_800_000_000_123
    expect(idTimeMs(createIdSource(4095, () => now)<MessageId>())).toBe(now)
    const last = createIdSource(4095, () => Date.UTC(2093, 0, 1))<MessageId>()
    expect(parseId(last)).toBe(last)
  })

  test('two processes never make the same id', () => {
    const now = () => 1_800_000_000_000
    const [one, other] = [createIdSource(1, now), createIdSource(2, now)]
    const made = Array.from({ length: 3_000 }, () => [one<MessageId>(), other<MessageId>()]).flat()
    expect(new Set(made).size).toBe(6_000)
  })
})
