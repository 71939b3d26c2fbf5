import type { MakeId } from '#server/domain/ids.ts'
import type { ZoneRules } from '#server/domain/time/zone-rules.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Mysql } from '#server/mysql/connect.ts'
import type { Prisma } from '#server/mysql/prisma.ts'
import type { RedisLink } from '#server/redis/connect.ts'

/** What a use case works with; made once per process. */
export type Resources = {
  mysql: Mysql
  prisma: Prisma
  redis: RedisLink
  /** The bytes of files. */
  files: FileStore
  makeId: MakeId
  /** What turns wall clocks into instants here. */
  zoneRules: ZoneRules
}
