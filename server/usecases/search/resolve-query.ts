/** From what was typed to what an index is asked: names become ids, days become instants, rights become a list. */
import { directKeyOf } from '#server/domain/conversation/direct-key.ts'
import { DomainError } from '#server/domain/errors.ts'
import { parsePublicId, type ConversationId, type MemberId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { startOfDay } from '#server/domain/search/day-range.ts'
import { FACETS } from '#server/domain/search/document.ts'
import type { Filter, Misread, Named, SearchQuery } from '#server/domain/search/query.ts'
import type { IndexQuery } from '#server/domain/search/search-index.ts'
import type { EpochMillis, ZoneId } from '#server/domain/time/units.ts'
import { loadConversationByName } from '#server/mysql/conversation-pages.ts'
import { loadDirect } from '#server/mysql/conversations.ts'
import { listDirectIdsOf, listMembersByName } from '#server/mysql/search-reads.ts'
import type { Resources } from '../resources.ts'

/** What is asked of an index, but in which order and how much. */
export type Resolved = {
  asked: Omit<IndexQuery, 'order' | 'limit'>
  /** `in:` or `to:` names a place. */
  isPlaced: boolean
  /** Names that mean nothing here, whether they exist elsewhere or not (I7). */
  unknown: Misread[]
}

/** @param readable what the actor may read */
export async function resolveQuery(
  resources: Resources,
  actor: Actor,
  query: SearchQuery,
  { zone, readable }: { zone: ZoneId; readable: readonly ConversationId[] },
): Promise<Resolved> {
  const named = query.filters.filter((filter) => 'value' in filter && isNamed(filter.by)) as NamedFilter[]
  const unknown: Misread[] = []
  const authors = await resolveAuthors(resources, actor, named, unknown)
  const places = await resolvePlaces(resources, actor, named, { readable, unknown })
  const facets = (negated: boolean) =>
    query.filters.reduce((bits, filter) => bits | (filter.negated === negated ? bitOf(filter) : 0), 0)
  return {
    asked: {
      terms: query.terms,
      conversations: places.conversations,
      authors: authors.wanted,
      notAuthors: [...authors.unwanted, ...places.notAuthors],
      ...resolveDays(query.filters, zone),
      facets: facets(false),
      notFacets: facets(true),
    },
    isPlaced: places.isPlaced,
    unknown,
  }
}

type NamedFilter = Filter & { by: Named; value: string }
const isNamed = (by: Filter['by']): by is Named => by === 'from' || by === 'in' || by === 'to'

function bitOf(filter: Filter): number {
  if (filter.by === 'has') return FACETS[filter.value]
  return filter.by === 'is' && filter.value !== 'scheduled' ? FACETS[filter.value] : 0
}

async function resolveAuthors(resources: Resources, actor: Actor, named: NamedFilter[], unknown: Misread[]) {
  let wanted: MemberId[] | null = null
  const unwanted: MemberId[] = []
  for (const { by, value, negated } of named) {
    if (by !== 'from') continue
    const people = await findPeople(resources, actor, value)
    if (people.length === 0) unknown.push({ operator: by, value })
    if (negated) unwanted.push(...people)
    else wanted = [...(wanted ?? []), ...people]
  }
  return { wanted, unwanted }
}

/** Several `in:` mean any of them, as several `from:` do; `to:` is a direct conversation, seen from the other side. */
async function resolvePlaces(
  resources: Resources,
  actor: Actor,
  named: NamedFilter[],
  { readable, unknown }: { readable: readonly ConversationId[]; unknown: Misread[] },
) {
  const mine = new Set(readable)
  const wanted: { in?: ConversationId[]; to?: ConversationId[] } = {}
  const unwanted = new Set<ConversationId>()
  const notAuthors: MemberId[] = []
  for (const { by, value, negated } of named) {
    if (by === 'from') continue
    const { ids, addressees } = await findPlaces(resources, actor, by, value)
    const found = ids.filter((id) => mine.has(id))
    if (found.length === 0) unknown.push({ operator: by, value })
    if (negated) for (const id of found) unwanted.add(id)
    else {
      wanted[by] = [...(wanted[by] ?? []), ...found]
      notAuthors.push(...addressees)
    }
  }
  const isIn = (ids: ConversationId[] | undefined) => {
    const set = ids && new Set(ids)
    return (id: ConversationId) => set === undefined || set.has(id)
  }
  const [isWanted, isAddressed] = [isIn(wanted.in), isIn(wanted.to)]
  return {
    conversations: readable.filter((id) => isWanted(id) && isAddressed(id) && !unwanted.has(id)),
    notAuthors,
    isPlaced: wanted.in !== undefined || wanted.to !== undefined,
  }
}

async function findPlaces(
  resources: Resources,
  actor: Actor,
  by: 'in' | 'to',
  value: string,
): Promise<{ ids: ConversationId[]; addressees: MemberId[] }> {
  const { read } = resources.mysql
  const { workspaceId, memberId } = actor
  if (by === 'to' && value.toLowerCase() === 'me') {
    return { ids: await listDirectIdsOf(read, workspaceId, memberId), addressees: [memberId] }
  }
  if (by === 'in' && !value.startsWith('@')) {
    const id = idIn('conversation', value)
    if (id) return { ids: [id as ConversationId], addressees: [] }
    const named = await loadConversationByName(read, workspaceId, value.replace(/^#/, '').toLowerCase())
    return { ids: named ? [named.id] : [], addressees: [] }
  }
  const people = await findPeople(resources, actor, value)
  const directs = await Promise.all(people.map((id) => loadDirect(read, workspaceId, directKeyOf(memberId, id))))
  return { ids: directs.flatMap((direct) => direct?.id ?? []), addressees: by === 'to' ? people : [] }
}

async function findPeople({ mysql }: Resources, actor: Actor, value: string): Promise<MemberId[]> {
  if (value.toLowerCase() === 'me' || value.toLowerCase() === '@me') return [actor.memberId]
  const id = idIn('member', value)
  if (id) return [id as MemberId]
  const name = value.replace(/^@/, '').trim()
  return name === '' ? [] : listMembersByName(mysql.read, actor.workspaceId, name)
}

/** `U…`, `C…`, and as programs write them: `<@U…>`, `<#C…|general>`. */
function idIn(kind: 'member' | 'conversation', value: string): string | null {
  const text = /^<[@#]([A-Z0-9]+)(?:\|[^>]*)?>$/.exec(value)?.[1] ?? value
  try {
    return parsePublicId(kind, text)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

function resolveDays(filters: readonly Filter[], zone: ZoneId): Pick<IndexQuery, 'from' | 'end' | 'notBetween'> {
  let from: EpochMillis | null = null
  let end: EpochMillis | null = null
  const notBetween: { from: EpochMillis; end: EpochMillis }[] = []
  const notBefore = (at: EpochMillis) => (from = from === null || at > from ? at : from)
  const notAfter = (at: EpochMillis) => (end = end === null || at < end ? at : end)
  for (const filter of filters) {
    if (!('days' in filter)) continue
    const { by, negated } = filter
    const [begins, ends] = [startOfDay(filter.days.first, zone), startOfDay(filter.days.end, zone)]
    if (by === 'on' && negated) notBetween.push({ from: begins, end: ends })
    else if (by === 'on') {
      notBefore(begins)
      notAfter(ends)
    } else if (by === 'before' && !negated) notAfter(begins)
    else if (by === 'before') notBefore(begins)
    else if (!negated) notBefore(ends)
    else notAfter(ends)
  }
  return { from, end, notBetween }
}
