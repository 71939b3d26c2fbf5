import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import { filesOf } from '#server/domain/files/attached-file.ts'
import { MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE, PART_BYTES } from '#server/domain/files/limits.ts'
import type { ConversationId, FileId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Row } from '#server/mysql/connect.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { listenTo } from '#server/testing/listening.ts'
import { listPosted, readRow, refOf, scheduleDue, scheduleOne, sendThese } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { picture, upload } from '#server/testing/uploads.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import type { Resources } from '../resources.ts'
import { armDraft, changeDraft, deleteDraft, keepDraft } from '../drafts/planned-drafts.ts'
import { deleteMessage } from '../messages/delete-message.ts'
import { editMessage } from '../messages/edit-message.ts'
import { postMessage } from '../messages/post-message.ts'
import { cancelScheduled } from '../scheduled/cancel-scheduled.ts'
import { editScheduled } from '../scheduled/edit-scheduled.ts'
import { listDrafts } from '../drafts/planned-drafts.ts'
import { holdScheduled } from '../scheduled/hold-scheduled.ts'
import { retryFailed } from '../scheduled/retry-failed.ts'
import { scheduleAgain } from '../scheduled/schedule-again.ts'
import { createSeries } from '../series/create-series.ts'
import { catchUp } from '../sync/catch-up.ts'
import { beginUpload } from './begin-upload.ts'
import { cleanFiles } from './clean-files.ts'
import { finishUpload } from './finish-upload.ts'
import { loadReadableFile, openFile } from './load-file.ts'
import { deleteFile, discardFile } from './remove-file.ts'
import { loadUploadState, takePart } from './take-part.ts'

const world = useTestWorld()

async function setUp() {
  const { resources: r } = world()
  const workspaceId = await addWorkspace(r)
  const [ana, ben] = [await addMember(r, workspaceId), await addMember(r, workspaceId)]
  const secret = await addConversation(r, [ana, ben], { kind: 'private' })
  return { r, workspaceId, ana, ben, secret }
}

const post = (r: Resources, actor: Actor, conversationId: ConversationId, files: readonly AttachedFile[], text = '') =>
  postMessage(r, actor, { conversationId, text, fileIds: files.map(({ id }) => id), clientToken: randomUUID() })

async function contentOf(r: Resources, actor: Actor, id: FileId, form: 'download' | 'image' | 'preview' = 'download') {
  const chunks: Uint8Array[] = []
  for await (const chunk of openFile(r, await loadReadableFile(r, actor, id), form).chunks) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const mayRead = (r: Resources, actor: Actor, id: FileId) =>
  loadReadableFile(r, actor, id).then(
    () => true,
    (error: { code?: string }) => error.code ?? 'failed',
  )

/** Every file's time to be looked at has come. */
const letTimePass = async (r: Resources, { workspaceId }: Actor) => {
  await r.mysql.read.query('UPDATE file SET look_ms = 0 WHERE workspace_id = ?', [workspaceId])
}

const countOf = async (r: Resources, table: 'file' | 'file_use', workspaceId: string): Promise<number> => {
  const [rows] = await r.mysql.read.query<Row[]>(`SELECT COUNT(*) AS n FROM ${table} WHERE workspace_id = ?`, [
    workspaceId,
  ])
  return Number(rows[0]?.n)
}

test('a file of many parts arrives whole, also after a break, and a part may come twice', async () => {
  const { r, ana } = await setUp()
  const bytes = Buffer.alloc(PART_BYTES * 2 + 1_000, 'carillon')
  const { id, parts } = await beginUpload(r, ana, { name: '../plan.bin', size: bytes.length })
  expect(parts).toBe(3)
  const part = (index: number) => bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)
  await takePart(r, ana, { id, index: 0, bytes: part(0) })
  await expect(finishUpload(r, ana, { id })).rejects.toMatchObject({ code: 'file_incomplete' })
  await expect(takePart(r, ana, { id, index: 2, bytes: part(2) })).rejects.toMatchObject({ code: 'file_incomplete' })
  await expect(takePart(r, ana, { id, index: 1, bytes: part(2) })).rejects.toMatchObject({ code: 'file_incomplete' })
  expect(await loadUploadState(r, ana, id)).toEqual({ parts: 1, of: 3, ready: false })
  for (const index of [1, 0, 1, 2]) await takePart(r, ana, { id, index, bytes: part(index) })
  const [one, two] = await Promise.all([finishUpload(r, ana, { id }), finishUpload(r, ana, { id })])
  expect(one).toEqual({ id, name: 'plan.bin', type: 'text/plain', size: bytes.length })
  expect(two).toEqual(one)
  expect((await contentOf(r, ana, id)).equals(bytes)).toBe(true)
})

test('what is too large, empty or too many at once is refused before a byte is stored', async () => {
  const { r, ana } = await setUp()
  await expect(beginUpload(r, ana, { name: 'x', size: MAX_FILE_BYTES + 1 })).rejects.toMatchObject({
    code: 'file_too_large',
  })
  for (const size of [0, -1, 1.5, Number.NaN])
    await expect(beginUpload(r, ana, { name: 'x', size })).rejects.toMatchObject({ code: 'invalid_input' })
  await r.mysql.read.query(
    `INSERT INTO file (workspace_id, id, owner_id, status, name, type, size_bytes, parts, created_ms, look_ms)
     SELECT ?, ? + seq, ?, 'UPLOADING', 'x', '', 1, 0, 1, 9999999999999 FROM (
       SELECT a.n + b.n * 20 AS seq FROM (${counter(20)}) a, (${counter(10)}) b) AS numbers`,
    [ana.workspaceId, BigInt(r.makeId<FileId>()), ana.memberId],
  )
  await expect(beginUpload(r, ana, { name: 'x', size: 1 })).rejects.toMatchObject({ code: 'too_many_files' })
})
const counter = (n: number) => Array.from({ length: n }, (_, i) => `SELECT ${i} AS n`).join(' UNION ALL ')

test('an image is made anew: what hid in it is gone, where it was taken too, and it has a small form', async () => {
  const { r, ana } = await setUp()
  const taken = await sharp(await picture({ width: 2_000, height: 1_000 }, 'jpeg'))
    .withExif({ IFD0: { Copyright: 'hidden words' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .toBuffer()
  const polyglot = Buffer.concat([taken, Buffer.from('<script>alert("hidden words")</script>')])
  const file = await upload(r, ana, { name: 'photo.jpg', bytes: polyglot })
  expect(file).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', width: 2_000, height: 1_000 })
  const stored = await contentOf(r, ana, file.id)
  expect(stored.length).toBe(file.size)
  expect(stored.includes('hidden words')).toBe(false)
  expect(stored.includes('script')).toBe(false)
  expect((await sharp(stored).metadata()).exif).toBeUndefined()
  const preview = await sharp(await contentOf(r, ana, file.id, 'preview')).metadata()
  expect(preview).toMatchObject({ format: 'webp', width: 960, height: 480 })
})

test('what only says that it is an image, or is one of absurd size, is a file like any other and never decoded', async () => {
  const { r, ana } = await setUp()
  // 50,000 × 50,000 pixels in 67 bytes.
  const bomb = await picture({ width: 1, height: 1 })
  bomb.writeUInt32BE(50_000, 16)
  bomb.writeUInt32BE(50_000, 20)
  for (const bytes of [bomb, Buffer.from('\x89PNG\r\n\x1a\nno image', 'latin1')]) {
    const file = await upload(r, ana, { name: 'x.png', bytes })
    expect(file).toEqual({ id: file.id, name: 'x.png', type: 'image/png', size: bytes.length })
    expect((await contentOf(r, ana, file.id)).equals(bytes)).toBe(true)
    await expect(contentOf(r, ana, file.id, 'preview')).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a typed message carries its files, live and caught up, with no words needed; a repeat is the same message', async () => {
  const { r, ana, ben, secret } = await setUp()
  const ear = await listenTo(world().redisUrl, { conversations: [secret] })
  const files = [
    await upload(r, ana),
    await upload(r, ana, { name: 'b.png', bytes: await picture({ width: 9, height: 6 }) }),
  ]
  const input = { conversationId: secret, text: '', fileIds: files.map(({ id }) => id), clientToken: randomUUID() }
  const message = await postMessage(r, ana, input)
  expect(filesOf(message.payload)).toEqual(files)
  expect(await postMessage(r, ana, input)).toEqual(message)
  await expect(postMessage(r, ana, { ...input, fileIds: [] })).rejects.toMatchObject({ code: 'text_empty' })
  await expect(postMessage(r, ana, { ...input, fileIds: [files[0]!.id] })).rejects.toMatchObject({
    code: 'token_reused',
  })
  await waitUntil('it was told', () => ear.frames.length === 1)
  expect(ear.frames[0]?.changes).toEqual([{ type: 'message', message }])
  const behind = await catchUp(r, ben, { conversationId: secret, epoch: 1, afterSeq: 0, limit: 10 })
  expect(behind.changes).toEqual([{ type: 'message', message }])
  await ear.end()
})

test('another’s file, one that is not there and too many cannot be attached, neither now nor later', async () => {
  const { r, ana, ben, secret } = await setUp()
  const file = await upload(r, ana)
  const stranger = await addMember(r, await addWorkspace(r))
  const foreign = await upload(r, stranger)
  const unfinished = await beginUpload(r, ben, { name: 'x', size: 3 })
  for (const id of [file.id, foreign.id, unfinished.id, '9' as FileId]) {
    const wanted = { conversationId: secret, text: 'x', fileIds: [id], clientToken: randomUUID() }
    await expect(postMessage(r, ben, wanted)).rejects.toMatchObject({ code: 'file_gone' })
    await expect(scheduleOne(r, ben, secret, { fileIds: [id] })).rejects.toMatchObject({ code: 'file_gone' })
    const time = { sendAt: 2_000_000_000, zone: 'Etc/UTC' }
    await expect(keepDraft(r, ben, { ...wanted, ...time })).rejects.toMatchObject({ code: 'file_gone' })
  }
  const many = Array.from({ length: MAX_FILES_PER_MESSAGE + 1 }, () => r.makeId<FileId>())
  await expect(
    postMessage(r, ana, { conversationId: secret, text: '', fileIds: many, clientToken: randomUUID() }),
  ).rejects.toMatchObject({ code: 'too_many_files' })
  expect(await listPosted(r, ana, secret)).toEqual([])
})

test('who may read a file is asked with every read: only while a message that shows it stands where they may read (I7)', async () => {
  const { r, workspaceId, ana, ben, secret } = await setUp()
  const outsider = await addMember(r, workspaceId, { role: 'admin' })
  const stranger = await addMember(r, await addWorkspace(r), { role: 'owner' })
  const file = await upload(r, ana)
  expect(await mayRead(r, ana, file.id)).toBe(true)
  expect(await mayRead(r, ben, file.id), 'before it is posted').toBe('not_found')
  const message = await post(r, ana, secret, [file])
  expect(await mayRead(r, ben, file.id)).toBe(true)
  expect(await mayRead(r, outsider, file.id), 'not in the private channel').toBe('not_found')
  expect(await mayRead(r, stranger, file.id), 'of another workspace').toBe('not_found')

  await r.mysql.read.query('UPDATE channel_member SET left_ms = 1 WHERE channel_id = ? AND member_id = ?', [
    ...[secret, ben.memberId],
  ])
  expect(await mayRead(r, ben, file.id), 'removed from the channel').toBe('not_found')

  const open = await addConversation(r, [ana, ben])
  const shown = await post(r, ana, open, [file])
  expect(await mayRead(r, ben, file.id)).toBe(true)
  expect(await mayRead(r, outsider, file.id), 'in a public channel').toBe(true)
  await deleteMessage(r, ana, { conversationId: open, messageId: shown.id })
  expect(await mayRead(r, ben, file.id), 'the message was deleted').toBe('not_found')
  await deleteMessage(r, ana, { conversationId: secret, messageId: message.id })
  expect(await mayRead(r, ana, file.id), 'its owner').toBe(true)
})

test('a scheduled message is sent with its files, once, and until then only its author can read them (K22)', async () => {
  const { r, ana, ben, secret } = await setUp()
  const file = await upload(r, ana)
  const scheduled = await scheduleDue(r, ana, secret, { text: '', fileIds: [file.id] })
  expect(filesOf(scheduled.payload)).toEqual([file])
  expect(await mayRead(r, ben, file.id)).toBe('not_found')
  const report = await sendThese(r, [refOf(ana, scheduled.id)])
  await sendThese(r, [refOf(ana, scheduled.id)])
  expect(report.sent.map(({ payload }) => filesOf(payload))).toEqual([[file]])
  expect(await listPosted(r, ana, secret)).toHaveLength(1)
  expect(await mayRead(r, ben, file.id)).toBe(true)
})

test('files_gone: a file deleted before the send, so it fails with that reason and can be mended (C5, T12)', async () => {
  const { r, ana, secret } = await setUp()
  const [file, other] = [await upload(r, ana), await upload(r, ana, { name: 'other.txt' })]
  const bad = await scheduleDue(r, ana, secret, { fileIds: [file.id] })
  const good = await scheduleDue(r, ana, secret, { fileIds: [other.id] })
  await deleteFile(r, ana, file.id)
  const report = await sendThese(r, [refOf(ana, bad.id), refOf(ana, good.id)])
  expect(report).toMatchObject({ failed: 1, failReasons: ['files_gone'] })
  expect(report.sent.map(({ id }) => id)).toEqual([good.id])
  expect(await readRow(r, ana, bad.id)).toMatchObject({ status: 'FAILED', failReason: 'files_gone' })

  const again = { id: bad.id, sendAt: Math.floor(Date.now() / 1000) + 600, zone: 'Etc/UTC' }
  await expect(retryFailed(r, ana, again)).rejects.toMatchObject({ code: 'file_gone' })
  const mended = await retryFailed(r, ana, { ...again, fileIds: [other.id] })
  expect(filesOf(mended.payload).map(({ id }) => id)).toEqual([other.id])
})

test('the files of a scheduled message can be changed; what went is let go, what came is held', async () => {
  const { r, ana, secret } = await setUp()
  const [one, two] = [await upload(r, ana), await upload(r, ana, { name: 'two.txt' })]
  const scheduled = await scheduleOne(r, ana, secret, { text: 'with files', fileIds: [one.id] })
  const edited = await editScheduled(r, ana, { id: scheduled.id, version: 1, fileIds: [two.id, one.id] })
  expect(filesOf(edited.payload)).toEqual([two, one])
  expect(edited).toMatchObject({ version: 2, text: 'with files' })
  expect(await editScheduled(r, ana, { id: scheduled.id, fileIds: [two.id, one.id] })).toMatchObject({ version: 2 })
  const without = await editScheduled(r, ana, { id: scheduled.id, fileIds: [two.id] })
  expect(filesOf(without.payload)).toEqual([two])
  expect((await editScheduled(r, ana, { id: scheduled.id, text: 'other words' })).payload).toBe(without.payload)
  expect((await editScheduled(r, ana, { id: scheduled.id, fileIds: [] })).payload).toBeNull()
  await expect(editScheduled(r, ana, { id: scheduled.id, text: ' ' })).rejects.toMatchObject({ code: 'text_empty' })
  await letTimePass(r, ana)
  await cleanFiles(r)
  expect(await countOf(r, 'file', ana.workspaceId)).toBe(0)
})

test('held back while it is edited, a message keeps text and files of the edit', async () => {
  const { r, ana, secret } = await setUp()
  const [one, two] = [await upload(r, ana), await upload(r, ana, { name: 'two.txt' })]
  const scheduled = await scheduleOne(r, ana, secret, { text: 'with a file', fileIds: [one.id] })
  await holdScheduled(r, ana, { id: scheduled.id, text: 'with another', fileIds: [two.id] })
  const [draft] = await listDrafts(r, ana)
  expect(draft).toMatchObject({ text: 'with another' })
  expect(filesOf(draft?.payload ?? null)).toEqual([two])
  await letTimePass(r, ana)
  await cleanFiles(r)
  expect(await mayRead(r, ana, two.id)).toBe(true)
})

test('cleaning spares whatever something may still send or show, and takes the rest with its bytes', async () => {
  const { r, workspaceId, ana, secret } = await setUp()
  const names = ['posted', 'pending', 'failed', 'canceled', 'draft', 'held', 'series'] as const
  const files = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await upload(r, ana, { name })] as const)),
  ) as Record<(typeof names)[number], AttachedFile>
  const only = (name: keyof typeof files) => ({ fileIds: [files[name].id] })
  const message = await post(r, ana, secret, [files.posted])
  await scheduleOne(r, ana, secret, only('pending'))
  const failed = await scheduleOne(r, ana, secret, only('failed'))
  await r.mysql.read.query(
    "UPDATE scheduled_message SET status = 'FAILED', wake_at_ms = NULL, fail_reason = 'expired' WHERE id = ?",
    [failed.id],
  )
  const canceled = await scheduleOne(r, ana, secret, only('canceled'))
  await cancelScheduled(r, ana, { id: canceled.id })
  const time = { sendAt: 2_000_000_000, zone: 'Etc/UTC', clientToken: randomUUID() }
  const draft = await keepDraft(r, ana, { conversationId: secret, text: '', ...time, ...only('draft') })
  const held = await scheduleOne(r, ana, secret, only('held'))
  await holdScheduled(r, ana, { id: held.id })
  await createSeries(r, ana, {
    ...{ conversationId: secret, text: 'daily', rule: 'FREQ=DAILY', zone: 'UTC', clientToken: randomUUID() },
    wallClock: new Date(Date.now() + 3_600_000).toISOString().slice(0, 19),
    ...only('series'),
  })
  const loose = await upload(r, ana, { name: 'loose' })
  const unfinished = await beginUpload(r, ana, { name: 'unfinished', size: 3 })
  await takePart(r, ana, { id: unfinished.id, index: 0, bytes: Buffer.from('abc') })
  const others = await countOf(r, 'file', workspaceId)

  await cleanFiles(r)
  expect(await countOf(r, 'file', workspaceId), 'nobody’s time has come').toBe(others)
  await letTimePass(r, ana)
  expect(await cleanFiles(r)).toBe(2)
  expect(await countOf(r, 'file', workspaceId)).toBe(others - 2)
  expect(await mayRead(r, ana, loose.id)).toBe('not_found')
  for (const name of names) expect(await contentOf(r, ana, files[name].id), name).toEqual(Buffer.from('some notes'))
  await expect(takePart(r, ana, { id: unfinished.id, index: 0, bytes: Buffer.from('abc') })).rejects.toMatchObject({
    code: 'not_found',
  })

  // What is canceled can come back with its files, for a while.
  const back = await scheduleAgain(r, ana, { id: canceled.id, clientToken: randomUUID() })
  expect(filesOf(back.payload)).toEqual([files.canceled])
  await cancelScheduled(r, ana, { id: back.id })
  await r.mysql.read.query("UPDATE scheduled_message SET changed_ms = 1 WHERE status = 'CANCELED'")
  await deleteMessage(r, ana, { conversationId: secret, messageId: message.id })
  await deleteDraft(r, ana, draft.id)
  await letTimePass(r, ana)
  // The held one stands as a draft beside its canceled row.
  expect(await cleanFiles(r)).toBe(3)
  for (const name of ['posted', 'canceled', 'draft'] as const)
    expect(await mayRead(r, ana, files[name].id), name).toBe('not_found')
  for (const name of ['pending', 'failed', 'held', 'series'] as const)
    expect(await mayRead(r, ana, files[name].id), name).toBe(true)
})

test('a file that is attached at the very moment it is cleaned away is either kept or refused, never lost', async () => {
  const { r, ana, secret } = await setUp()
  const other = await world().openResources()
  for (let round = 0; round < 10; round++) {
    const file = await upload(r, ana)
    await letTimePass(r, ana)
    const [posted] = await Promise.allSettled([post(r, ana, secret, [file]), cleanFiles(other)])
    if (posted.status === 'rejected') expect(posted.reason).toMatchObject({ code: 'file_gone' })
    else expect(await contentOf(r, ana, file.id)).toEqual(Buffer.from('some notes'))
  }
})

test('a deleted file goes from every message that shows it, each a change that is told and caught up (I5)', async () => {
  const { r, workspaceId, ana, ben, secret } = await setUp()
  const file = await upload(r, ana, { name: 'secret-plan.txt' })
  const first = await post(r, ana, secret, [file], 'look')
  const second = await post(r, ana, secret, [file])
  const ear = await listenTo(world().redisUrl, { conversations: [secret] })
  await expect(deleteFile(r, ben, file.id)).rejects.toMatchObject({ code: 'not_allowed' })
  await deleteFile(r, ana, file.id)
  await waitUntil('both were told', () => ear.frames.length === 2)
  const behind = await catchUp(r, ben, { conversationId: secret, epoch: 1, afterSeq: 2, limit: 10 })
  expect(behind.changes).toMatchObject([
    { message: { id: first.id, text: 'look', editedMs: null, changedSeq: 3 } },
    { message: { id: second.id, text: '', changedSeq: 4 } },
  ])
  expect(JSON.stringify(behind)).not.toContain('secret-plan')
  expect(ear.frames.flatMap(({ changes }) => changes)).toEqual(behind.changes)
  expect(await mayRead(r, ana, file.id)).toBe('not_found')
  expect([await countOf(r, 'file', workspaceId), await countOf(r, 'file_use', workspaceId)]).toEqual([0, 0])
  await ear.end()
})

test('a deletion that was cut off half-way is finished by the job', async () => {
  const { r, workspaceId, ana, secret } = await setUp()
  const file = await upload(r, ana)
  await post(r, ana, secret, [file])
  await r.mysql.read.query("UPDATE file SET status = 'DELETED', look_ms = 0 WHERE id = ?", [file.id])
  expect(await mayRead(r, ana, file.id)).toBe('not_found')
  await cleanFiles(r)
  expect(await countOf(r, 'file', workspaceId)).toBe(0)
  const page = await catchUp(r, ana, { conversationId: secret, epoch: 0, afterSeq: 0, limit: 10 })
  expect(JSON.stringify(page)).toContain('\\"gone\\":true')
})

test('an edit of the words leaves the files, and what was not wanted after all is let go of, unless it is used', async () => {
  const { r, ana, ben, secret } = await setUp()
  const [used, unused] = [await upload(r, ana), await upload(r, ana)]
  const message = await post(r, ana, secret, [used], 'first')
  const ref = { conversationId: secret, messageId: message.id }
  const edited = await editMessage(r, ana, { ...ref, text: '', payload: null })
  expect(filesOf(edited.payload)).toEqual([used])
  await discardFile(r, ana, used.id)
  await discardFile(r, ana, unused.id)
  await expect(discardFile(r, ana, unused.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(discardFile(r, ben, used.id)).rejects.toMatchObject({ code: 'not_found' })
  expect([await mayRead(r, ana, used.id), await mayRead(r, ana, unused.id)]).toEqual([true, 'not_found'])
})

test('a draft keeps its files when it is changed, and hands them to the message it becomes', async () => {
  const { r, ana, secret } = await setUp()
  const [one, two] = [await upload(r, ana), await upload(r, ana)]
  const kept = await keepDraft(r, ana, {
    ...{ conversationId: secret, text: '', fileIds: [one.id], clientToken: randomUUID() },
    ...{ sendAt: Math.floor(Date.now() / 1000) + 3_600, zone: 'Etc/UTC' },
  })
  const changed = await changeDraft(r, ana, { id: kept.id, version: 1, fileIds: [one.id, two.id] })
  expect(filesOf(changed.payload)).toEqual([one, two])
  const armed = await armDraft(r, ana, kept.id)
  expect(filesOf(armed.payload)).toEqual([one, two])
  await letTimePass(r, ana)
  await cleanFiles(r)
  expect(await countOf(r, 'file', ana.workspaceId)).toBe(2)
})

test('without files nothing is asked about files: posting, scheduling, editing and sending run without their tables', async () => {
  const { r, ana, secret } = await setUp()
  await r.mysql.read.query('RENAME TABLE file TO file_elsewhere, file_use TO file_use_elsewhere')
  try {
    const message = await post(r, ana, secret, [], 'typed')
    await editMessage(r, ana, { conversationId: secret, messageId: message.id, text: 'edited', payload: null })
    await deleteMessage(r, ana, { conversationId: secret, messageId: message.id })
    const scheduled = await scheduleDue(r, ana, secret, { text: 'plain' })
    const other = await scheduleOne(r, ana, secret, { text: 'other', payload: '{"blocks":[]}' })
    await editScheduled(r, ana, { id: other.id, text: 'another' })
    await holdScheduled(r, ana, { id: other.id })
    const report = await sendThese(r, [refOf(ana, scheduled.id)])
    expect(report.sent.map(({ id }) => id)).toEqual([scheduled.id])
  } finally {
    await r.mysql.read.query('RENAME TABLE file_elsewhere TO file, file_use_elsewhere TO file_use')
  }
})
