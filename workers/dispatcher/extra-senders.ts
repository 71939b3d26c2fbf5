/**
 * While batches are full more than one is in flight, so that the database works on one while this process prepares or
 * publishes another. Claims keep their partitions apart, as between two processes.
 */
export type ExtraSenders = {
  /** One more passes until it finds less than a full batch; does nothing while all are at it. */
  help(): void
  /** Resolves when they hold nothing. */
  done(): Promise<void>
}

/** @param pass never rejects; answers when to look again, by Date.now */
export function createExtraSenders(pass: () => Promise<number>, atMost: number, signal: AbortSignal): ExtraSenders {
  const helping = new Set<Promise<void>>()
  const drain = async () => {
    while (!signal.aborted && (await pass()) <= Date.now());
  }
  return {
    help() {
      if (helping.size >= atMost) return
      const one = drain().finally(() => helping.delete(one))
      helping.add(one)
    },
    done: async () => void (await Promise.all(helping)),
  }
}
