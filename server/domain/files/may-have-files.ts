/** False means none for certain; costs no parsing. Apart from the rest: the room's first load needs no more of files. */
export const mayHaveFiles = (payload: string | null): payload is string =>
  payload !== null && payload.includes('"files":')
