import { expect, test } from 'vitest'
import type { FileId } from '../ids.ts'
import { fileIdsOf, filesOf, goneFile, isShown, withFiles, type AttachedFile } from './attached-file.ts'
import { mayHaveFiles } from './may-have-files.ts'

const plan: AttachedFile = { id: '11' as FileId, name: 'plan.pdf', type: 'application/pdf', size: 3 }
const photo: AttachedFile = { id: '12' as FileId, name: 'a.png', type: 'image/png', size: 5, width: 4, height: 2 }

test('files stand beside what a program put there, in order, and come out as they went in', () => {
  const payload = withFiles('{"blocks":[1]}', [photo, plan])
  expect(filesOf(payload)).toEqual([photo, plan])
  expect(JSON.parse(payload ?? '')).toMatchObject({ blocks: [1] })
  expect(withFiles(payload, [])).toBe('{"blocks":[1]}')
})

test('without files a payload stays exactly as it was, and nothing is no payload', () => {
  expect(withFiles(null, [])).toBeNull()
  expect(withFiles('{"blocks": [1]}', [])).toBe('{"blocks": [1]}')
  expect(withFiles(withFiles(null, [plan]), [])).toBeNull()
})

test('a word in a program’s data is no file', () => {
  const payload = '{"metadata":{"event_payload":{"files":["x"]}}}'
  expect(mayHaveFiles(payload)).toBe(true)
  expect(filesOf(payload)).toEqual([])
  expect(filesOf('{"files":"no"}')).toEqual([])
  expect(filesOf('{"files":[null,{"id":1}]}')).toEqual([])
})

test('of a deleted file its place is left, and nothing else', () => {
  const payload = withFiles(null, [goneFile(plan.id), photo])
  expect(fileIdsOf(payload)).toEqual([photo.id])
  expect(payload).not.toContain('plan.pdf')
  expect(filesOf(payload).map(isShown)).toEqual([false, true])
})
