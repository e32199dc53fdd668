import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { s3Storage } from '../storage/s3.ts'
import { readS3Url, type S3Target } from '../storage/s3-url.ts'
import { type FileStorage, storedFolders } from '../storage/storage.ts'
import { freePort } from './process.ts'

/** A bucket of a test's own. */
export interface TestBucket {
  /** The value of S3_URL. */
  url: string
  /** The same bucket by the name of its host. */
  virtualUrl: string
  target: S3Target
  /** The names of all stored files, with their folder. */
  names(): Promise<string[]>
  /** Takes it away, or brings it back as it was. */
  stop(): Promise<void>
  start(): Promise<void>
  dispose(): Promise<void>
}

/** Starts a server of buckets on this machine, with an empty bucket. */
export async function openTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'steward-bucket-'))
  const [port, virtualPort] = [await freePort(), await freePort()]
  const servers: S3rver[] = []
  const serve = async (options: { port: number; allowMismatchedSignatures: boolean }) => {
    const buckets = { serviceEndpoint: 'localhost', configureBuckets: [{ name: 'steward' }] }
    const server = new S3rver({
      address: '127.0.0.1',
      directory,
      silent: true,
      ...buckets,
      ...options,
    })
    await server.run()
    servers.push(server)
  }
  const start = async () => {
    await serve({ port, allowMismatchedSignatures: false })
    // It signs the bucket's name as a part of the path, also where that is the name of a host.
    await serve({ port: virtualPort, allowMismatchedSignatures: true })
  }
  const stop = async () => {
    for (const server of servers.splice(0)) {
      const ended = server.close()
      server.httpServer.closeAllConnections()
      await ended
    }
  }
  await start()
  const url = `http://S3RVER:S3RVER@127.0.0.1:${port}/steward/files`
  return {
    url,
    virtualUrl: `http://S3RVER:S3RVER@s3.localhost:${virtualPort}/steward/files?style=virtual`,
    target: targetOf(url),
    names: () => storedNames(s3Storage(targetOf(url), directory)),
    stop,
    start,
    dispose: async () => {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** @throws what is wrong with the address */
export function targetOf(url: string): S3Target {
  const read = readS3Url(url)
  if ('problem' in read) throw new Error(String(read.problem))
  return read
}

/** All pages of a list. */
export async function allPages<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(page)
  return all
}

/** The names of all stored files, with their folder. */
async function storedNames(storage: FileStorage): Promise<string[]> {
  const found = storedFolders.map(async (folder) =>
    (await allPages(storage.list(folder))).flat().map(({ name }) => `${folder}/${name}`),
  )
  return (await Promise.all(found)).flat()
}
