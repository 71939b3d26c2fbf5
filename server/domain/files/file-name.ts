import { MAX_NAME_LENGTH } from './limits.ts'

/** Folders, what cannot be seen, and what turns text around: an `exe.txt` must not read as a `txt.exe`. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * A name as it may be shown and given to a download: no folder, nothing invisible, not too long; its ending stays.
 * It never becomes a path on the server.
 */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = last.replace(CONTROLS, '').replace(/\s+/g, ' ').trim()
  if (name === '' || /^\.+$/.test(name)) return 'file'
  if (name.length <= MAX_NAME_LENGTH) return name
  const ending = /\.[^.]{1,12}$/.exec(name)?.[0] ?? ''
  return name.slice(0, MAX_NAME_LENGTH - ending.length).toWellFormed() + ending
}
