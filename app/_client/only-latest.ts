/**
 * Does `work` with the last of what came, in a task of its own and one at a time: what came meanwhile is next, whatever
 * came between is skipped.
 * @param after_ms from the first that came until it is begun
 */
export function onlyLatest<T>(work: (value: T) => Promise<unknown>, after_ms: number): (value: T) => void {
  let next: { value: T } | null = null
  let busy = false
  async function run(): Promise<void> {
    try {
      for (let now = next; now; now = next) {
        next = null
        await work(now.value)
      }
    } finally {
      busy = false
    }
  }
  return (value) => {
    next = { value }
    if (!busy) setTimeout(() => void run(), after_ms)
    busy = true
  }
}
