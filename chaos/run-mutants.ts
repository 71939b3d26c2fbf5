export async function runMutants(_names: readonly string[], say: (line: string) => void): Promise<boolean> {
  say('none')
  return true
}
