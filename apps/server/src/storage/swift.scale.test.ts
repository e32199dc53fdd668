import dns from 'node:dns'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allPages, targetOf } from '../testing/bucket.ts'
import { usualEngine } from '../testing/database.ts'
import { form, redAndBlue } from '../testing/pictures.ts'
import { startTestApp } from '../testing/server.ts'
import { testStorage } from '../testing/storage-tests.ts'
import { hasSwift, openSwiftBucket, type SwiftBucket } from '../testing/swift.ts'
import { s3Storage } from './s3.ts'
import { s3Bucket } from './s3-bucket.ts'

describe.runIf(hasSwift)('OpenStack Swift as the bucket', () => {
  let swift: SwiftBucket
  let dataDir: string
  const { lookup } = dns
  beforeAll(async () => {
    // Not every machine knows the names below localhost.
    vi.spyOn(dns, 'lookup').mockImplementation(((host: string, ...rest: [never, never]) =>
      lookup(host.endsWith('.localhost') ? '127.0.0.1' : host, ...rest)) as never)
    dataDir = await mkdtemp(join(tmpdir(), 'steward-storage-'))
    swift = await openSwiftBucket()
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await swift.dispose()
    await rm(dataDir, { recursive: true, force: true })
  })

  describe('by path', () =>
    testStorage(
      () => s3Storage(targetOf(swift.url), dataDir),
      () => dataDir,
    ))
  describe('by host', () =>
    testStorage(
      () => s3Storage(targetOf(swift.virtualUrl), dataDir),
      () => dataDir,
    ))

  test('lists more than a page, and refuses a wrong secret and a missing bucket', async () => {
    const bucket = s3Bucket(targetOf(swift.url))
    const names = Array.from({ length: 25 }, (_, n) => `page-${String(n).padStart(2, '0')}`)
    for (const name of names) await bucket.put(`uploads/${name}`, Buffer.from('x'), 'text/csv')
    const pages = await allPages(bucket.list('uploads', 7))
    const listed = pages.flat().map(({ name }) => name)
    expect(listed.filter((name) => name.startsWith('page-'))).toEqual(names)
    const why = (url: string) =>
      s3Storage(targetOf(url), dataDir)
        .read('uploads/page-01')
        .catch(({ cause }) => cause.message)
    expect(await why(swift.url.replace(':testing@', ':wrong@'))).toBe(
      'the bucket: it answered 403 SignatureDoesNotMatch',
    )
    expect(await why(swift.url.replace('/steward/', '/other/'))).toBe(
      'the bucket: it answered 404 NoSuchBucket',
    )
  })

  test('holds the pictures of a server', async () => {
    const server = await startTestApp(usualEngine, { s3: targetOf(swift.url) })
    try {
      const { token } = await server.signIn('owner')
      const image = await redAndBlue().png().toBuffer()
      const fields = form({ name: 'Pictured', image })
      const { body } = await server.call('categories.create', { token, form: fields })
      const answer = await server.app.inject(body.data.image)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    } finally {
      await server.dispose()
    }
  })
})
