/** Which five minutes of which lane the running load has put into Redis: the record that anyone can look at (S3). */
import type { Lane } from '#server/domain/partition/lane-of.ts'
import type { EpochMillis, EpochSeconds } from '#server/domain/time/units.ts'
import type { Db, Row } from './connect.ts'
import { DB_NOW_MS } from './now.ts'

export const BUCKET_S = 300
export type LoadedBucket = { lane: Lane; bucket_s: number; rowCount: number }

/** What was recorded before `loadedBefore_ms` no longer counts: its Redis lost it, or a newer load has recorded it again. */
export async function forgetBuckets(db: Db, lane: Lane, loadedBefore_ms: EpochMillis): Promise<void> {
  await db.query('DELETE FROM hydration_bucket WHERE lane = ? AND loaded_ms < ?', [lane, loadedBefore_ms])
}

export async function recordBuckets(db: Db, loadId: string, buckets: readonly LoadedBucket[]): Promise<void> {
  if (buckets.length === 0) return
  const now = `(SELECT ${DB_NOW_MS})`
  const rows = buckets.map(() => `(?, ?, ?, ?, ${now})`).join(', ')
  await db.query(
    `INSERT INTO hydration_bucket (lane, bucket_s, load_id, row_count, loaded_ms) VALUES ${rows}
     ON DUPLICATE KEY UPDATE load_id = VALUES(load_id), row_count = VALUES(row_count), loaded_ms = VALUES(loaded_ms)`,
    buckets.flatMap((bucket) => [bucket.lane, bucket.bucket_s, loadId, bucket.rowCount]),
  )
}

export type LaneHydration = { lane: Lane; until: EpochSeconds; rows: number; loadedMs: EpochMillis }

/** How far each lane is loaded. A lane without a row is not loaded at all. */
export async function readHydration(db: Db): Promise<LaneHydration[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT lane, MAX(bucket_s) + ${BUCKET_S} AS until_s, SUM(row_count) AS row_sum, MAX(loaded_ms) AS loaded_ms
     FROM hydration_bucket GROUP BY lane ORDER BY lane`,
  )
  return rows.map((row) => ({
    lane: row.lane,
    until: Number(row.until_s) as EpochSeconds,
    rows: Number(row.row_sum),
    loadedMs: Number(row.loaded_ms) as EpochMillis,
  }))
}

export type BucketCell = { lane: Lane; at_s: EpochSeconds; buckets: number }

/** How many buckets are recorded for the next `span_s` by lane, added up in cells of `cell_s`. Key: PRIMARY (lane, bucket_s). */
export async function readBuckets(
  db: Db,
  { from_s, span_s, cell_s }: { from_s: number; span_s: number; cell_s: number },
): Promise<BucketCell[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT lane, bucket_s - bucket_s % ? AS at_s, COUNT(*) AS buckets
     FROM hydration_bucket WHERE bucket_s >= ? AND bucket_s < ? GROUP BY lane, at_s ORDER BY lane, at_s`,
    [cell_s, from_s, from_s + span_s],
  )
  return rows.map((row) => ({
    lane: row.lane,
    at_s: Number(row.at_s) as EpochSeconds,
    buckets: Number(row.buckets),
  }))
}
