/** Numbers that both sides of an upload know. */

/** Of one file. */
export const MAX_FILE_BYTES = 100_000_000
/** A file travels and is stored in parts of this size; what failed is sent again from the part that is missing. */
export const PART_BYTES = 4 * 1024 * 1024
export const MAX_FILES_PER_MESSAGE = 10
/** Files of one person that are being uploaded, or were and belong to nothing yet. */
export const MAX_LOOSE_FILES = 200
/** Characters of a name. */
export const MAX_NAME_LENGTH = 200

/** An image above either is kept as any other file: it is never decoded, so it can neither be shown nor do harm. */
export const MAX_IMAGE_BYTES = 32 * 1024 * 1024
export const MAX_IMAGE_PIXELS = 50_000_000
/** The longer side of what stands in a conversation, in pixels. */
export const PREVIEW_PIXELS = 960

export const partsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / PART_BYTES))

/** Bytes of part `index` of a file of so many. */
export const partLength = (bytes: number, index: number): number =>
  Math.max(0, Math.min(PART_BYTES, bytes - index * PART_BYTES))
