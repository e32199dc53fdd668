import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImportJob, findImport, type ImportRow } from '../modules/imports/imports.store.ts'
import { openTestBucket, type TestBucket } from '../testing/bucket.ts'
import { oneEngine } from '../testing/database.ts'
import { nextNumber } from '../testing/factories.ts'
import { jobEnd } from '../testing/jobs.ts'
import { form, redAndBlue } from '../testing/pictures.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'
import { sweepPictures, sweepPurged } from '../uploads/sweep.ts'
import { s3Storage } from './s3.ts'

const day = 86_400_000

describe.each(oneEngine)('pictures in a bucket on %s', (engine) => {
  let server: TestApp
  let bucket: TestBucket
  let token: string
  let picture: Uint8Array
  beforeAll(async () => {
    bucket = await openTestBucket()
    server = await startTestApp(engine, { s3: bucket.target })
    token = (await server.signIn('owner')).token
    picture = await redAndBlue().png().toBuffer()
  })
  afterAll(async () => {
    await server.dispose()
    await bucket.dispose()
  })
  const addCategory = async () => {
    const fields = form({ name: `Pictured ${nextNumber()}`, image: picture })
    return await server.call('categories.create', { token, form: fields })
  }

  test('are kept there, and served with the headers of files, small and whole, until nothing shows them', async () => {
    const { body } = await addCategory()
    const { _id: id, image } = body.data
    expect(await bucket.names()).toEqual([image.slice(1)])
    expect(await readdir(server.config.dataDir)).not.toContain('uploads')
    const whole = await server.app.inject(image)
    expect(whole.statusCode).toBe(200)
    expect(whole.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(whole.rawPayload.length),
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      'last-modified': expect.any(String),
    })
    const tag = String(whole.headers.etag)
    const again = await server.app.inject({
      url: image,
      headers: { 'if-none-match': `"x", ${tag}` },
    })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const head = await server.app.inject({ method: 'HEAD', url: image })
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
    const small = await server.app.inject(`${image}?small`)
    expect(small.rawPayload.length).toBeLessThan(whole.rawPayload.length)
    await server.call('categories.delete', { token, params: { id } })
    expect((await server.app.inject(image)).statusCode).toBe(404)
  })

  test('are swept there: at once those of what is purged, later those that nothing holds', async () => {
    const storage = s3Storage(bucket.target, server.config.dataDir)
    const { dataDir } = server.config
    const { _id: id, image } = (await addCategory()).body.data
    const params = { id }
    await server.call('categories.delete', { token, params })
    await server.call('categories.purge', { token, params })
    expect(
      await sweepPurged(server.db, storage, { dataDir, since: new Date(Date.now() - day) }),
    ).toBe(1)
    expect(await bucket.names()).not.toContain(image.slice(1))
    await storage.save(`uploads/${'a'.repeat(32)}.webp`, picture)
    const sweep = (afterDays: number) =>
      sweepPictures(server.db, storage, { dataDir, now: new Date(Date.now() + afterDays * day) })
    // Two servers at the same time.
    await Promise.all([sweep(0), sweep(0)])
    const removed = await Promise.all([sweep(31), sweep(31)])
    expect(removed.sort()).toEqual([0, 1])
    expect(await bucket.names()).not.toContain(`uploads/${'a'.repeat(32)}.webp`)
  })

  test('while the bucket is away, only what needs it answers 503, and all is well afterwards', async () => {
    const { image } = (await addCategory()).body.data
    await bucket.stop()
    const away = await server.app.inject(image)
    expect([away.statusCode, away.json()]).toEqual([
      503,
      { code: 'not_ready', message: 'The storage of files can’t be reached right now.' },
    ])
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
    expect(away.headers['cache-control']).toBe('no-store')
    const added = await addCategory()
    expect([added.status, added.body.code]).toEqual([503, 'not_ready'])
    expect((await server.call('categories.list', { token })).status).toBe(200)
    expect((await server.app.inject('/health/ready')).statusCode).toBe(200)
    await bucket.start()
    expect((await server.app.inject(image)).statusCode).toBe(200)
    expect((await addCategory()).status).toBe(201)
    const { rows } = await sql`select 1 from categories where image is null`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('a bucket that comes back within a second is not noticed', async () => {
    const { image } = (await addCategory()).body.data
    await bucket.stop()
    const asked = server.app.inject(image)
    await new Promise((done) => setTimeout(done, 100))
    await bucket.start()
    expect((await asked).statusCode).toBe(200)
  })

  test('the log of a refused request holds no key', async () => {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const target = { ...bucket.target, secretAccessKey: 'a-wrong-secret' }
    const other = await startTestApp(engine, { s3: target }, { logger: pino({}, { write }) })
    try {
      const session = await other.signIn('owner')
      const fields = form({ name: 'Refused', image: picture })
      const answer = await other.call('categories.create', { token: session.token, form: fields })
      expect(answer.status).toBe(503)
      expect(lines.join('')).toContain('it answered 403 SignatureDoesNotMatch')
      expect(lines.join('')).not.toMatch(/S3RVER|a-wrong-secret/)
    } finally {
      await other.dispose()
    }
  })
  test('an import waits while the bucket is away, and goes on by itself', async () => {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const other = await startTestApp(engine, { s3: bucket.target }, { logger: pino({}, { write }) })
    try {
      const session = await other.signIn('owner')
      const answer = await other.app.inject({
        method: 'POST',
        url: '/api/admin/imports?area=tasks&name=a.csv',
        headers: {
          authorization: `Bearer ${session.token}`,
          'content-type': 'application/octet-stream',
        },
        payload: 'title\nOne\nTwo\n',
      })
      const params = { id: answer.json().data._id }
      const file = await findImport(other.db, params.id)
      await bucket.stop()
      const preview = await other.call('imports.preview', { ...session, params, body: {} })
      expect([preview.status, preview.body.code]).toEqual([503, 'not_ready'])
      const id = await other.db
        .transaction()
        .execute((tx) =>
          createImportJob(tx, file as ImportRow, { id: session.userId }, 'import', {}),
        )
      const waits = () => lines.filter((line) => line.includes('a job waits until an outage'))
      await expect.poll(() => waits().length).toBeGreaterThan(1)
      await bucket.start()
      expect(await jobEnd(other, session.token, id ?? '')).toMatchObject({
        status: 'done',
        changed: 2,
      })
      // All of it is in, so the file goes.
      expect(await bucket.names()).not.toContain(`imports/${params.id}`)
    } finally {
      await other.dispose()
    }
  })

  test('a file larger than 200 MB is refused on its way, and leaves nothing', async () => {
    const chunk = Buffer.alloc(8 * 1024 * 1024, 'x')
    const chunks = Array.from({ length: 27 }, () => chunk)
    const before = await bucket.names()
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/admin/imports?area=bills&name=big.csv',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: Readable.from(chunks),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
    expect(await bucket.names()).toEqual(before)
  })

  test('nothing of them lies on this machine', async () => {
    const left = await readdir(join(server.config.dataDir, 'temporary')).catch(() => [])
    expect(left).toEqual([])
  })
})
