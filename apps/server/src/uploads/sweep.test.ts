import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OutcomeUnknown } from '../db/connection/failures.ts'
import { folderStorage } from '../storage/folder.ts'
import type { FileStorage } from '../storage/storage.ts'
import { oneEngine } from '../testing/database.ts'
import { create, nextNumber } from '../testing/factories.ts'
import { form, redAndBlue } from '../testing/pictures.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'
import { openPictures } from './pictures.ts'
import { sweepPictures, sweepPurged } from './sweep.ts'
import { type Files, uploadedFiles } from './uploaded-files.ts'

const day = 86_400_000

describe.each(oneEngine)('files of pictures that no record holds on %s', (engine) => {
  let t: TestApp
  let files: Files
  let storage: FileStorage
  let token: string
  let userId: string
  let picture: Uint8Array
  beforeAll(async () => {
    t = await startTestApp(engine, {}, { pictures: { files: 3, bytes: 1_048_576 } })
    storage = folderStorage(t.config.dataDir)
    files = uploadedFiles(storage)
    picture = await redAndBlue(40, 40).png().toBuffer()
  })
  afterAll(() => t.dispose())

  const signIn = async () => {
    const session = await t.signIn('owner')
    token = session.token
    userId = session.userId
  }
  const folder = () => join(t.config.dataDir, 'uploads')
  const there = async (url: string) => (await readdir(folder())).includes(url.slice(9))
  const replace = async () =>
    await t.call('profile.image', { token, form: form({ image: picture }) })
  const sweep = (afterDays = 0) =>
    sweepPictures(t.db, storage, {
      dataDir: t.config.dataDir,
      now: new Date(Date.now() + afterDays * day),
    })

  test('the file of a change that failed is removed, but not where the change may be saved', async () => {
    await signIn()
    const pictures = openPictures(t.db, files)
    const keep = async (failure: Error) => {
      let url = ''
      const kept = pictures.keep(picture, userId, async (saved = '') => {
        url = saved
        throw failure
      })
      await expect(kept).rejects.toBe(failure)
      return there(url)
    }
    expect(await keep(new Error('failed'))).toBe(false)
    expect(await keep(new OutcomeUnknown())).toBe(true)
    await sweep(2)
  })

  test('class: disk filled with replaced pictures, beyond the quota of a person', async () => {
    await signIn()
    const stored = async () => (await readdir(folder()).catch(() => [])).length
    const before = await stored()
    for (let i = 0; i < 4; i += 1) expect((await replace()).status).toBe(200)
    const { status, body, headers } = await replace()
    expect([status, body.code]).toEqual([429, 'too_many'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(await stored()).toBe(before + 4)
    // What is shown counts for nobody's quota, nor does what others did.
    await sql`update uploaded_pictures set created_at = now() - interval '31 days'
      where user_id = ${userId}`.execute(t.db)
    expect((await replace()).status).toBe(200)
  })

  test('class: disk filled by bytes', async () => {
    await signIn()
    await replace()
    await sql`update uploaded_pictures set size = 2000000 where user_id = ${userId}`.execute(t.db)
    expect((await replace()).status).toBe(200)
    expect((await replace()).status).toBe(429)
  })

  test('those of a record that is deleted for good go at once, with those that it had before', async () => {
    await signIn()
    const image = () => form({ name: `Pictured ${nextNumber()}`, image: picture })
    const made = (await t.call('categories.create', { token, form: image() })).body.data
    const kept = (await t.call('categories.create', { token, form: image() })).body.data
    const params = { id: made._id }
    const changed = await t.call('categories.update', { token, params, form: image() })
    const urls = [made.image, changed.body.data.image, kept.image]
    const sweepThem = () =>
      sweepPurged(t.db, storage, { dataDir: t.config.dataDir, since: new Date(Date.now() - day) })
    const all = () => Promise.all(urls.map(there))
    await t.call('categories.delete', { token, params })
    await sweepThem()
    // It may be restored.
    expect(await all()).toEqual([true, true, true])
    expect((await t.call('categories.purge', { token, params })).status).toBe(200)
    // Somebody else shows one of them.
    await sql`update categories set image = ${urls[0]} where id = ${kept._id}`.execute(t.db)
    expect(await sweepThem()).toBe(1)
    expect(await all()).toEqual([true, false, true])
    await sql`update categories set image = ${kept.image} where id = ${kept._id}`.execute(t.db)
    expect(await sweepThem()).toBe(1)
    expect(await all()).toEqual([false, false, true])
  })

  test('one that was replaced goes 30 days later, not before, and not one that came back', async () => {
    await signIn()
    const first = (await replace()).body.data.image
    const second = (await replace()).body.data.image
    await sweep()
    await sweep(29)
    expect([await there(first), await there(second)]).toEqual([true, true])
    await sql`update users set image = ${first} where id = ${userId}`.execute(t.db)
    await sweep(40)
    // The second has been unused since that sweep alone.
    expect([await there(first), await there(second)]).toEqual([true, true])
    await sweep(71)
    expect([await there(first), await there(second)]).toEqual([true, false])
    const { rows } = await sql<{ url: string }>`select url from uploaded_pictures
      where url in (${first}, ${second})`.execute(t.db)
    expect(rows).toEqual([{ url: first }])
  })

  test('what a record holds stays, deleted ones too, and so does what the settings name', async () => {
    const save = () => files.save(picture, 'webp')
    const images = await Promise.all(Array.from({ length: 10 }, save))
    const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', logo = '', old = ''] =
      images
    const gone = { deleted_at: new Date().toISOString() }
    await create(t.db, 'users', { image: a }, { image: b, ...gone })
    await create(t.db, 'roles', { image: c, status: 'deleted', status_before_deletion: 'active' })
    await create(t.db, 'events', { image: d })
    await create(t.db, 'categories', { image: e, name: `Gone ${nextNumber()}`, ...gone })
    await create(t.db, 'posts', { images: [f] }, { images: [g], ...gone })
    await create(t.db, 'shopping_posts', { images: [h], ...gone })
    await writeFile(join(t.config.dataDir, 'config.json'), JSON.stringify({ logo }))
    await sweep()
    await sweep(400)
    const kept = await Promise.all(images.map(there))
    expect(kept).toEqual(images.map((url) => url !== old))
  })

  test('what a crash left half written goes after a day', async () => {
    const parts = [1, 2].map((i) => join(folder(), `.${String(i).repeat(32)}.webp.part`))
    for (const part of parts) await writeFile(part, 'half')
    const before = new Date(Date.now() - 2 * day)
    await utimes(parts[0] ?? '', before, before)
    await sweep()
    const names = await readdir(folder())
    expect(parts.map((part) => names.includes(part.slice(folder().length + 1)))).toEqual([
      false,
      true,
    ])
  })
})
