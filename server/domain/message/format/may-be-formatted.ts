/** Whether a text may hold markup at all; most do not, and are drawn as they are. */
export const mayBeFormatted = (text: string): boolean => /[*_~`<>[]|:\S+:|https?:|^\s*(?:[-•]|\d+[.)])\s/m.test(text)
