/** Prisma, for ordinary reads and writes. It has a pool of its own: never in one transaction with mysql2 (I8). */
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaClient } from './generated/prisma/client.ts'

export type Prisma = PrismaClient

const CONNECTION_LIMIT = 5

/** @param url `mysql://user:password@host:port/database` */
export function createPrisma(url: string): Prisma {
  const { hostname, port, username, password, pathname } = new URL(url)
  const adapter = new PrismaMariaDb({
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    connectionLimit: CONNECTION_LIMIT,
    timezone: 'Z',
  })
  // Otherwise its messages quote the call with its arguments.
  return new PrismaClient({ adapter, errorFormat: 'minimal' })
}
