/** For Prisma's own commands. `prisma migrate deploy` works on the same folder as scripts/migrate.mjs, where its engine can be had. */
import { defineConfig } from 'prisma/config'

export default defineConfig({
  schema: '../prisma/schema.prisma',
  migrations: { path: '../prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
