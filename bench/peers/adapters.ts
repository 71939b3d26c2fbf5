/**
 * One adapter per queue, at its best known settings. A handler gets one job, or many where the queue itself hands out
 * batches. Only the part of each package that is used is described in types.
 */
import { Queue as BullQueue, Worker as BullWorker } from 'bullmq'
import { loadPeer } from './peer-packages.ts'

export type Job = { workspaceId: string; id: string; due_ms: number }
export type Handler = (jobs: Job[]) => Promise<void>
export type PeerName = 'bullmq' | 'bee-queue' | 'pg-boss' | 'graphile-worker'
export type PeerServers = {
  redisUrl: string
  postgresUrl: string
  /** At once, where the queue runs one per job. */
  handlers: number
}

export type Peer = {
  prepare(): Promise<void>
  enqueue(jobs: readonly Job[]): Promise<void>
  /** @returns how to stop */
  work(handler: Handler): Promise<() => Promise<unknown>>
  close(): Promise<unknown>
}

/** Enough for three shared transactions of 500, as many as ours has. `peer-handlers` measures others. */
export const HANDLERS = 1_500
/** How soon a queue notices that a delayed job is due, where it can be told: as often as our dispatcher looks at the shortest. */
const POLL_MS = 20
const NAME = 'bench'
const PER_CALL = 1_000

/** Told in the result. */
export const PEER_SETTINGS: Record<PeerName, string> = {
  bullmq: `${HANDLERS} at once, removed on end`,
  'bee-queue': `${HANDLERS} at once, removed on end, no events, debounce ${POLL_MS} ms`,
  'pg-boss': `8 loops of 1000, poll 500 ms (its shortest), 12 connections`,
  'graphile-worker': `${HANDLERS} at once, local queue of 2000, poll ${POLL_MS} ms, batched completion, 12 connections`,
}

export const PEERS: Record<PeerName, (servers: PeerServers) => Promise<Peer>> = {
  bullmq: openBullmq,
  'bee-queue': openBeeQueue,
  'pg-boss': openPgBoss,
  'graphile-worker': openGraphileWorker,
}

async function openBullmq({ redisUrl, handlers }: PeerServers): Promise<Peer> {
  const { hostname: host, port } = new URL(redisUrl)
  const connection = { host, port: Number(port), maxRetriesPerRequest: null }
  const queue = new BullQueue<Job>(NAME, { connection })
  return {
    prepare: async () => {},
    async enqueue(jobs) {
      for (const part of partsOf(jobs)) {
        const now = Date.now()
        const opts = (job: Job) => ({
          delay: Math.max(0, job.due_ms - now),
          removeOnComplete: true,
          removeOnFail: true,
        })
        await queue.addBulk(part.map((job) => ({ name: 'send', data: job, opts: opts(job) })))
      }
    },
    async work(handler) {
      const worker = new BullWorker<Job>(NAME, (job) => handler([job.data]), { connection, concurrency: handlers })
      worker.on('error', (error) => console.error('bullmq', error.message))
      await worker.waitUntilReady()
      return () => worker.close()
    },
    close: () => queue.close(),
  }
}

type BeeJob = { delayUntil(at: number): BeeJob }
type BeeQueue = {
  createJob(data: Job): BeeJob
  saveAll(jobs: BeeJob[]): Promise<unknown>
  process(concurrency: number, handler: (job: { data: Job }) => Promise<void>): void
  ready(): Promise<unknown>
  close(timeout_ms: number): Promise<unknown>
}

async function openBeeQueue({ redisUrl, handlers }: PeerServers): Promise<Peer> {
  const Bee = loadPeer<new (name: string, settings: object) => BeeQueue>('bee-queue')
  const settings = {
    redis: redisUrl,
    activateDelayedJobs: true,
    delayedDebounce: POLL_MS,
    removeOnSuccess: true,
    removeOnFailure: true,
    storeJobs: false,
    getEvents: false,
    sendEvents: false,
  }
  const queue = new Bee(NAME, { ...settings, isWorker: false })
  return {
    prepare: async () => {},
    async enqueue(jobs) {
      for (const part of partsOf(jobs))
        await queue.saveAll(part.map((job) => queue.createJob(job).delayUntil(job.due_ms)))
    },
    async work(handler) {
      const worker = new Bee(NAME, settings)
      worker.process(handlers, (job) => handler([job.data]))
      await worker.ready()
      return () => worker.close(1_000)
    },
    close: () => queue.close(1_000),
  }
}

type Boss = {
  on(event: 'error', listener: (error: Error) => void): void
  start(): Promise<unknown>
  createQueue(name: string): Promise<unknown>
  insert(jobs: object[]): Promise<unknown>
  work(name: string, options: object, handler: (jobs: { data: Job }[]) => Promise<void>): Promise<unknown>
  stop(options: object): Promise<unknown>
}
const BOSS_LOOPS = 8
const BOSS_BATCH = 1_000

async function openPgBoss({ postgresUrl }: PeerServers): Promise<Peer> {
  const loaded = loadPeer<{ default?: new (options: object) => Boss } & (new (options: object) => Boss)>('pg-boss')
  const boss = new (loaded.default ?? loaded)({
    connectionString: postgresUrl,
    max: 12,
    supervise: false,
    schedule: false,
  })
  boss.on('error', (error) => console.error('pg-boss', error.message))
  await boss.start()
  return {
    prepare: async () => void (await boss.createQueue(NAME)),
    async enqueue(jobs) {
      for (const part of partsOf(jobs)) {
        await boss.insert(
          part.map((job) => ({ name: NAME, data: job, startAfter: new Date(job.due_ms).toISOString() })),
        )
      }
    },
    async work(handler) {
      // Half a second is the library's shortest poll.
      const options = { batchSize: BOSS_BATCH, pollingIntervalSeconds: 0.5 }
      for (let i = 0; i < BOSS_LOOPS; i++)
        await boss.work(NAME, options, (jobs) => handler(jobs.map((job) => job.data)))
      return () => boss.stop({ graceful: false, wait: true })
    },
    close: () => boss.stop({ graceful: false, wait: true }),
  }
}

type Graphile = {
  run(options: object): Promise<{ stop(): Promise<unknown> }>
  makeWorkerUtils(
    options: object,
  ): Promise<{ migrate(): Promise<unknown>; addJobs(jobs: object[]): Promise<unknown>; release(): Promise<unknown> }>
  Logger: new (factory: () => () => void) => object
}
const LOCAL_QUEUE = 2_000

async function openGraphileWorker({ postgresUrl: connectionString, handlers }: PeerServers): Promise<Peer> {
  const { run, makeWorkerUtils, Logger } = loadPeer<Graphile>('graphile-worker')
  const logger = new Logger(() => () => {})
  const utils = await makeWorkerUtils({ connectionString, logger })
  return {
    prepare: async () => void (await utils.migrate()),
    async enqueue(jobs) {
      for (const part of partsOf(jobs)) {
        await utils.addJobs(part.map((job) => ({ identifier: NAME, payload: job, runAt: new Date(job.due_ms) })))
      }
    },
    async work(handler) {
      const worker = {
        connectionString,
        concurrentJobs: handlers,
        maxPoolSize: 12,
        pollInterval: POLL_MS,
        localQueue: { size: LOCAL_QUEUE },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      }
      const taskList = { [NAME]: (payload: Job) => handler([payload]) }
      const runner = await run({ preset: { worker }, logger, noHandleSignals: true, taskList })
      return () => runner.stop()
    },
    close: () => utils.release(),
  }
}

function partsOf(jobs: readonly Job[]): Job[][] {
  return Array.from({ length: Math.ceil(jobs.length / PER_CALL) }, (_, i) =>
    jobs.slice(i * PER_CALL, (i + 1) * PER_CALL),
  )
}
