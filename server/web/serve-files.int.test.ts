/** The door for bytes: who gets in, and what a browser is told about what comes out (SECURITY: nothing active, asked every time). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { filePath, partPath } from '#server/domain/files/file-address.ts'
import { formatId, type FileId, type WorkspaceId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { createTestWebServer, openBrowser } from '#server/testing/browser.ts'
import { tokenOf } from '#server/testing/slack-door.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { picture, upload } from '#server/testing/uploads.ts'
import { beginUpload } from '#server/usecases/files/begin-upload.ts'
import { loadActor } from '#server/usecases/members/load-actor.ts'
import { answerFiles } from './serve-files.ts'
import type { WebServer } from './web-server.ts'

const world = useTestWorld()

/** A person with a workspace of their own, in a browser that is signed in. */
async function settle(web: WebServer) {
  const browser = openBrowser(web)
  await browser.signUp()
  const { data } = await browser.mutate('workspaces.create', {
    name: 'Here',
    displayName: 'Ana',
    zone: 'Europe/Berlin',
  })
  const { workspaceId } = data as { workspaceId: WorkspaceId }
  const { data: me } = await browser.query('session.me')
  const actor: Actor = await loadActor(web.resources, (me as { accountId: string }).accountId, workspaceId, 'web')
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = (path: string, init: RequestInit = {}) =>
    answerFiles(web, new Request(`${web.env.APP_URL}${path}`, { ...init, headers: { cookie, ...init.headers } }))
  return { browser, workspaceId, actor, ask }
}

test('whatever a file is, it comes as a download that no page can run or show', async () => {
  const web = createTestWebServer(world().resources)
  const { workspaceId, actor, ask } = await settle(web)
  const evil = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>')
  const file = await upload(web.resources, actor, { name: 'Schöner "Plan"; x=.svg', bytes: evil })
  const answer = await ask(filePath(workspaceId, file.id, 'download'))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="Sch_ner _Plan_; x=.svg"; filename*=UTF-8''Sch%C3%B6ner%20%22Plan%22%3B%20x%3D.svg`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(evil)
  expect((await ask(filePath(workspaceId, file.id, 'image'))).status, 'it is no image').toBe(404)
  expect((await ask(filePath(workspaceId, file.id, 'preview'))).status).toBe(404)
})

test('a picture is shown as the image that was made of it, kept by the browser and asked for every time', async () => {
  const web = createTestWebServer(world().resources)
  const { workspaceId, actor, ask } = await settle(web)
  const stranger = await settle(web)
  const file = await upload(web.resources, actor, {
    name: 'a.gif',
    bytes: await picture({ width: 30, height: 20 }, 'gif'),
  })
  const path = filePath(workspaceId, file.id, 'image')
  const answer = await ask(path)
  expect(answer.headers.get('content-type')).toBe('image/gif')
  expect(answer.headers.get('content-disposition')).toMatch(/^inline; /)
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  const kept = { 'if-none-match': String(answer.headers.get('etag')) }
  expect((await ask(path, { headers: kept })).status).toBe(304)
  expect((await stranger.ask(path, { headers: kept })).status, 'what is kept opens nothing').toBe(404)
  expect((await ask(filePath(workspaceId, file.id, 'preview'))).headers.get('content-type')).toBe('image/webp')
})

test('nobody without a session, of another workspace, or with a mistyped address gets anything', async () => {
  const web = createTestWebServer(world().resources)
  const { workspaceId, actor, ask } = await settle(web)
  const stranger = await settle(web)
  const file = await upload(web.resources, actor)
  const path = filePath(workspaceId, file.id, 'download')
  expect((await answerFiles(web, new Request(`${web.env.APP_URL}${path}`))).status).toBe(401)
  expect((await stranger.ask(path)).status).toBe(404)
  expect((await stranger.ask(filePath(stranger.workspaceId, file.id, 'download'))).status).toBe(404)
  for (const wrong of [`${path}/x`, path.replace('download', 'raw'), '/api/files/x/y/download', '/api/files/../x'])
    expect((await ask(wrong)).status, wrong).toBe(404)
  expect((await ask(path, { headers: { 'x-carillon-member': '12' } })).status, 'another is signed in by now').toBe(401)
})

test('a program reads with a token that may', async () => {
  const web = createTestWebServer(world().resources)
  const { workspaceId, actor } = await settle(web)
  const file = await upload(web.resources, actor)
  const read = (token: string, workspace = workspaceId) =>
    answerFiles(
      web,
      new Request(`${web.env.APP_URL}${filePath(workspace, file.id, 'download')}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
  const answer = await read(await tokenOf(web.resources, actor, ['files:read']))
  expect(await answer.text()).toBe('some notes')
  expect((await read(await tokenOf(web.resources, actor, ['chat:write']))).status).toBe(403)
  expect((await read('xoxb-nonsense')).status).toBe(401)
  const elsewhere = await settle(web)
  expect((await read(await tokenOf(web.resources, elsewhere.actor, ['files:read']))).status).toBe(404)
})

test('parts are taken from our own pages alone, from whoever announced the file, and no longer than a part is', async () => {
  const web = createTestWebServer(world().resources)
  const { browser, workspaceId, ask } = await settle(web)
  const stranger = await settle(web)
  const begun = await browser.mutate('files.begin', { workspaceId, name: 'a.txt', size: 5 })
  const { id } = begun.data as { id: FileId }
  const put = (path: string, body: Uint8Array, headers: Record<string, string>, by = ask) =>
    by(path, { method: 'PUT', body: body as Uint8Array<ArrayBuffer>, headers })
  const ours = { origin: web.env.APP_URL }
  const path = partPath(workspaceId, id, 0)
  const bytes = Buffer.from('hello')
  expect((await put(path, bytes, { origin: 'https://evil.test' })).status).toBe(403)
  expect((await put(path, bytes, {})).status).toBe(403)
  expect((await put(path, bytes, ours, stranger.ask)).status).toBe(404)
  expect((await put(path, Buffer.from('hell'), ours)).status).toBe(409)
  expect((await put(path, Buffer.alloc(5_000_000), ours)).status).toBe(413)
  expect((await put(partPath(workspaceId, id, 1), bytes, ours)).status).toBe(409)
  const taken = await put(path, bytes, ours)
  expect([taken.status, await taken.json()]).toEqual([200, { parts: 1, of: 1, ready: false }])
  const finished = await browser.mutate('files.finish', { workspaceId, id })
  expect(finished.data).toEqual({ id, name: 'a.txt', type: 'text/plain', size: 5 })
})

test('a ticket lets in one upload, in whatever form the body comes, and nothing once that is finished', async () => {
  const web = createTestWebServer(world().resources)
  const { actor, browser, workspaceId } = await settle(web)
  const bytes = Buffer.from('--x\r\nnot a form\r\n\r\n\0binary')
  const send = async (secret: string, id: FileId, body: BodyInit, headers: Record<string, string> = {}) => {
    const path = `/api/files/upload/${formatId('workspace', workspaceId)}/${formatId('file', id)}/${secret}`
    const answer = await answerFiles(web, new Request(`${web.env.APP_URL}${path}`, { method: 'POST', body, headers }))
    return [answer.status, await answer.text()]
  }
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'x.bin')
  const bodies: [BodyInit, Record<string, string>][] = [
    [form, {}],
    [bytes, { 'content-type': 'application/x-www-form-urlencoded' }],
    [bytes, {}],
  ]
  for (const [body, headers] of bodies) {
    const { id, secret } = await beginUpload(web.resources, actor, { name: 'x', size: bytes.length, byTicket: true })
    expect((await send(randomUUID(), id, bytes))[0]).toBe(404)
    expect((await send(String(secret), id, bytes.subarray(1)))[0]).toBe(409)
    expect((await send(String(secret), id, Buffer.concat([bytes, bytes])))[0]).toBe(409)
    expect(await send(String(secret), id, body, headers)).toEqual([200, `OK - ${bytes.length}`])
    const { data } = await browser.mutate('files.finish', { workspaceId, id })
    expect(data).toMatchObject({ size: bytes.length })
    expect((await send(String(secret), id, bytes))[0], 'used').toBe(404)
    const read = await answerFiles(
      web,
      new Request(`${web.env.APP_URL}${filePath(workspaceId, id, 'download')}`, {
        headers: { cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      }),
    )
    expect(Buffer.from(await read.arrayBuffer())).toEqual(bytes)
  }
})
