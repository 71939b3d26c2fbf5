/** The emoji one used last on this device, before those that most people use. */
const KEY = 'carillon:emoji'
const MOST = 8
const USUAL = ['+1', 'white_check_mark', 'eyes', 'tada', 'heart', 'joy', 'raised_hands', 'thinking_face']

export function usualEmoji(): string[] {
  return [...new Set([...remembered(), ...USUAL])].slice(0, MOST)
}

export function rememberEmoji(name: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([name, ...remembered()])].slice(0, MOST)))
  } catch {
    // Not remembered; the list of the usual ones stands.
  }
}

function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}
