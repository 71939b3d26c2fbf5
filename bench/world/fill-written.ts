/** Messages as people write them, as far as a search can tell: words by Zipf's law, lengths from a line to a paragraph. */
import type { Resources } from '#server/usecases/resources.ts'
import { insert, type Place } from './company.ts'

/** Above every id that the application makes meanwhile. */
const FIRST_ID = 5_000_000_000_000_000_000n
const VOCABULARY = 20_000
const SHORTEST = 4
const LONGEST = 28
/** Messages handed to the database at once, so that a million need not fit into memory. */
const CHUNK = 20_000
export const FIRST_MS = 1_760_000_000_000
/** Between two messages of one workspace. */
export const STEP_MS = 1_000_000

/** A source of numbers below 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The word of a rank from 1: pronounceable, longer the rarer. */
export function wordOf(rank: number): string {
  const [consonants, vowels] = ['bdfgklmnprstvz', 'aeiou']
  let rest = rank + 13
  let word = ''
  while (rest > 0) {
    word += consonants.charAt(rest % 14) + vowels.charAt(Math.floor(rest / 14) % 5)
    rest = Math.floor(rest / 70)
  }
  return word
}

/** Ranks by Zipf's law: the second word is half as frequent as the first. */
const rankOf = (random: number): number => Math.floor(VOCABULARY ** random)

/** Spread over the places of each workspace in turn, numbered from 1 without a gap. @returns how many each workspace has */
export async function fillWritten({ mysql }: Resources, places: readonly Place[], count: number): Promise<number> {
  const random = createRandom(7)
  const workspaces = [...new Set(places.map(({ workspaceId }) => workspaceId))].map((id) =>
    places.filter((place) => place.workspaceId === id),
  )
  const lastSeq = new Map<string, number>()
  const each = Math.floor(count / workspaces.length)
  let rows: unknown[][] = []
  let made = 0
  const put = async () => {
    await insert(
      mysql,
      'message (workspace_id, channel_id, seq, id, author_id, origin, text, ts_us, created_ms, changed_seq)',
      rows,
    )
    rows = []
  }
  for (const own of workspaces) {
    for (let i = 0; i < each; i++) {
      const place = own[Math.floor(random() * own.length)] as Place
      const seq = (lastSeq.get(place.conversationId) ?? 0) + 1
      lastSeq.set(place.conversationId, seq)
      const length = SHORTEST + Math.floor(random() ** 2 * (LONGEST - SHORTEST))
      const words = Array.from({ length }, () => wordOf(rankOf(random())))
      const at_ms = FIRST_MS + i * STEP_MS
      const author = place.memberIds[Math.floor(random() * place.memberIds.length)]
      const id = (FIRST_ID + BigInt(made++)).toString()
      rows.push([
        ...[place.workspaceId, place.conversationId, seq, id, author, 'typed', words.join(' ')],
        ...[`${at_ms}000`, at_ms, seq],
      ])
      if (rows.length === CHUNK) await put()
    }
  }
  await put()
  for (const { workspaceId, conversationId } of places) {
    const seq = lastSeq.get(conversationId) ?? 0
    await mysql.read.query('UPDATE channel SET last_seq = ?, last_message_seq = ? WHERE workspace_id = ? AND id = ?', [
      seq,
      seq,
      workspaceId,
      conversationId,
    ])
  }
  return each
}
