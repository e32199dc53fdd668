import dns from 'node:dns'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Outage } from '../http/failure.ts'
import { allPages, openTestBucket, type TestBucket, targetOf } from '../testing/bucket.ts'
import { freePort } from '../testing/process.ts'
import { testStorage } from '../testing/storage-tests.ts'
import { checkStorage } from './check-storage.ts'
import { folderStorage } from './folder.ts'
import { s3Storage } from './s3.ts'
import { s3Bucket } from './s3-bucket.ts'
import type { FileStorage, StoredFile } from './storage.ts'

let bucket: TestBucket
let dataDir: string
const { lookup } = dns
beforeAll(async () => {
  // Not every machine knows the names below localhost.
  vi.spyOn(dns, 'lookup').mockImplementation(((host: string, ...rest: [never, never]) =>
    lookup(host.endsWith('.localhost') ? '127.0.0.1' : host, ...rest)) as never)
  bucket = await openTestBucket()
  dataDir = await mkdtemp(join(tmpdir(), 'steward-storage-'))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await bucket.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const storages: Record<string, () => FileStorage> = {
  'a folder': () => folderStorage(dataDir),
  'a bucket by path': () => s3Storage(bucket.target, dataDir),
  'a bucket by host': () => s3Storage(targetOf(bucket.virtualUrl), dataDir),
}

describe.each(Object.entries(storages))('files in %s', (_, storage) =>
  testStorage(storage, () => dataDir),
)

test('more than a page of files are all listed', async () => {
  const names = Array.from({ length: 205 }, (_, n) => `page-${String(n).padStart(4, '0')}`)
  const folder = folderStorage(dataDir)
  for (const name of names) await folder.save(`imports/${name}`, Buffer.from('x'))
  const inBucket = s3Bucket(bucket.target)
  for (const name of names.slice(0, 25))
    await inBucket.put(`imports/${name}`, Buffer.from('x'), 'text/csv')
  const listed = async (pages: AsyncIterable<StoredFile[]>) => {
    const all = await allPages(pages)
    expect(all.length).toBeGreaterThan(1)
    return all
      .flat()
      .map(({ name }) => name)
      .filter((name) => name.startsWith('page-'))
  }
  expect(await listed(folder.list('imports'))).toEqual(names)
  expect(await listed(inBucket.list('imports', 7))).toEqual(names.slice(0, 25))
})

describe('a bucket that can’t be used', () => {
  const why = async (url: string) => {
    const error = await s3Storage(targetOf(url), dataDir)
      .save('uploads/a.webp', Buffer.from('a'))
      .catch((each) => each)
    expect(error).toBeInstanceOf(Outage)
    expect(JSON.stringify([error.body(), String(error.cause), error.cause.stack])).not.toMatch(
      /S3RVER|wrong-/,
    )
    return error.cause.message
  }
  test('wrong keys, another bucket and no server are told apart, without a key in the words', async () => {
    expect(await why(bucket.url.replace('S3RVER:S3RVER', 'S3RVER:wrong-secret'))).toBe(
      'the bucket: it answered 403 SignatureDoesNotMatch',
    )
    expect(await why(bucket.url.replace('S3RVER:S3RVER', 'wrong-key:S3RVER'))).toBe(
      'the bucket: it answered 403 InvalidAccessKeyId',
    )
    expect(await why(bucket.url.replace('/steward/', '/other/'))).toBe(
      'the bucket: it answered 404 NoSuchBucket',
    )
    const port = await freePort()
    expect(await why(bucket.url.replace(/:\d+\//, `:${port}/`))).toBe('the bucket: ECONNREFUSED')
  })

  test('is described in a sentence by the check, as a folder is; one that can be used is not', async () => {
    const s3 = bucket.target
    const before = await bucket.names()
    expect(await checkStorage({ dataDir, s3 })).toBeNull()
    expect(await checkStorage({ dataDir, s3: undefined })).toBeNull()
    expect(await bucket.names()).toEqual(before)
    expect(String(await checkStorage({ dataDir, s3: { ...s3, secretAccessKey: 'wrong' } }))).toBe(
      'The bucket of S3_URL refuses the secret of S3_URL, or its region is another.',
    )
    expect(
      String(await checkStorage({ dataDir, s3: { ...s3, endpoint: `${s3.endpoint}-other` } })),
    ).toBe('The bucket of S3_URL is not there: the server of S3_URL has none of that name.')
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    expect(String(await checkStorage({ dataDir: file, s3: undefined }))).toMatch(
      /^The folder of files in .* can’t be used: ENOTDIR/,
    )
  })

  test('a missing bucket is not taken for a missing file', async () => {
    const other = s3Storage(targetOf(bucket.url.replace('/steward/', '/other/')), dataDir)
    await expect(other.read('uploads/a.webp')).rejects.toBeInstanceOf(Outage)
    await expect(other.remove('uploads/a.webp')).rejects.toBeInstanceOf(Outage)
    await expect(allPages(other.list('uploads'))).rejects.toBeInstanceOf(Outage)
  })

  test('class: pile-up: one that never answers ends each request, and refuses what is too much', async () => {
    let asked = 0
    const silent = createServer(() => {
      asked += 1
    })
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const target = targetOf(`http://a:b@127.0.0.1:${port}/steward`)
    const storage = s3Storage(target, dataDir, { stallMs: 300, concurrency: 4, waiting: 5 })
    try {
      const all = await Promise.all(
        Array.from({ length: 20 }, () => storage.has('uploads/a.webp').catch((error) => error)),
      )
      expect(all.every((error) => error instanceof Outage)).toBe(true)
      const reasons = Object.groupBy(all, (error) => error.cause.message)
      expect(
        Object.fromEntries(Object.entries(reasons).map(([why, those]) => [why, those?.length])),
      ).toEqual({
        'the bucket: ETIMEDOUT': 9,
        'the bucket: too many requests wait for it': 11,
      })
      expect(asked).toBe(9)
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })

  test('one that stops in the middle of a file ends the reading', async () => {
    const half = createServer((_, answer) => {
      answer.writeHead(200, { 'content-length': '1000' })
      answer.write('half')
    })
    await new Promise<void>((done) => half.listen(0, '127.0.0.1', done))
    const { port } = half.address() as AddressInfo
    const target = targetOf(`http://a:b@127.0.0.1:${port}/steward`)
    const storage = s3Storage(target, dataDir, { stallMs: 300, concurrency: 1, waitMs: 60_000 })
    try {
      for (let i = 0; i < 2; i += 1)
        await expect(storage.local('uploads/a.webp')).rejects.toBeInstanceOf(Outage)
      expect(await readdir(join(dataDir, 'temporary'))).toEqual([])
    } finally {
      half.closeAllConnections()
      half.close()
    }
  })
})
