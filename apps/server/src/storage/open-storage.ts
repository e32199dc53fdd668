import type { Config } from '../config.ts'
import { folderStorage } from './folder.ts'
import type { FileStorage } from './storage.ts'

/** Opens the storage of the settings: the bucket of `S3_URL`, else the data directory. */
export async function openStorage({
  s3,
  dataDir,
}: Pick<Config, 's3' | 'dataDir'>): Promise<FileStorage> {
  if (!s3) return folderStorage(dataDir)
  // Loaded only where it is used.
  const { s3Storage } = await import('./s3.ts')
  return s3Storage(s3, dataDir)
}
