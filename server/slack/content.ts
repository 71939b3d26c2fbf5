/**
 * What a message says: text, and beside it blocks, attachments and metadata as one JSON payload that is stored,
 * posted and given back with it (K49).
 */
import { z } from 'zod'
import { filesOf } from '#server/domain/files/attached-file.ts'
import { MAX_TEXT_LENGTH } from '#server/domain/message/limits.ts'
import { jsonArgument, parseJson, textArgument } from './arguments.ts'
import { checkBlocks } from './blocks.ts'
import { fallbackText } from './fallback-text.ts'
import { MAX_ATTACHMENTS, MAX_MARKDOWN_LENGTH, MAX_METADATA_LENGTH, MAX_PART_LENGTH } from './limits.ts'
import { describeArgument, SlackError, wrongArgument } from './slack-error.ts'

export const contentArguments = {
  text: textArgument.optional(),
  blocks: jsonArgument('invalid_blocks_format').optional(),
  attachments: jsonArgument('invalid_attachments').optional(),
  markdown_text: textArgument.optional(),
  metadata: jsonArgument('invalid_metadata_format').optional(),
}
export type ContentArguments = z.infer<z.ZodObject<typeof contentArguments>>

export type Content = { text: string; payload: string | null }

/** The parts of a payload. Other doors may add parts of their own, which stay. */
export type Parts = { blocks?: unknown[]; attachments?: unknown[]; metadata?: unknown; markdown?: true }

export function readParts(payload: string | null): Parts {
  const parsed = payload === null ? null : parseJson(payload)
  return typeof parsed === 'object' && parsed !== null ? (parsed as Parts) : {}
}

/** @throws SlackError what is wrong with it */
export const composeContent = (given: ContentArguments): Content => changeContent({ text: '', payload: null }, given)

/**
 * Only what is given changes. A text that was made from blocks follows them; an empty list of blocks takes them away.
 * @throws SlackError what is wrong with it
 */
export function changeContent(before: Content, given: ContentArguments): Content {
  const { markdown_text } = given
  if (markdown_text !== undefined && (given.text !== undefined || given.blocks !== undefined)) {
    throw wrongArgument(
      'markdown_text_conflict',
      'markdown_text',
      markdown_text,
      'stands for text and blocks, it does not go with them',
    )
  }
  const old = readParts(before.payload)
  const parts = checkParts(given, old)
  const made = before.text === fallbackText(old.blocks ?? [], old.attachments ?? [])
  const own = given.text ?? markdown_text ?? (made ? undefined : before.text)
  const text = own ?? fallbackText(parts.blocks ?? [], parts.attachments ?? [])
  checkLengths(text, markdown_text)
  if (text.trim() === '' && !parts.blocks && !parts.attachments && filesOf(before.payload).length === 0) {
    throw new SlackError('no_text', [
      '[ERROR] text, blocks, attachments or markdown_text is needed [json-pointer:/text]',
    ])
  }
  const payload = JSON.stringify(parts)
  return { text, payload: payload === '{}' ? null : payload }
}

function checkParts(given: ContentArguments, old: Parts): Parts {
  const { blocks, attachments, metadata, markdown, ...others } = old
  const replaced = given.markdown_text !== undefined
  const merged = {
    ...others,
    blocks: replaced ? undefined : given.blocks === undefined ? blocks : checkBlocks(given.blocks),
    attachments: given.attachments === undefined ? attachments : checkAttachments(given.attachments),
    metadata: given.metadata === undefined ? metadata : checkMetadata(given.metadata),
    markdown: replaced || (markdown && given.text === undefined) ? true : undefined,
  }
  return Object.fromEntries(
    Object.entries(merged).filter(([, part]) => part !== undefined && !(Array.isArray(part) && part.length === 0)),
  )
}

function checkLengths(text: string, markdown: string | undefined): void {
  const [argument, length, limit] =
    markdown === undefined
      ? ['text', text.length, MAX_TEXT_LENGTH]
      : ['markdown_text', markdown.length, MAX_MARKDOWN_LENGTH]
  if (length > limit) {
    throw new SlackError('msg_too_long', [
      `[ERROR] ${argument} has ${length} characters, at most ${limit} are allowed [json-pointer:/${argument}]`,
    ])
  }
}

function checkAttachments(given: unknown): unknown[] {
  if (!Array.isArray(given) || !given.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))) {
    throw wrongArgument('invalid_attachments', 'attachments', given, 'must be a list of objects')
  }
  if (given.length > MAX_ATTACHMENTS) {
    throw new SlackError('too_many_attachments', [
      `[ERROR] ${given.length} attachments, at most ${MAX_ATTACHMENTS} are allowed [json-pointer:/attachments]`,
    ])
  }
  const { length } = JSON.stringify(given)
  if (length > MAX_PART_LENGTH) {
    throw new SlackError('attachment_payload_limit_exceeded', [
      `[ERROR] the attachments have ${length} characters of JSON, at most ${MAX_PART_LENGTH} are allowed [json-pointer:/attachments]`,
    ])
  }
  return given
}

const metadataSchema = z.strictObject({
  event_type: z.string().min(1).max(255),
  event_payload: z.record(z.string(), z.unknown()),
  entities: z.array(z.unknown()).optional(),
})

function checkMetadata(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw wrongArgument('invalid_metadata_format', 'metadata', given, 'must be an object')
  }
  const parsed = metadataSchema.safeParse(given)
  if (!parsed.success) {
    throw new SlackError(
      'invalid_metadata_schema',
      parsed.error.issues.map((issue) => describeArgument(['metadata', ...issue.path], given, issue.message)),
    )
  }
  const { length } = JSON.stringify(given)
  if (length > MAX_METADATA_LENGTH) {
    throw new SlackError('metadata_too_large', [
      `[ERROR] the metadata has ${length} characters of JSON, at most ${MAX_METADATA_LENGTH} are allowed [json-pointer:/metadata]`,
    ])
  }
  return given
}
