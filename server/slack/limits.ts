/** Numbers of this door. Slack's own where a program may rely on them, and generous where it only protects us. */
import { millis, seconds } from '#server/domain/time/units.ts'

/** Furthest ahead a program may schedule: 120 days. */
export const HORIZON_S = seconds(120 * 86_400)
/** 30 of one author in one channel within any five minutes. */
export const PER_WINDOW = { most: 30, window_s: seconds(300) }

export const MAX_PAGE = 1_000
export const DEFAULT_PAGE = 100

export const MAX_BLOCKS = 50
export const MAX_ATTACHMENTS = 100
/** Characters of the JSON of all blocks, and of all attachments. */
export const MAX_PART_LENGTH = 100_000
export const MAX_METADATA_LENGTH = 8_000
export const MAX_MARKDOWN_LENGTH = 12_000
export const MAX_KEY_LENGTH = 255
export const MAX_USERS_AT_ONCE = 1_000

/** The longest text with blocks, attachments and metadata, all percent-encoded, is below. */
export const MAX_BODY_BYTES = 3_145_728

/** Calls of one method that one token may make in a minute. */
const MINUTE = millis(60_000)
export const RATES = {
  read: { max: 1_200, window: MINUTE },
  /** 20 a second. */
  post: { max: 1_200, window: MINUTE },
  change: { max: 600, window: MINUTE },
  /** A search may cost a hundred reads. */
  search: { max: 120, window: MINUTE },
} as const
/** Posts through one webhook: five a second. */
export const WEBHOOK_RATE = { max: 300, window: MINUTE }
/** Posts from one address to any webhook, also to such as are none: an office or a build farm may share one. */
export const WEBHOOK_CALLER_RATE = { max: 1_200, window: MINUTE }
export type Rate = (typeof RATES)[keyof typeof RATES]
