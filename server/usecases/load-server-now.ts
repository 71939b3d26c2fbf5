import type { EpochMillis } from '#server/domain/time/units.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { Resources } from './resources.ts'

/** Now by the database's clock, the one that decides (I2). */
export const loadServerNow = (r: Pick<Resources, 'mysql'>): Promise<EpochMillis> => loadDbNow(r.mysql.read)
