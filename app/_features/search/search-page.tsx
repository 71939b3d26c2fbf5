'use client'
import { SearchX } from 'lucide-react'
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { readQuery, type Misread } from '#server/domain/search/query.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey } from '#app/_ui/time-text.ts'
import { ScheduledResult } from './scheduled-result.tsx'
import { SearchField } from './search-field.tsx'
import { SearchHelp } from './search-help.tsx'
import { SearchResult } from './search-result.tsx'
import { useSearch, type Order } from './use-search.ts'

type Props = {
  query: string
  order: Order
  onChange: (query: string, order: Order) => void
}

/** Everything one can read, searched; the address holds what was asked. */
export function SearchPage({ query, order, onChange }: Props) {
  const page = useRef<HTMLDivElement>(null)
  return (
    <div ref={page} onKeyDown={(event) => moveFocus(event, page.current)} className="scroll-calm min-h-0 flex-1">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 py-5 sm:px-6">
        <SearchField
          query={query}
          onSearch={(next) => onChange(next, order)}
          onLeave={() => resultsIn(page.current)[0]?.focus()}
        />
        {query === '' ? (
          <SearchHelp />
        ) : (
          <Results query={query} order={order} onOrder={(next) => onChange(query, next)} />
        )}
      </div>
    </div>
  )
}

function Results({ query, order, onOrder }: { query: string; order: Order; onOrder: (order: Order) => void }) {
  const { zone } = useTimeStyle()
  const search = useSearch(query, order)
  const terms = useMemo(() => readQuery(query, dayKey(serverNow(), zone)).terms, [query, zone])
  const [first] = search.data?.pages ?? []
  if (search.error && !first) {
    return (
      <ErrorPanel
        title="The search could not be made"
        reason={failureWords(search.error)}
        onRetry={() => void search.refetch()}
      />
    )
  }
  if (!first) return <SkeletonRows label="Searching" />
  const messages = search.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <>
      <Misreadings misread={first.misread} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted tabular-nums">
          {countWords(first.total, first.atLeast)}
        </p>
        {messages.length > 0 && <OrderChoice order={order} onOrder={onOrder} />}
      </div>
      {first.total === 0 && (
        <EmptyState icon={<SearchX size={28} aria-hidden />} title="Nothing was found">
          Try fewer or other words, or the beginning of one with a star: <b>depl*</b>. What was written in the last few
          seconds is found in a moment.
        </EmptyState>
      )}
      <ul aria-label="Results" className="flex flex-col gap-3">
        {first.scheduled.map((scheduled) => (
          <ScheduledResult key={scheduled.id} scheduled={scheduled} terms={terms} />
        ))}
        {messages.map((found) => (
          <SearchResult key={found.message.id} found={found} terms={terms} />
        ))}
      </ul>
      {search.isFetchNextPageError && (
        <p role="alert" className="text-center text-danger">
          {failureWords(search.error)}
        </p>
      )}
      {search.hasNextPage && (
        <Button busy={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()} className="self-center">
          Show more
        </Button>
      )}
    </>
  )
}

const countWords = (total: number, atLeast: boolean): string =>
  atLeast ? `More than ${total.toLocaleString('en')} results` : total === 1 ? '1 result' : `${total} results`

const ORDERS: Record<Order, string> = { newest: 'Newest first', relevance: 'Most relevant first' }

function OrderChoice({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  return (
    <div role="group" aria-label="Order" className="flex gap-1">
      {(Object.keys(ORDERS) as Order[]).map((each) => (
        <Button
          key={each}
          look={each === order ? 'plain' : 'quiet'}
          aria-pressed={each === order}
          onClick={() => onOrder(each)}
        >
          {ORDERS[each]}
        </Button>
      ))}
    </div>
  )
}

const NAMED = new Set(['from', 'in', 'to'])

function Misreadings({ misread }: { misread: readonly Misread[] }) {
  if (misread.length === 0) return null
  return (
    <ul aria-label="Not understood" className="rounded-base bg-warn-soft px-4 py-2.5 text-warn">
      {misread.map(({ operator, value }) => (
        <li key={`${operator}:${value}`}>
          <b dir="auto">
            {operator}:{value}
          </b>{' '}
          {NAMED.has(operator)
            ? 'names nobody and no place that you can see.'
            : value === ''
              ? 'has nothing behind it.'
              : 'means nothing here.'}
        </li>
      ))}
    </ul>
  )
}

const resultsIn = (page: HTMLElement | null): HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('[data-result]') ?? []),
]

/** Up and down from one result to the next; above the first is the field. */
function moveFocus(event: KeyboardEvent, page: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const results = resultsIn(page)
  const at = results.indexOf(document.activeElement as HTMLElement)
  if (step === 0 || at < 0) return
  event.preventDefault()
  const next = at + step < 0 ? page?.querySelector<HTMLElement>('[role=combobox]') : results[at + step]
  next?.focus()
}
