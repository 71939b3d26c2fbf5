/**
 * tRPC's way over HTTP, as its own client speaks it: the questions of one moment go in one request, queries by GET and
 * commands by POST. What its client does besides (subscriptions, links, streams) is not used here and was 5 kB.
 */

/** The server's answer was a refusal or a failure; `data` says which. */
export class AnsweredError extends Error {
  override readonly name = 'AnsweredError'
  constructor(
    message: string,
    readonly data: unknown,
  ) {
    super(message)
  }
}

export type Kind = 'query' | 'mutation'
type Question = { path: string; input: unknown; resolve: (data: unknown) => void; reject: (error: unknown) => void }
type Answer = { result?: { data?: unknown }; error?: { message: string; data: unknown } }

export type AskOptions = {
  url: string
  headers: () => Record<string, string>
  /** An answer that takes longer is lost: the caller may ask again. */
  within_ms: number
  /** A longer address would be cut somewhere on the way. */
  longestUrl: number
  /** The server takes no more in one request. */
  mostAtOnce: number
}

export function createAsk(options: AskOptions): (kind: Kind, path: string, input: unknown) => Promise<unknown> {
  const waiting: Record<Kind, Question[]> = { query: [], mutation: [] }

  function askAll(kind: Kind): void {
    for (const batch of inBatches(kind, waiting[kind].splice(0), options)) void askOnce(kind, batch, options)
  }

  return (kind, path, input) =>
    new Promise((resolve, reject) => {
      if (waiting[kind].push({ path, input, resolve, reject }) === 1) setTimeout(askAll, 0, kind)
    })
}

async function askOnce(kind: Kind, batch: Question[], { url, headers, within_ms }: AskOptions): Promise<void> {
  try {
    const signal = AbortSignal.timeout(within_ms)
    const response =
      kind === 'query'
        ? await fetch(addressOf(url, batch), { headers: headers(), signal })
        : await fetch(`${url}/${pathsOf(batch)}?batch=1`, {
            method: 'POST',
            headers: { ...headers(), 'content-type': 'application/json' },
            body: inputsOf(batch),
            signal,
          })
    // A refusal of the whole request stands alone.
    const answers = (await response.json()) as Answer[] | Answer
    for (const [index, question] of batch.entries()) take(question, Array.isArray(answers) ? answers[index] : answers)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

function take({ path, resolve, reject }: Question, answer: Answer | undefined): void {
  if (answer?.error) reject(new AnsweredError(answer.error.message, answer.error.data))
  else if (answer?.result) resolve(answer.result.data)
  else reject(new Error(`${path}: the answer is not one of tRPC's`))
}

function inBatches(kind: Kind, questions: Question[], { url, longestUrl, mostAtOnce }: AskOptions): Question[][] {
  const batches: Question[][] = []
  for (const question of questions) {
    const last = batches.at(-1)
    const longer = [...(last ?? []), question]
    const fits = longer.length <= mostAtOnce && (kind === 'mutation' || addressOf(url, longer).length <= longestUrl)
    if (last && fits) last.push(question)
    else batches.push([question])
  }
  return batches
}

const addressOf = (url: string, batch: readonly Question[]): string =>
  `${url}/${pathsOf(batch)}?batch=1&input=${encodeURIComponent(inputsOf(batch))}`
const pathsOf = (batch: readonly Question[]): string => batch.map(({ path }) => path).join(',')
const inputsOf = (batch: readonly Question[]): string =>
  JSON.stringify(Object.fromEntries(batch.map(({ input }, index) => [index, input])))
