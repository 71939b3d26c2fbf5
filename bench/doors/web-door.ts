/**
 * Child process of `bench accept`: the product's web doors, tRPC with its sessions and the Slack-compatible one, behind
 * node's own HTTP server. The pages' framework, whose routing would come on top, is left out.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readEnv } from '#server/process/env.ts'
import { createLogger } from '#server/process/logger.ts'
import { handleSlackCall } from '#server/slack/handle.ts'
import { openResources } from '#server/usecases/open-resources.ts'
import { answerTrpc } from '#server/web/serve-trpc.ts'
import { createWebServer } from '#server/web/web-server.ts'

const env = readEnv()
const web = createWebServer(env, await openResources(env), createLogger({ name: 'web', level: 'warn' }))
// Counted as in the product, but a token may here call faster than 20 times a second.
const slack: typeof web.slack = {
  ...web.slack,
  countCall: async (name, rule) => ({ ...(await web.slack.countCall(name, rule)), allowed: true }),
}
// By itself, so that node writes its profile where one is wanted.
process.once('message', () => process.exit(0))
const SLACK_METHOD = /^\/api\/([a-zA-Z.]+)$/

const server = createServer((request, response) => {
  void toRequest(request)
    .then((asked) => {
      const method = SLACK_METHOD.exec(request.url ?? '')?.[1]
      return method ? handleSlackCall(slack, method, asked) : answerTrpc(web, asked)
    })
    .then((answer) => sendAnswer(response, answer))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return new Request(new URL(incoming.url ?? '/', env.APP_URL), {
    method: incoming.method ?? 'GET',
    headers: incoming.headers as Record<string, string>,
    body: Buffer.concat(chunks),
  })
}

async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}
