/** One thing at a time: each piece of work starts when the one before it has ended, however it ended. */
export type Sequence = <T>(work: () => Promise<T>) => Promise<T>

export function createSequence(): Sequence {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work, work)
    last = result.catch(goOn)
    return result
  }
}

/**
 * Many wishes, few runs: a call made while a run waits to start shares that run; so every caller gets one that began
 * after it asked.
 */
export function coalesce(sequence: Sequence, work: () => Promise<void>): () => Promise<void> {
  let waiting: Promise<void> | null = null
  return () => {
    waiting ??= sequence(() => {
      waiting = null
      return work()
    })
    return waiting
  }
}

/** Its own caller has been told; the next piece of work is new. */
function goOn(): void {}
