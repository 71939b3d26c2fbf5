/**
 * Ids. Inside: a 63-bit integer as a branded decimal string (`"1234567890123456789"`), exact in every driver.
 * Outside: a prefix, 13 Crockford base-32 digits and a check character (`C0A1B2…`), so a mistyped id or
 * one of the wrong kind is refused before anything is looked up.
 * The layout (41 bits of milliseconds, 12 of process, 10 counting) is fixed for good.
 */
import { DomainError } from './errors.ts'
import type { Brand } from './time/units.ts'

export type WorkspaceId = Brand<string, 'WorkspaceId'>
export type MemberId = Brand<string, 'MemberId'>
export type ConversationId = Brand<string, 'ConversationId'>
/** Also the id of a scheduled message: a message takes over the id of the row it came from (I1). */
export type MessageId = Brand<string, 'MessageId'>
/** Of a message that comes again and again; its occurrences are scheduled messages with ids of their own. */
export type SeriesId = Brand<string, 'SeriesId'>
/** Of an address that programs post to. */
export type WebhookId = Brand<string, 'WebhookId'>
/** Of an uploaded file. */
export type FileId = Brand<string, 'FileId'>
/** An id of a row that nobody outside names: audit events, outbox rows, notices, invitations, tokens. */
export type RowId = Brand<string, 'RowId'>

/** 2024-01-01T00:00Z: 41 bits of milliseconds from here reach the year 2093. */
const ID_EPOCH_MS = 1_704_067_200_000n
const LARGEST_ID = (1n << 63n) - 1n
/** Crockford's digits, in ASCII order: encoded ids of one length sort as their numbers do. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ENCODED_LENGTH = 13
/** x^5 + x^2 + 1, which makes the 32 digits a field. */
const FIELD_POLYNOMIAL = 0b100101

const DECIMAL = /^[1-9][0-9]{0,18}$/

/** Kinds of id that people and programs see, with the letters each may start with. */
const PREFIXES = {
  workspace: 'T',
  member: 'U',
  conversation: 'CDG',
  scheduled: 'Q',
  message: 'M',
  series: 'R',
  webhook: 'B',
  file: 'F',
} as const
export type IdKind = keyof typeof PREFIXES

/** An id from a database row or from our own wire. @throws DomainError `invalid_id` */
export function parseId<T extends Brand<string, string>>(decimal: string): T {
  if (!DECIMAL.test(decimal) || BigInt(decimal) > LARGEST_ID) throw new DomainError('invalid_id', { id: decimal })
  return decimal as T
}

/** Thirteen digits, ordered like the number; the form used inside Redis members. */
export function encodeBase32(id: string): string {
  const value = BigInt(id)
  return digitsOf(Number(value >> 30n), 7) + digitsOf(Number(value & 0x3fff_ffffn), 6)
}

/** The last six digits are 30 bits: two plain numbers cost a fifth of one BigInt, at twice per message sent. */
function digitsOf(part: number, count: number): string {
  let text = ''
  for (let i = 0, rest = part; i < count; i++, rest = Math.floor(rest / 32)) text = DIGITS.charAt(rest % 32) + text
  return text
}

/** @throws DomainError `invalid_id` */
export function decodeBase32(text: string): string {
  if (text.length !== ENCODED_LENGTH) throw new DomainError('invalid_id', { id: text })
  const value = (BigInt(valueOf(text, 0, 7)) << 30n) | BigInt(valueOf(text, 7, ENCODED_LENGTH))
  if (value === 0n || value > LARGEST_ID) throw new DomainError('invalid_id', { id: text })
  return value.toString()
}

function valueOf(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = DIGITS.indexOf(text.charAt(i))
    if (digit < 0) throw new DomainError('invalid_id', { id: text })
    value = value * 32 + digit
  }
  return value
}

/**
 * The id as people and programs see it.
 * @param prefix which letter, where the kind has several (`C` channel, `D` direct message, `G` group)
 */
export function formatId(kind: IdKind, id: string, prefix: string = PREFIXES[kind][0]!): string {
  const body = encodeBase32(id)
  return prefix + body + checkCharacterOf(body)
}

/** Reads an id written by `formatId`. @throws DomainError `invalid_id` for a wrong kind, digit or check character */
export function parsePublicId<T extends Brand<string, string>>(kind: IdKind, text: string): T {
  const [prefix, body, check] = [text.slice(0, 1), text.slice(1, -1), text.slice(-1)]
  if (!PREFIXES[kind].includes(prefix) || prefix === '') throw new DomainError('invalid_id', { id: text })
  const id = decodeBase32(body)
  if (checkCharacterOf(body) !== check) throw new DomainError('invalid_id', { id: text })
  return id as T
}

/**
 * The digits as a polynomial over the field of 32, at its generator: any one wrong digit and any two swapped ones change
 * it. (A remainder by 31 would be the sum of the digits, blind to their order.)
 */
function checkCharacterOf(body: string): string {
  let check = 0
  for (const char of body) {
    check = (check ^ DIGITS.indexOf(char)) << 1
    if (check > 31) check ^= FIELD_POLYNOMIAL
  }
  return DIGITS.charAt(check)
}

/** The instant an id was made, by the clock of the process that made it. */
export const idTimeMs = (id: string): number => Number((BigInt(id) >> 22n) + ID_EPOCH_MS)

/** Not above any id that was made at this instant or later. */
export const firstIdAt = (ms: number): string => ((BigInt(Math.max(0, ms)) - ID_EPOCH_MS) << 22n).toString()

/**
 * A source of ids for one process. Ids rise strictly; more than 1,024 in a millisecond borrow from the next.
 * Two processes that drew the same number can clash: the primary key refuses the second and the caller retries.
 * @param processNumber 0..4095, drawn at process start
 * @param nowMs the clock to stamp ids with
 */
export function createIdSource(processNumber: number, nowMs: () => number) {
  let last = 0n
  return function makeId<T extends Brand<string, string>>(): T {
    const time = BigInt(Math.floor(nowMs())) - ID_EPOCH_MS
    const slot = last >> 22n
    const count = last & 1023n
    const [ms, n] = time > slot ? [time, 0n] : count < 1023n ? [slot, count + 1n] : [slot + 1n, 0n]
    last = (ms << 22n) | (BigInt(processNumber) << 10n) | n
    return last.toString() as T
  }
}
export type MakeId = ReturnType<typeof createIdSource>

/** Numeric order of two ids; as text they differ in length. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}
