/**
 * The files of a message stand in its payload under `files`, as they were when they were attached: so they travel with
 * the message wherever it goes, into frames, to devices that are away, and through the send, without a statement of
 * their own. Only the server puts them there, after it has looked at them. Pure.
 */
import type { FileId } from '../ids.ts'
import { mayHaveFiles } from './may-have-files.ts'

export type AttachedFile = {
  id: FileId
  name: string
  /** As it was found in the bytes, never as somebody said. */
  type: string
  size: number
  /** Of an image that can be shown, in pixels. */
  width?: number
  height?: number
  /** It was deleted: nothing else of it is told. */
  gone?: true
}

/** In the order in which they are shown. */
export function filesOf(payload: string | null): AttachedFile[] {
  if (!mayHaveFiles(payload)) return []
  const files = partsIn(payload).files
  return Array.isArray(files) ? files.filter(isAttached) : []
}

/** The ids of those that are still there. */
export const fileIdsOf = (payload: string | null): FileId[] =>
  filesOf(payload).flatMap((file) => (file.gone ? [] : [file.id]))

/** The same payload with these files instead of its own; null where nothing is left. */
export function withFiles(payload: string | null, files: readonly AttachedFile[]): string | null {
  if (files.length === 0 && !mayHaveFiles(payload)) return payload
  const { files: _, ...rest } = payload === null ? {} : partsIn(payload)
  const next = files.length > 0 ? { ...rest, files } : rest
  return Object.keys(next).length > 0 ? JSON.stringify(next) : null
}

/** What is left of a deleted one. */
export const goneFile = (id: FileId): AttachedFile => ({ id, name: '', type: '', size: 0, gone: true })

export const isShown = (file: AttachedFile): file is AttachedFile & { width: number; height: number } =>
  file.width !== undefined && file.height !== undefined && !file.gone

function partsIn(payload: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(payload)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : {}
}

function isAttached(value: unknown): value is AttachedFile {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, type, size } = value as Record<string, unknown>
  return typeof id === 'string' && typeof name === 'string' && typeof type === 'string' && typeof size === 'number'
}
