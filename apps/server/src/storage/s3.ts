import { randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { mime } from '@fastify/send'
import type { FetchLimits } from './bounded-fetch.ts'
import { s3Bucket } from './s3-bucket.ts'
import type { S3Target } from './s3-url.ts'
import type { FileStorage, StoredName } from './storage.ts'

/** All servers have the same bucket, so whatever lies in it is everybody's. */
const bucketId = '00000000-0000-0000-0000-000000000000'

/** After how long a temporary file must be one that a crash has left, in milliseconds. */
const abandonedMs = 6 * 3_600_000

const pageSize = 1_000

/**
 * Files in a bucket. What has no known size yet, or is read more than once, passes through
 * `temporary` of the data directory.
 */
export function s3Storage(
  target: S3Target,
  dataDir: string,
  changed: Partial<FetchLimits> = {},
): FileStorage {
  const bucket = s3Bucket(target, changed)
  const temporary = temporaryFiles(join(dataDir, 'temporary'))
  const putFile = async (name: StoredName, path: string) =>
    // Not read into memory: the file may be larger than that.
    await bucket.put(name, await openAsBlob(path), typeOf(name))
  const storage: FileStorage = {
    id: async () => bucketId,
    save: async (name, bytes) => {
      if (bytes instanceof Uint8Array)
        return await bucket.put(name, new Uint8Array(bytes), typeOf(name))
      const path = await temporary.path()
      try {
        await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        await putFile(name, path)
      } finally {
        await rm(path, { force: true })
      }
    },
    take: async (name, path) => {
      await putFile(name, path)
      await rm(path, { force: true })
    },
    read: async (name) => {
      const answer = await bucket.get(name)
      return answer && { size: sizeOf(answer), bytes: streamOf(answer) }
    },
    serve: async (name, { headers: asked }) => {
      const answer = await bucket.get(name)
      if (!answer) return null
      // A picture is small: read whole, it leaves the connection to others however slow its reader is.
      const body = await buffer(streamOf(answer))
      const etag = answer.headers.get('etag') ?? ''
      const changed = answer.headers.get('last-modified')
      const headers = { etag, ...(changed && { 'last-modified': changed }) }
      const known = asked['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
      if (known?.includes(etag)) return { status: 304, headers, body: Buffer.alloc(0) }
      return { status: 200, headers: { ...headers, 'content-type': typeOf(name) }, body }
    },
    local: async (name) => {
      const stored = await storage.read(name)
      if (!stored) return null
      const path = await temporary.path()
      const close = () => rm(path, { force: true })
      try {
        await pipeline(stored.bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return { path, close }
      } catch (error) {
        await close()
        throw error
      }
    },
    draft: async (name) => {
      const path = await temporary.path()
      return {
        path,
        keep: async () => {
          if (await stat(path).catch(() => null)) await putFile(name, path)
        },
        close: () => rm(path, { force: true }),
      }
    },
    has: bucket.has,
    list: (folder) => bucket.list(folder, pageSize),
    remove: bucket.remove,
  }
  return storage
}

const typeOf = (name: string) => mime.getType(name) ?? 'application/octet-stream'

const sizeOf = ({ headers }: Response) => Number(headers.get('content-length'))

const streamOf = ({ body }: Response): Readable =>
  body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : Readable.from([])

function temporaryFiles(folder: string) {
  return {
    /** A path for a new file; removes what crashes have left. */
    path: async (): Promise<string> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const name of await readdir(folder)) {
        const found = await stat(join(folder, name)).catch(() => null)
        if (found && Date.now() - found.mtimeMs > abandonedMs)
          await rm(join(folder, name), { force: true })
      }
      return join(folder, randomUUID())
    },
  }
}
