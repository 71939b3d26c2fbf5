/**
 * Blocks, checked as far as a reader depends on it: known types, their parts and their sizes. What they mean beyond
 * that is kept as it came and given back.
 */
import { z } from 'zod'
import { MAX_BLOCKS, MAX_PART_LENGTH } from './limits.ts'
import { describeArgument, SlackError } from './slack-error.ts'

const plainText = (max: number) => z.looseObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max) })
const anyText = (max: number) =>
  z.looseObject({ type: z.enum(['plain_text', 'mrkdwn']), text: z.string().min(1).max(max) })
const address = z.string().min(1).max(3_000)

const element = z.looseObject({
  type: z.enum([
    'button',
    'checkboxes',
    'datepicker',
    'datetimepicker',
    'email_text_input',
    'feedback_buttons',
    'file_input',
    'icon_button',
    'image',
    'multi_channels_select',
    'multi_conversations_select',
    'multi_external_select',
    'multi_static_select',
    'multi_users_select',
    'number_input',
    'overflow',
    'plain_text_input',
    'radio_buttons',
    'rich_text_input',
    'channels_select',
    'conversations_select',
    'external_select',
    'static_select',
    'timepicker',
    'url_text_input',
    'users_select',
    'workflow_button',
  ]),
})
const picture = {
  image_url: address.optional(),
  slack_file: z.looseObject({}).optional(),
  alt_text: z.string().max(2_000),
}
const hasPicture = (given: { image_url?: unknown; slack_file?: unknown }) =>
  given.image_url !== undefined || given.slack_file !== undefined
const NO_PICTURE = { error: 'must have image_url or slack_file' }
const image = z.looseObject({ type: z.literal('image'), ...picture }).refine(hasPicture, NO_PICTURE)

const base = { block_id: z.string().max(255).optional() }
const block = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.looseObject({ ...base, type: z.literal(type), ...shape })

const blockSchema = z.discriminatedUnion('type', [
  block('actions', { elements: z.array(element).min(1).max(25) }),
  block('context', {
    elements: z
      .array(z.union([anyText(3_000), image]))
      .min(1)
      .max(10),
  }),
  block('context_actions', { elements: z.array(element).min(1).max(5) }),
  block('divider', {}),
  block('file', { external_id: z.string().min(1), source: z.string() }),
  block('header', { text: plainText(150) }),
  block('image', { ...picture, title: plainText(2_000).optional() }).refine(hasPicture, NO_PICTURE),
  block('input', { label: plainText(2_000), element }),
  block('markdown', { text: z.string().min(1).max(12_000) }),
  block('rich_text', {
    elements: z.array(z.looseObject({ type: z.string().regex(/^rich_text_/), elements: z.array(z.unknown()) })),
  }),
  block('section', {
    text: anyText(3_000).optional(),
    fields: z.array(anyText(2_000)).min(1).max(10).optional(),
    accessory: element.optional(),
  }).refine(({ text, fields }) => text !== undefined || fields !== undefined, { error: 'must have text or fields' }),
  block('table', {
    rows: z
      .array(z.array(z.looseObject({ type: z.string() })))
      .min(1)
      .max(100),
  }),
  block('video', { title: plainText(200), video_url: address, thumbnail_url: address, alt_text: z.string() }),
])
export type Block = z.infer<typeof blockSchema>

const blocksSchema = z
  .array(blockSchema)
  .max(MAX_BLOCKS, { error: `at most ${MAX_BLOCKS} blocks` })
  .refine(
    (blocks) => {
      const ids = blocks.map(({ block_id }) => block_id).filter((id) => id !== undefined)
      return new Set(ids).size === ids.length
    },
    { error: 'every block_id must be another' },
  )

/** @throws SlackError `invalid_blocks_format`, `invalid_blocks`, `msg_blocks_too_long`, naming what is wrong where */
export function checkBlocks(given: unknown): Block[] {
  if (
    !Array.isArray(given) ||
    !given.every((one) => typeof one === 'object' && one !== null && typeof one.type === 'string')
  ) {
    throw new SlackError('invalid_blocks_format', [
      describeArgument(['blocks'], given, 'must be a list of blocks, each with its type'),
    ])
  }
  const parsed = blocksSchema.safeParse(given)
  if (!parsed.success) {
    const messages = parsed.error.issues.map(
      (issue) =>
        `[ERROR] ${issue.message} [json-pointer:/blocks${issue.path.map((key) => `/${String(key)}`).join('')}]`,
    )
    throw new SlackError('invalid_blocks', messages)
  }
  const { length } = JSON.stringify(given)
  if (length > MAX_PART_LENGTH) {
    throw new SlackError('msg_blocks_too_long', [
      `[ERROR] the blocks have ${length} characters of JSON, at most ${MAX_PART_LENGTH} are allowed [json-pointer:/blocks]`,
    ])
  }
  return parsed.data
}
