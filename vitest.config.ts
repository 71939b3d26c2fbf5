/**
 * `unit` is pure and takes milliseconds a file. `int` runs against a real database and a real Redis:
 * scripts/test/database-setup.mjs starts the server, on which each file makes a database of its own.
 */
import { defineConfig } from 'vitest/config'

const elsewhere = ['**/node_modules/**', '.next/**', 'dist/**', '.carillon/**', 'e2e/**']

declare module 'vitest' {
  interface ProvidedContext {
    /** `mysql://root@127.0.0.1:port/`, without a database. */
    databaseServerUrl: string
  }
}

export default defineConfig({
  test: {
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...elsewhere, '**/*.int.test.ts'],
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          exclude: elsewhere,
          globalSetup: 'scripts/test/database-setup.mjs',
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
