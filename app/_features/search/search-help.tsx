const EXAMPLES: readonly [string, string][] = [
  ['“roll back”', 'these words, one after another'],
  ['deploy -failed', 'the first word, without the second'],
  ['depl*', 'words that begin so'],
  ['from:@ana in:#general', 'who wrote it, and where'],
  ['to:me', 'written to you in a direct message'],
  ['on:2026-12-05 before:yesterday after:2026-11', 'days, months and years in your time zone'],
  ['has:link has:code has:file', 'what is in it'],
  ['is:thread is:edited', 'what it is'],
  ['is:scheduled', 'your own messages that wait to be sent'],
]

/** What can be asked, by example. */
export const SearchHelp = () => (
  <section aria-labelledby="search-help" className="mx-auto w-full max-w-xl py-6">
    <h2 id="search-help" className="text-lead font-semibold">
      What you can ask
    </h2>
    <p className="mt-1 text-muted">
      Everything you can read is searched. Capitals and accents do not count; a minus before anything means: not this.
    </p>
    <dl className="mt-3">
      {EXAMPLES.map(([example, meaning]) => (
        <div
          key={example}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line py-1.5"
        >
          <dt className="font-medium">{example}</dt>
          <dd className="text-small text-muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  </section>
)
