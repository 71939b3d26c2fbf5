type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'preventDefault'>

const SIGNS: Record<string, string> = { b: '*', i: '_' }
const SHIFTED: Record<string, string> = { x: '~', c: '`' }

/**
 * Bold, italic, struck, code: Ctrl or Cmd with a letter puts signs around what is selected, as in other messengers.
 * @returns whether the key was one of them, and is done with
 */
export function putMarkup(press: Press & { currentTarget: HTMLTextAreaElement }): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget: field } = press
  const sign = !altKey && (ctrlKey || metaKey) && (shiftKey ? SHIFTED : SIGNS)[key.toLowerCase()]
  if (!sign) return false
  press.preventDefault()
  const { selectionStart: from, selectionEnd: to, value } = field
  insertText(field, from, to, sign + value.slice(from, to) + sign)
  if (from === to) field.setSelectionRange(from + 1, from + 1)
  return true
}

/**
 * Puts a text in the place of a part of a field as if it were typed: the caret stands behind it, the page is told as of any
 * key, and undoing takes it back. Nothing else does all of that, though the command is called deprecated.
 */
export function insertText(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus()
  field.setSelectionRange(from, to)
  document.execCommand('insertText', false, text)
}
