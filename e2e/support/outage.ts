import { createConnection } from 'mysql2/promise'
import { parsePublicId } from '#server/domain/ids.ts'
import { productEnv } from './demo.ts'

/** As an outage leaves a scheduled message: its second is over, and nobody was there to send it. */
export async function missItsSecond(scheduledId: string, at: number): Promise<void> {
  const database = await createConnection(productEnv('DATABASE_URL'))
  try {
    const id = parsePublicId('scheduled', scheduledId)
    const [done] = await database.execute(
      "UPDATE scheduled_message SET send_at = ?, wake_at_ms = ? WHERE id = ? AND status = 'SCHEDULED'",
      [at, at * 1000, id],
    )
    if (!('affectedRows' in done) || done.affectedRows !== 1)
      throw new Error(`no message ${scheduledId} waits: it cannot miss its second`)
  } finally {
    await database.end()
  }
}
