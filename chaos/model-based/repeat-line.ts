import fc from 'fast-check'

/** Of the line that a failing run prints. */
const { MODEL_SEED, MODEL_PATH, MODEL_REPLAY } = process.env
export const REPEATED = {
  /** Seed, and the way to the smallest history that failed. */
  parameters: {
    ...(MODEL_SEED ? { seed: Number(MODEL_SEED) } : {}),
    ...(MODEL_PATH ? { path: MODEL_PATH } : {}),
  },
  /** Which of its commands ran. */
  commands: MODEL_REPLAY ? { replayPath: MODEL_REPLAY } : {},
}

/** @throws on failure, with the history and the line that repeats it */
export const failWithLine =
  (file: string) =>
  async <T>(details: fc.RunDetails<T>): Promise<void> => {
    if (!details.failed) return
    const { seed, counterexamplePath, counterexample } = details
    const replay = /replayPath="([^"]*)"/.exec(String((counterexample as readonly unknown[] | null)?.[0]))?.[1]
    const line = [
      `MODEL_SEED=${seed}`,
      ...(counterexamplePath ? [`MODEL_PATH=${counterexamplePath}`] : []),
      ...(replay ? [`MODEL_REPLAY=${replay}`] : []),
      `npx vitest run --project int ${file}`,
    ].join(' ')
    throw new Error(`${fc.defaultReportMessage(details)}\nRepeat it: ${line}`, { cause: details.errorInstance })
  }
