import { parsePublicId } from '#server/domain/ids.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { productEnv } from './demo.ts'

/** As an outage leaves a scheduled message: its second is over, and nobody was there to send it. */
export async function missItsSecond(scheduledId: string, at: number): Promise<void> {
  const r = await openResources({ DATABASE_URL: productEnv('DATABASE_URL'), REDIS_URL: productEnv('REDIS_URL') })
  try {
    const id = parsePublicId('scheduled', scheduledId)
    const [done] = await r.mysql.read.query(
      "UPDATE scheduled_message SET send_at = ?, wake_at_ms = ? WHERE id = ? AND status = 'SCHEDULED'",
      [at, at * 1000, id],
    )
    if (!('affectedRows' in done) || done.affectedRows !== 1)
      throw new Error(`no message ${scheduledId} waits: it cannot miss its second`)
  } finally {
    await closeResources(r)
  }
}
