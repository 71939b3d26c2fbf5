/** What every store of files promises, held to each of them. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBucket, type TestBucket } from '#server/testing/s3-bucket.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { openFileStore } from './open-file-store.ts'
import { createS3Store } from './s3-store.ts'

const root = mkdtempSync(path.join(tmpdir(), 'carillon-files-'))
let bucket: TestBucket
beforeAll(async () => {
  bucket = await openTestBucket()
})
afterAll(async () => {
  await bucket.close()
  rmSync(root, { recursive: true, force: true })
})

const kinds: [string, () => FileStore][] = [
  ['a folder', () => createFolderStore(path.join(root, 'files'))],
  ['a bucket', () => createS3Store(bucket.settings)],
]

describe.each(kinds)('%s', (_, open) => {
  test('gives back what was put, replaces it, and forgets it', async () => {
    const store = open()
    const [one, other] = [randomBytes(300_000), randomBytes(10)]
    expect(await store.get('T1/F1/part-0')).toBeNull()
    await store.put('T1/F1/part-0', one)
    expect(Buffer.from((await store.get('T1/F1/part-0')) ?? [])).toEqual(one)
    await store.put('T1/F1/part-0', other)
    expect(Buffer.from((await store.get('T1/F1/part-0')) ?? [])).toEqual(other)
    await store.remove(['T1/F1/part-0', 'T1/F1/part-1'])
    await store.remove(['T1/F1/part-0'])
    expect(await store.get('T1/F1/part-0')).toBeNull()
  })

  test.each(['../secret', 'T1/../../x', '/etc/passwd', 'T1//x', 'T1/x.txt', '', 'T1/\0'])(
    'takes no key that could lead elsewhere: %j',
    async (key) => {
      const store = open()
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(/not a key/)
      await expect(store.get(key)).rejects.toThrow(/not a key/)
      await expect(store.remove([key])).rejects.toThrow(/not a key/)
    },
  )
})

test('a folder holds no half of a file, is readable by nobody else, and leaves no empty folders', async () => {
  const folder = path.join(root, 'tidy')
  const store = createFolderStore(folder)
  await store.put('T1/F9/part-0', Buffer.from('abc'))
  expect(readdirSync(path.join(folder, 'T1', 'F9'))).toEqual(['part-0'])
  await store.remove(['T1/F9/part-0'])
  expect(existsSync(path.join(folder, 'T1', 'F9'))).toBe(false)
})

test('a bucket that cannot for a moment is asked again, and its refusal is told in its own words', async () => {
  const store = createS3Store(bucket.settings)
  bucket.failNext(503, 500)
  await store.put('T1/F2/part-0', Buffer.from('abc'))
  expect(bucket.objects.get('T1/F2/part-0')?.toString()).toBe('abc')
  const stranger = createS3Store({ ...bucket.settings, secretAccessKey: 'another' })
  await expect(stranger.put('T1/F2/part-0', Buffer.from('evil'))).rejects.toThrow(/403.*SignatureDoesNotMatch/)
  expect(bucket.objects.get('T1/F2/part-0')?.toString()).toBe('abc')
  expect(bucket.refused).toEqual(['PUT /carillon-test/T1/F2/part-0'])
})

test('the environment chooses: a bucket needs its keys', () => {
  expect(() => openFileStore({ S3_BUCKET: 'b', S3_ENDPOINT: 'http://s3.test' })).toThrow(/S3_ACCESS_KEY_ID/)
  expect(openFileStore({ FILES_FOLDER: path.join(root, 'never') })).toBeDefined()
  expect(existsSync(path.join(root, 'never'))).toBe(false)
})
