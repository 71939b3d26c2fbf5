/**
 * While batches are full a second one is in flight, so that the database works on one while this process prepares and
 * publishes the other. Claims keep their partitions apart, as between two processes.
 */
export type SecondSender = {
  /** Passes until one finds less than a full batch; does nothing while it is at it. */
  help(): void
  /** Resolves when it holds nothing. */
  done(): Promise<void>
}

/** @param pass never rejects; answers when to look again, by Date.now */
export function createSecondSender(pass: () => Promise<number>, signal: AbortSignal): SecondSender {
  let helping: Promise<void> | null = null
  const drain = async () => {
    while (!signal.aborted && (await pass()) <= Date.now());
    helping = null
  }
  return {
    help: () => void (helping ??= drain()),
    done: async () => helping ?? undefined,
  }
}
