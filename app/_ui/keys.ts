import { readChoice } from './device-choice.ts'

/** What a key press on a page means, apart from what it does in a field. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/** A letter or sign alone; Shift may be needed to type it. */
export const isPlain = ({ ctrlKey, metaKey, altKey }: Press): boolean => !ctrlKey && !metaKey && !altKey

/** Ctrl or Cmd with Shift and Enter: schedule. Holding it down is one press. */
export const isScheduleChord = (press: Press): boolean =>
  press.key === 'Enter' && press.shiftKey && (press.ctrlKey || press.metaKey) && !press.repeat

/** Whether a letter or sign alone is a shortcut wherever the focus is: some type by voice, or hit keys unasked. */
export const LETTER_KEYS = 'carillon:letter-keys'
export const lettersWork = (): boolean => readChoice(LETTER_KEYS) !== 'off'

/** The key is text for whatever has the focus. A box to tick takes no text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
}

/** A dialog or menu is open: keys are its own. */
export const isCovered = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null

/** `⌘` on Apple's keyboards, `Ctrl` on others. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')
