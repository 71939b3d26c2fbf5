/** In one or two words, for a card. */
export function typeWords(type: string, name: string): string {
  const words = TYPE_WORDS[type]
  if (words) return words
  const ending = /\.([a-z0-9]{1,6})$/i.exec(name)?.[1]
  return ending ? `${ending.toUpperCase()} file` : 'File'
}

const TYPE_WORDS: Record<string, string> = {
  'image/png': 'PNG image',
  'image/jpeg': 'JPEG image',
  'image/gif': 'GIF image',
  'image/webp': 'WebP image',
  'image/avif': 'AVIF image',
  'application/pdf': 'PDF',
  'application/zip': 'Zip archive',
  'audio/mpeg': 'Audio',
  'audio/wav': 'Audio',
  'audio/flac': 'Audio',
  'audio/ogg': 'Audio',
  'video/mp4': 'Video',
  'video/webm': 'Video',
}
