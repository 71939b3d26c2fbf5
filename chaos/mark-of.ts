/** `m17.v2 …` belongs to m17. */
export const markOf = (text: string): string => text.split(/[ .]/, 1)[0] ?? ''
