import 'vitest'

declare module 'vitest' {
  /** What the run's global set-up hands to integration tests. */
  interface ProvidedContext {
    /** `mysql://root@host:port/`, without a database. */
    databaseServerUrl: string
  }
}
