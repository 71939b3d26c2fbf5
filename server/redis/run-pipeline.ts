import type { ChainableCommander } from 'ioredis'

/** Commands in one write and one round trip. @throws if Redis is away or any of them failed */
export async function runPipeline(pipeline: ChainableCommander): Promise<unknown[]> {
  const replies = await pipeline.exec()
  const failed = replies?.find(([error]) => error)
  if (!replies || failed) throw failed?.[0] ?? new Error('pipeline: no reply')
  return replies.map(([, reply]) => reply)
}
