/**
 * An image made anew from its pixels: what else was in the file (a program behind the picture, where it was taken)
 * is not in what people are shown. Decoding is bounded in pixels and time.
 */
import sharp, { type Sharp } from 'sharp'
import { MAX_IMAGE_PIXELS, PREVIEW_PIXELS } from '#server/domain/files/limits.ts'
import type { ImageType } from '#server/domain/files/file-type.ts'

export type MadeImage = {
  bytes: Uint8Array
  type: ImageType
  /** As it is shown, turned the right way. */
  width: number
  height: number
  /** WebP. */
  preview: Uint8Array
}

/** One image takes a core as it is. */
sharp.concurrency(1)
/** Hours of decoding hide in small files. */
const DECODE_SECONDS = 20
const ANIMATED = new Set<ImageType>(['image/gif', 'image/webp'])

/** @returns null for what cannot be decoded within the bounds: it is a file like any other then */
export async function makeImage(original: Uint8Array, type: ImageType): Promise<MadeImage | null> {
  try {
    return await make(original, type)
  } catch {
    return null
  }
}

async function make(original: Uint8Array, type: ImageType): Promise<MadeImage> {
  const open = (animated: boolean) =>
    sharp(original, { animated, limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODE_SECONDS })
      .rotate()
  const { data, info } = await encode(open(ANIMATED.has(type)), type).toBuffer({ resolveWithObject: true })
  const preview = await open(false)
    .resize(PREVIEW_PIXELS, PREVIEW_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  // Of an animation all frames lie below each other.
  return { bytes: data, type, width: info.width, height: info.pageHeight ?? info.height, preview }
}

function encode(image: Sharp, type: ImageType): Sharp {
  switch (type) {
    case 'image/png':
      return image.png()
    case 'image/jpeg':
      return image.jpeg({ quality: 90, mozjpeg: false })
    case 'image/gif':
      return image.gif()
    case 'image/webp':
      return image.webp({ quality: 90 })
    case 'image/avif':
      return image.avif({ quality: 70, effort: 2 })
  }
}
