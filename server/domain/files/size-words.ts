/** As people read sizes: 1 kB are 1,000 bytes. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  const [unit, by] = bytes < 999_500 ? (['kB', 1_000] as const) : (['MB', 1_000_000] as const)
  const amount = bytes / by
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${unit}`
}
