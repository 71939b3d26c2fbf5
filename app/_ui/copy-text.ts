/** Told where a text could not be copied. */
export const NOT_COPIED = 'The browser does not let us copy: select the text and copy it by hand.'

/** Puts a text on the clipboard. False: the browser refuses, or has no clipboard for pages over plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
