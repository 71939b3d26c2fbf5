/**
 * Files in a folder of this machine, or of a disk that all web processes share. A part is written beside its place and
 * moved there, so a crash leaves the whole part or none of it.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { checkKey, type FileStore } from './file-store.ts'

/** @param root is made when the first file comes */
export function createFolderStore(root: string): FileStore {
  const placeOf = (key: string) => path.join(root, checkKey(key))
  return {
    async put(key, bytes) {
      const place = placeOf(key)
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      const draft = `${place}.${randomUUID()}.tmp`
      try {
        await writeDurably(draft, bytes)
        await rename(draft, place)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async get(key) {
      try {
        return await readFile(placeOf(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async remove(keys) {
      for (const key of keys) await rm(placeOf(key), { force: true })
      for (const folder of new Set(keys.map((key) => path.dirname(placeOf(key))))) {
        // Something else may be in it.
        await rmdir(folder).catch(() => undefined)
      }
    },
  }
}

async function writeDurably(place: string, bytes: Uint8Array): Promise<void> {
  const file = await open(place, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
