import { randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { mime } from '@fastify/send'
import { S3mini, S3ServiceError } from 's3mini'
import { Failure, Outage } from '../http/failure.ts'
import { boundedFetch, type FetchLimits } from './bounded-fetch.ts'
import type { S3Target } from './s3-url.ts'
import type { FileStorage, StoredName } from './storage.ts'

/** All servers have the same bucket, so whatever lies in it is everybody's. */
const bucketId = '00000000-0000-0000-0000-000000000000'

/** After how long a temporary file must be one that a crash has left, in milliseconds. */
const abandonedMs = 6 * 3_600_000

const page = 1_000

const limits: FetchLimits = {
  concurrency: 32,
  waiting: 200,
  waitMs: 5_000,
  stallMs: 10_000,
  retryMs: [200, 800],
  refuse: () => outage('too many requests wait for it'),
}

/**
 * Files in a bucket. What has no known size yet, or is read more than once, passes through
 * `temporary` of the data directory.
 */
export function s3Storage(
  { prefix, ...target }: S3Target,
  dataDir: string,
  changed: Partial<FetchLimits> = {},
): FileStorage {
  const bucket = new S3mini({ ...target, fetch: boundedFetch({ ...limits, ...changed }) })
  const keyOf = (name: StoredName) => prefix + name
  const temporary = temporaryFiles(join(dataDir, 'temporary'))

  const get = (name: StoredName): Promise<Response | null> =>
    orNull(() => bucket.getObjectRaw(keyOf(name)))
  const put = async (name: StoredName, content: Uint8Array | Blob) => {
    await orOutage(() => bucket.putObject(keyOf(name), content, typeOf(name)))
  }
  /** Without a copy in memory: the file may be far larger than what is left of that. */
  const putFile = async (name: StoredName, path: string) => await put(name, await openAsBlob(path))
  const storage: FileStorage = {
    id: async () => bucketId,
    save: async (name, bytes) => {
      if (bytes instanceof Uint8Array) return await put(name, bytes)
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
      const answer = await get(name)
      return answer && { size: sizeOf(answer), bytes: streamOf(answer) }
    },
    serve: async (name, { headers: asked }) => {
      const answer = await get(name)
      if (!answer) return null
      // A picture is small: read whole, it leaves the connection to others however slow its reader is.
      const body = Buffer.from(await orOutage(() => answer.arrayBuffer()))
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
    has: async (name) => (await orOutage(() => bucket.objectExists(keyOf(name)))) === true,
    list: async function* (folder) {
      const start = `${prefix}${folder}/`
      let token: string | undefined
      do {
        const found = await orOutage(() => bucket.listObjectsPaged('/', start, page, token))
        if (!found?.objects) throw outage('it answered 404 NoSuchBucket')
        yield found.objects.map(({ Key, Size, LastModified }) => ({
          name: Key.slice(start.length),
          size: Size,
          changedAt: LastModified.getTime(),
        }))
        token = found.nextContinuationToken
      } while (token)
    },
    remove: async (name) => void (await orNull(() => bucket.deleteObject(keyOf(name)))),
  }
  return storage
}

const typeOf = (name: string) => mime.getType(name) ?? 'application/octet-stream'

const sizeOf = ({ headers }: Response) => Number(headers.get('content-length'))

/** The bytes of an answer; breaks off with an Outage where the bucket does. */
function streamOf({ body }: Response): Readable {
  const bytes = Readable.fromWeb(body as ReadableStream<Uint8Array>)
  return Readable.from(
    (async function* () {
      try {
        yield* bytes
      } catch (error) {
        throw outageOf(error)
      }
    })(),
    { objectMode: false },
  )
}

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

/** @throws {Outage} for whatever fails */
async function orOutage<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    throw outageOf(error)
  }
}

/** Null for an object that isn't there. @throws {Outage} for whatever else fails */
async function orNull<R>(work: () => Promise<R>): Promise<R | null> {
  try {
    return await work()
  } catch (error) {
    const isMissing =
      error instanceof S3ServiceError &&
      error.status === 404 &&
      !error.body?.includes('NoSuchBucket')
    if (isMissing) return null
    throw outageOf(error)
  }
}

/** The failure that callers get. Its cause names what the bucket said, but no text of it, which may name keys. */
function outageOf(error: unknown): unknown {
  if (error instanceof Failure) return error
  if (error instanceof S3ServiceError) {
    const code = /<Code>(\w+)<\/Code>/.exec(error.body ?? '')?.[1] ?? ''
    return outage(`it answered ${error.status} ${code}`.trim())
  }
  const { code, cause, message } = error as NodeJS.ErrnoException & { cause?: { code?: string } }
  return outage(code ?? cause?.code ?? message)
}

const outage = (reason: string) =>
  new Outage('The storage of files can’t be reached right now.', new Error(`the bucket: ${reason}`))
