/** The official Slack client, unmodified, against the running product: its address and a token are all it is given. */
import { readFileSync } from 'node:fs'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { WebClient, type ChatPostMessageResponse, type ChatScheduleMessageResponse } from '@slack/web-api'

type Demo = { slackApiUrl: string; users: { token: string }[]; channels: { id: string; name: string }[] }

/** The SDK's own policy, without its waiting. */
const retryConfig = { retries: 10, minTimeout: 0, maxTimeout: 1 }

let demo: Demo
let token: string
let slack: WebClient

test.beforeAll(() => {
  demo = JSON.parse(readFileSync(process.env.CARILLON_DEMO_FILE ?? '', 'utf8')) as Demo
  token = demo.users[0]?.token ?? ''
  slack = new WebClient(token, { slackApiUrl: demo.slackApiUrl, retryConfig })
})

async function newChannel(): Promise<string> {
  const { channel } = await slack.conversations.create({ name: `sdk-${Date.now()}-${Math.floor(Math.random() * 1e6)}` })
  return channel?.id ?? ''
}
const messagesIn = async (channel: string) => (await slack.conversations.history({ channel })).messages ?? []

test('a message scheduled by a program arrives once, on its second', async () => {
  const channel = await newChannel()
  const post_at = Math.floor(Date.now() / 1000) + 4
  const { scheduled_message_id } = await slack.chat.scheduleMessage({ channel, text: 'on time', post_at })
  const listed = await slack.chat.scheduledMessages.list({ channel })
  expect(listed.scheduled_messages).toMatchObject([{ id: scheduled_message_id, text: 'on time', post_at }])

  await expect.poll(async () => (await messagesIn(channel)).length, { timeout: 15_000 }).toBe(1)
  const [message] = await messagesIn(channel)
  const after_s = Number(message?.ts) - post_at
  expect(message?.text).toBe('on time')
  expect(after_s).toBeGreaterThanOrEqual(0)
  expect(after_s).toBeLessThan(1)
  expect((await slack.chat.scheduledMessages.list({ channel })).scheduled_messages).toEqual([])
})

test('a deleted one does not arrive, a changed one arrives as changed', async () => {
  const channel = await newChannel()
  const post_at = Math.floor(Date.now() / 1000) + 4
  const [deleted, changed] = [
    await slack.chat.scheduleMessage({ channel, text: 'never', post_at }),
    await slack.chat.scheduleMessage({ channel, text: 'draft', post_at }),
  ]
  await slack.chat.deleteScheduledMessage({ channel, scheduled_message_id: deleted.scheduled_message_id ?? '' })
  await slack.apiCall('chat.updateScheduledMessage', {
    scheduled_message_id: changed.scheduled_message_id,
    text: 'final',
  })
  await expect
    .poll(async () => (await messagesIn(channel)).map(({ text }) => text), { timeout: 15_000 })
    .toEqual(['final'])
})

test('the answer is lost after the commit and the SDK tries again by itself: with client_msg_id one message (K47)', async () => {
  const channel = await newChannel()
  const proxy = await startLossyProxy(demo.slackApiUrl)
  try {
    const client = new WebClient(token, { slackApiUrl: proxy.url, retryConfig })
    proxy.loseNext()
    const posted: ChatPostMessageResponse = await client.apiCall('chat.postMessage', {
      channel,
      text: 'once',
      client_msg_id: `post ${channel}`,
    })
    proxy.loseNext()
    const scheduled: ChatScheduleMessageResponse = await client.apiCall('chat.scheduleMessage', {
      channel,
      text: 'once',
      post_at: Math.floor(Date.now() / 1000) + 3_600,
      client_msg_id: `schedule ${channel}`,
    })
    expect(proxy.lost()).toBe(2)
    expect(await messagesIn(channel)).toMatchObject([{ text: 'once', ts: posted.ts }])
    const { scheduled_messages } = await slack.chat.scheduledMessages.list({ channel })
    expect(scheduled_messages).toMatchObject([{ id: scheduled.scheduled_message_id }])
  } finally {
    await proxy.close()
  }
})

test('no call is ever redirected', async () => {
  for (const method of ['auth.test', 'auth.test/']) {
    const answer = await fetch(demo.slackApiUrl + method, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.status, await answer.json()]).toMatchObject([200, { ok: true }])
  }
})

/** Passes everything on, and cuts the connection in the place of an answer when told to. */
async function startLossyProxy(target: string) {
  let toLose = 0
  let lost = 0
  const { hostname, port } = new URL(target)
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url: path } = incoming
    const onward = forward({ hostname, port, path, method, headers }, (answer) => {
      if (toLose === 0) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        return void answer.pipe(outgoing)
      }
      answer.resume().on('end', () => {
        toLose -= 1
        lost += 1
        outgoing.destroy()
      })
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    loseNext: () => void (toLose += 1),
    lost: () => lost,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
