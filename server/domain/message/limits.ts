import { DomainError } from '../errors.ts'

/** Characters of text that one message may hold (as Slack truncates at). */
export const MAX_TEXT_LENGTH = 40_000

/** @returns the text unchanged. @throws DomainError `text_empty`, `text_too_long` */
export function checkText(text: string, hasPayload = false): string {
  if (!hasPayload && text.trim() === '') throw new DomainError('text_empty')
  if (text.length > MAX_TEXT_LENGTH)
    throw new DomainError('text_too_long', { length: text.length, limit: MAX_TEXT_LENGTH })
  return text
}
