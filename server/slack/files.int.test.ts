/** Files through the official client as it is published: its `files.uploadV2` makes all three steps by itself. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebClient } from '@slack/web-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatId, type MemberId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { SCOPES, type Scope } from '#server/domain/member/scopes.ts'
import { createTestWebServer } from '#server/testing/browser.ts'
import { foundCompany, type Company } from '#server/testing/company.ts'
import { QUIET, tokenOf } from '#server/testing/slack-door.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { picture } from '#server/testing/uploads.ts'
import { answerFiles } from '#server/web/serve-files.ts'
import { handleSlackCall } from './handle.ts'

const world = useTestWorld()
let url: string
let close: () => void
let company: Company
let ana: Actor
let slack: WebClient

beforeAll(async () => {
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => {
    server.close()
    server.closeAllConnections()
  }
  const web = createTestWebServer(world().resources, { APP_URL: url })
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = 'GET', headers } = incoming
    const request = new Request(`${url}${incoming.url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
    })
    const { pathname } = new URL(request.url)
    const answer = pathname.startsWith('/api/files/')
      ? await answerFiles(web, request)
      : await handleSlackCall(web.slack, pathname.replace(/^\/api\//, ''), request)
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  }
  company = await foundCompany(world().resources)
  ana = await company.hire()
  slack = await clientOf(ana)
})
afterAll(() => close())

const clientOf = async (actor: Actor, scopes: readonly Scope[] = SCOPES) =>
  new WebClient(await tokenOf(world().resources, actor, scopes), {
    ...{ slackApiUrl: `${url}/api/`, retryConfig: { retries: 0 }, logger: QUIET },
  })

async function newChannel(isPrivate = false): Promise<string> {
  const name = `c-${Math.random().toString(36).slice(2, 10)}`
  const { channel } = await slack.conversations.create({ name, is_private: isPrivate })
  return String(channel?.id)
}

type Uploaded = { files: { files: { id: string }[] }[] }
async function upload(channel: string | undefined, file: Buffer, filename: string, words?: string): Promise<string> {
  const answer = (await slack.files.uploadV2({
    ...(channel === undefined ? {} : { channel_id: channel }),
    ...(words === undefined ? {} : { initial_comment: words }),
    file,
    filename,
  })) as unknown as Uploaded
  return String(answer.files[0]?.files[0]?.id)
}

const errorOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: { data?: { error?: string } }) => error.data?.error ?? String(error),
  )

test('files.uploadV2 posts a file as one message, which history shows with it, and the bytes come back by url_private', async () => {
  const channel = await newChannel()
  const bytes = Buffer.from('the plan\0\xff', 'latin1')
  const id = await upload(channel, bytes, 'plan.bin', 'here it is')
  const { messages } = await slack.conversations.history({ channel })
  expect(messages).toMatchObject([{ text: 'here it is', files: [{ id, name: 'plan.bin', size: bytes.length }] }])
  const { file } = await slack.files.info({ file: id })
  expect(file).toMatchObject({ id, name: 'plan.bin', mode: 'hosted', is_public: true, channels: [channel], groups: [] })
  const read = await fetch(String(file?.url_private), { headers: { authorization: `Bearer ${slack.token}` } })
  expect(Buffer.from(await read.arrayBuffer())).toEqual(bytes)
  expect((await fetch(String(file?.url_private))).status).toBe(401)
})

test('several files, an image among them, are one message; without a channel they wait', async () => {
  const channel = await newChannel()
  await slack.files.uploadV2({
    channel_id: channel,
    file_uploads: [
      { file: await picture({ width: 40, height: 20 }), filename: 'a.png' },
      { file: Buffer.from('words'), filename: 'b.txt' },
    ],
  })
  const { messages } = await slack.conversations.history({ channel })
  expect(messages).toMatchObject([
    {
      text: '',
      files: [
        { name: 'a.png', mimetype: 'image/png', original_w: 40, original_h: 20 },
        { name: 'b.txt', mimetype: 'text/plain' },
      ],
    },
  ])
  const alone = await upload(undefined, Buffer.from('alone'), 'alone.txt')
  expect((await slack.files.info({ file: alone })).file).toMatchObject({ channels: [], is_public: false })
})

test('a completion that is asked again posts nothing twice', async () => {
  const channel = await newChannel()
  const { upload_url, file_id } = await slack.files.getUploadURLExternal({ filename: 'x.txt', length: 3 })
  await fetch(String(upload_url), { method: 'POST', body: 'abc' })
  const complete = () =>
    slack.files.completeUploadExternal({ channel_id: channel, files: [{ id: String(file_id), title: 'Named anew' }] })
  await complete()
  expect(await complete()).toMatchObject({ files: [{ id: file_id, name: 'Named anew' }] })
  expect((await slack.conversations.history({ channel })).messages).toHaveLength(1)
})

test('files.list shows what is one’s own or shown where one may read, and what is asked for of it', async () => {
  const [open, hidden] = [await newChannel(), await newChannel(true)]
  const ben = await company.hire()
  const other = await clientOf(ben)
  const seen = await upload(open, Buffer.from('%PDF-1.7'), 'seen.pdf')
  const secret = await upload(hidden, Buffer.from('secret'), 'secret.txt')
  const idsOf = async (client: WebClient, args: object = {}) =>
    ((await client.files.list(args)).files ?? []).map(({ id }) => id)
  expect(await idsOf(slack)).toEqual(expect.arrayContaining([seen, secret]))
  expect(await idsOf(other)).toContain(seen)
  expect(await idsOf(other)).not.toContain(secret)
  expect(await idsOf(slack, { channel: hidden })).toEqual([secret])
  expect(await idsOf(slack, { channel: open, types: 'pdfs' })).toEqual([seen])
  expect(await idsOf(slack, { channel: open, types: 'images' })).toEqual([])
  expect(await idsOf(slack, { user: formatId('member', ben.memberId) })).toEqual([])
  expect(await idsOf(slack, { channel: open, ts_to: '5' })).toEqual([])
  const page = await slack.files.list({ count: 1, page: 2, user: formatId('member', ana.memberId as MemberId) })
  expect(page.paging).toMatchObject({ count: 1, page: 2 })
  expect(page.files).toHaveLength(1)
  expect(await errorOf(other.files.list({ channel: hidden }))).toBe('channel_not_found')
  expect(await errorOf(other.files.info({ file: secret }))).toBe('file_not_found')
  expect(await errorOf(other.files.delete({ file: secret }))).toBe('file_not_found')
  expect(await errorOf(other.files.delete({ file: seen }))).toBe('cant_delete_file')
})

test('files.delete takes it away from the message; what was there is a tombstone', async () => {
  const channel = await newChannel()
  const id = await upload(channel, Buffer.from('gone soon'), 'gone.txt', 'look')
  await slack.files.delete({ file: id })
  expect((await slack.conversations.history({ channel })).messages).toMatchObject([
    { text: 'look', files: [{ id, mode: 'tombstone' }] },
  ])
  expect(await errorOf(slack.files.info({ file: id }))).toBe('file_not_found')
  expect(await errorOf(slack.files.delete({ file: id }))).toBe('file_not_found')
})

test('every refusal has its code', async () => {
  const channel = await newChannel()
  const begin = (length: number) => slack.files.getUploadURLExternal({ filename: 'x', length })
  const complete = (args: object) => slack.apiCall('files.completeUploadExternal', args as Record<string, unknown>)
  expect(await errorOf(begin(200_000_000))).toBe('file_upload_size_restricted')
  expect(await errorOf(begin(0))).toBe('invalid_arguments')
  const { file_id: id } = await begin(5)
  expect(await errorOf(complete({ files: [{ id }], channel_id: channel }))).toBe('file_update_failed')
  expect(await errorOf(complete({ files: [{ id: 'F123' }], channel_id: channel }))).toBe('file_not_found')
  expect(await errorOf(complete({ files: [{ id }], channel_id: 'C123' }))).toBe('channel_not_found')
  expect(await errorOf(complete({ files: 'x' }))).toBe('invalid_arguments')
  expect(await errorOf(slack.files.list({ types: 'paintings' }))).toBe('unknown_type')
  expect(await errorOf(slack.files.list({ user: 'U1' }))).toBe('user_not_found')
  expect(await errorOf(slack.files.info({ file: 'nothing' }))).toBe('file_not_found')
  const stranger = await (await foundCompany(world().resources, 'Elsewhere')).hire()
  const foreign = await clientOf(stranger)
  expect(await errorOf(foreign.apiCall('files.completeUploadExternal', { files: [{ id }] }))).toBe('file_not_found')
  const mute = await clientOf(ana, ['chat:write'])
  expect(await errorOf(mute.files.info({ file: String(id) }))).toBe('missing_scope')
})
