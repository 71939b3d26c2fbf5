/** An answer with `ok: false`. `messages` name the argument and the value that was wrong. */
export class SlackError extends Error {
  override readonly name = 'SlackError'
  constructor(
    readonly code: string,
    readonly messages: readonly string[] = [],
    /** More fields of the answer: `needed` and `provided` of missing_scope, `errors` of an invitation. */
    readonly fields: Readonly<Record<string, unknown>> = {},
  ) {
    super(code)
  }
}

/** Slack's own form: the argument as a JSON pointer. */
export function wrongArgument(code: string, argument: string, value: unknown, problem: string): SlackError {
  return new SlackError(code, [describeArgument([argument], value, problem)])
}

export function describeArgument(path: readonly PropertyKey[], value: unknown, problem: string): string {
  return `[ERROR] ${problem}; given: ${shown(value)} [json-pointer:/${path.map(String).join('/')}]`
}

const MAX_SHOWN = 80

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
