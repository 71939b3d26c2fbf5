import path from 'node:path'
import { createFolderStore } from './folder-store.ts'
import type { FileStore } from './file-store.ts'
import { createS3Store } from './s3-store.ts'

/** As the environment names them. */
export type FileSettings = {
  FILES_FOLDER?: string | undefined
  S3_ENDPOINT?: string | undefined
  S3_BUCKET?: string | undefined
  S3_REGION?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

const STANDARD_FOLDER = '.carillon/files'

/** A bucket where one is named, otherwise the folder. Opens nothing: the first file does. */
export function openFileStore(settings: FileSettings): FileStore {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = settings
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (!bucket) return createFolderStore(path.resolve(settings.FILES_FOLDER ?? STANDARD_FOLDER))
  if (!endpoint || !accessKeyId || !secretAccessKey)
    throw new Error('S3_BUCKET is set, so S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed too')
  return createS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey })
}
