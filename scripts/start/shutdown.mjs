/**
 * Ordered end of a start. What was opened last is closed first: workers, then gateway and web, then the servers.
 * The first Ctrl-C or SIGTERM closes in order; a second one kills the processes at once. The servers are then only told to
 * stop, which they do by themselves without losing anything.
 */
export function createShutdown() {
  /** @type {Array<{ close: () => Promise<unknown> | unknown, kill: () => void }>} */
  const opened = []
  /** @type {Promise<void> | undefined} */
  let closing

  const closeAll = async () => {
    for (const part of opened.toReversed()) {
      try {
        await part.close()
      } catch (error) {
        console.error(`While stopping: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    if (closing) {
      for (const part of opened) part.kill()
      process.exit(130)
    }
    console.log(`\n${signal}: stopping, once more to kill at once ...`)
    void shutdown.close().then(() => process.exit(0))
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal)

  const shutdown = {
    get stopping() {
      return closing !== undefined
    },
    /**
     * @param {() => Promise<unknown> | unknown} close
     * @param {() => void} kill for the second signal
     */
    use: (close, kill = () => undefined) => void opened.push({ close, kill }),
    close: () => (closing ??= closeAll()),
  }
  return shutdown
}
