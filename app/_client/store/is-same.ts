/** Whether two plain values say the same. Another order of fields counts as another value: the price is one drawing. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
