import { initTRPC, TRPCError } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AddressInfo } from 'node:net'
import { AnsweredError, createAsk } from './ask-server.ts'

const t = initTRPC.create({
  errorFormatter: ({ shape, error }) => ({ ...shape, data: { ...shape.data, domain: { code: error.message } } }),
})
const requests: string[] = []
const text = (input: unknown) => String(input)
const server = createHTTPServer({
  router: t.router({
    deep: t.router({ echo: t.procedure.input(text).query(({ input }) => ({ said: input })) }),
    nothing: t.procedure.query(() => undefined),
    write: t.procedure.input(text).mutation(({ input }) => input.length),
    refuse: t.procedure.query(() => {
      throw new TRPCError({ code: 'FORBIDDEN', message: 'not_allowed' })
    }),
  }),
  middleware: (request, _response, next) => {
    requests.push(`${request.method} ${request.url} ${request.headers['x-who'] ?? ''}`)
    next()
  },
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => void requests.splice(0))

const ask = (more: { longestUrl?: number; mostAtOnce?: number } = {}) =>
  createAsk({ url, headers: () => ({ 'x-who': 'anna' }), within_ms: 5_000, longestUrl: 4_000, mostAtOnce: 40, ...more })

describe('asking a tRPC server', () => {
  it('sends the questions of one moment in one request each for queries and commands, with its headers', async () => {
    const question = ask()
    const answers = await Promise.all([
      question('query', 'deep.echo', 'a & b = ü'),
      question('query', 'nothing', undefined),
      question('mutation', 'write', 'four'),
    ])
    expect(answers).toEqual([{ said: 'a & b = ü' }, undefined, 4])
    expect(requests).toHaveLength(2)
    expect(requests.every((request) => request.endsWith(' anna'))).toBe(true)
    expect(requests.some((request) => request.startsWith('GET /deep.echo,nothing?batch=1'))).toBe(true)
    expect(requests.some((request) => request.startsWith('POST /write?batch=1'))).toBe(true)
  })

  it('tells each question its own refusal, with what the server says of it', async () => {
    const question = ask()
    const [said, refused] = await Promise.allSettled([
      question('query', 'deep.echo', 'fine'),
      question('query', 'refuse', undefined),
    ])
    expect(said).toEqual({ status: 'fulfilled', value: { said: 'fine' } })
    const { reason } = refused as PromiseRejectedResult
    expect(reason).toBeInstanceOf(AnsweredError)
    expect((reason as AnsweredError).data).toMatchObject({ domain: { code: 'not_allowed' }, httpStatus: 403 })
  })

  it('splits what would be too much for one address or one request', async () => {
    const question = ask({ longestUrl: 300, mostAtOnce: 3 })
    const long = 'x'.repeat(150)
    const said = await Promise.all(Array.from({ length: 3 }, () => question('query', 'deep.echo', long)))
    expect(said).toEqual([{ said: long }, { said: long }, { said: long }])
    expect(requests).toHaveLength(3)
    requests.splice(0)
    await Promise.all(Array.from({ length: 7 }, (_, i) => question('mutation', 'write', 'x'.repeat(i))))
    expect(requests).toHaveLength(3)
  })

  it('a question that reaches nobody fails as lost, not as answered', async () => {
    const nobody = createAsk({
      url: 'http://127.0.0.1:9',
      headers: () => ({}),
      within_ms: 1_000,
      longestUrl: 4_000,
      mostAtOnce: 40,
    })
    const failure = await nobody('query', 'deep.echo', 'hello').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(AnsweredError)
  })
})
