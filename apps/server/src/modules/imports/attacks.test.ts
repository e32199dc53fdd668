import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportArea } from '@steward/contract/areas/areas'
import { importNeeds } from '@steward/contract/imports/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '../../http/failure.ts'
import { newId } from '../../ids.ts'
import { folderStorage } from '../../storage/folder.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { openImportFiles } from './import-files.ts'
import { keepImport } from './imports.store.ts'
import { importLimits } from './limits.ts'
import { previewQueue } from './preview.ts'
import { importQuota, sweepImports } from './quota.ts'

describe.each(oneEngine)('attacks by imports on %s', (engine) => {
  let app: TestApp
  let owner: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = (await app.signIn('owner')).token
    await create(app.db, 'users', {
      type: 'member',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    })
    await create(app.db, 'users', { type: 'admin', name: 'Root', email: 'root@example.com' })
  })
  afterAll(() => app.dispose())

  const upload = (area: ImportArea, payload: string, token: string, headers = {}) =>
    app.app.inject({
      method: 'POST',
      url: `/api/admin/imports?area=${area}&name=file.csv`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        ...headers,
      },
      payload,
    })
  const uploaded = async (area: ImportArea, text: string, token: string) =>
    (await upload(area, text, token)).json().data._id as string
  const as = async (...permissions: Permission[]) => (await app.signIn(permissions)).token
  const preview = async (id: string, token: string) =>
    (await app.call('imports.preview', { token, params: { id }, body: {} })).body.data
  const run = async (id: string, token: string, check: boolean) => {
    const { body } = await app.call('imports.start', { token, params: { id }, body: { check } })
    return await jobEnd(app, token, body.data._id)
  }
  /** What is told of rows that differ in whom they name alone, without the name. */
  const told = (failures: { message: string }[]) =>
    failures.map(({ message }) => message.replace(/"[^"]*"/, '"…"'))

  test('class: user enumeration: an import tells nothing of people whom one may not list', async () => {
    const token = await as(importNeeds.tasks)
    const text =
      'title,assignee\nA,ada@example.com\nA,root@example.com\nA,Ada Lovelace\nA,nobody@example.com\n'
    const id = await uploaded('tasks', text, token)
    const { checked } = await preview(id, token)
    expect(checked).toMatchObject({ good: 0, bad: 4 })
    const reasons = checked.failures.map((each: { reasons: { reason: string }[] }) => ({
      message: each.reasons[0]?.reason ?? '',
    }))
    const same = (list: string[]) => [...new Set(list)]
    expect(same(told(reasons))).toEqual([
      '"…" can’t be looked up: naming people needs a permission to list users',
    ])
    for (const check of [true, false]) {
      const job = await run(id, token, check)
      expect(job).toMatchObject({ status: 'done', changed: 0, failed: 4 })
      const { body } = await app.call('jobs.failures', { token, params: { id: job._id } })
      expect(same(told(body.data.failures))).toHaveLength(1)
    }
    // A payer is kept by what the row says, the same for all.
    const payers = await as(importNeeds.bills)
    const bills = await uploaded(
      'bills',
      'title,payer,amount\nA,ada@example.com,1 EUR\nB,x@y.de,1 EUR\n',
      payers,
    )
    expect(await run(bills, payers, false)).toMatchObject({ changed: 2 })
    const kept = await sql<{ payer_id: string | null; payer_name: string }>`
      select payer_id, payer_name from bills order by title`.execute(app.db)
    expect(kept.rows).toEqual([
      { payer_id: null, payer_name: 'ada@example.com' },
      { payer_id: null, payer_name: 'x@y.de' },
    ])
  })

  test('class: user enumeration: who may list members finds members and nobody else', async () => {
    const token = await as(importNeeds.tasks, permission('Users', 'Members', 'list'))
    const text = 'title,assignee\nA,ada@example.com\nA,root@example.com\nA,nobody@example.com\n'
    const { checked } = await preview(await uploaded('tasks', text, token), token)
    expect(checked).toMatchObject({ good: 1, bad: 2 })
    const found = checked.failures.map((each: { reasons: object[] }) => each.reasons[0])
    expect(found).toMatchObject([
      { field: 'assignee', reason: '"root@example.com" is nobody known here whom you may list' },
      { field: 'assignee', reason: '"nobody@example.com" is nobody known here whom you may list' },
    ])
  })

  test('class: quota: of files that wait, which those that nobody works on leave in time', async () => {
    const { token, userId } = await app.signIn([importNeeds.tasks])
    const ids: string[] = []
    const first = () => upload('tasks', 'title\nA\n', token, { 'idempotency-key': 'first' })
    ids.push((await first()).json().data._id)
    for (let n = 1; n < importLimits.filesAPerson; n += 1) {
      ids.push(await uploaded('tasks', 'title\nA\n', token))
    }
    const full = await upload('tasks', 'title\nA\n', token)
    expect(full.statusCode).toBe(409)
    expect(full.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^You already have 10 files waiting to be imported.*Import or delete one/,
      ),
    })
    // Nor is who asks again for what has been answered.
    const again = await first()
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.json().data._id).toBe(ids[0])
    // Somebody else is not concerned.
    expect((await upload('tasks', 'title\nA\n', owner)).statusCode).toBe(201)
    await app.call('imports.delete', { token, params: { id: ids[3] ?? '' } })
    expect((await upload('tasks', 'title\nA\n', token)).statusCode).toBe(201)
    expect((await upload('tasks', 'title\nA\n', token)).statusCode).toBe(409)
    await sql`update imports set created_at = now() - interval '2 hours' where id = ${ids[0]}`.execute(
      app.db,
    )
    expect((await upload('tasks', 'title\nA\n', token)).statusCode).toBe(201)
    const left = await sql`select 1 from imports where user_id = ${userId}`.execute(app.db)
    expect(left.rows).toHaveLength(importLimits.filesAPerson)
    const gone = await app.call('imports.details', { token, params: { id: ids[0] ?? '' } })
    expect(gone.status).toBe(404)
  })

  test('class: quota: of bytes a person and in all, and of uploads at the same time', async () => {
    const files = await openImportFiles(folderStorage(app.config.dataDir))
    const { userId } = await app.signIn([importNeeds.tasks])
    const id = newId()
    await writeFile(join(app.config.dataDir, 'imports', `${id}.report.csv`), 'x'.repeat(2_000))
    await keepImport(app.db, {
      id,
      area: 'tasks',
      file_name: 'a.csv',
      size: 1,
      server_id: files.storageId,
      user_id: userId,
    })
    const used = (await files.stored()).reduce((sum, { bytes }) => sum + bytes, 0)
    const quota = (limits: object) =>
      importQuota({ db: app.db, files, limits: { ...importLimits, ...limits } })
    const done = async (full: Failure | null) => {
      if (full) throw full
      return 'done'
    }
    expect(await quota({ bytesAPerson: 2_001 }).during(userId, done)).toBe('done')
    await expect(quota({ bytesAPerson: 2_000 }).during(userId, done)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Your files waiting to be imported can take up/),
    })
    expect(await quota({ bytesInAll: used + 1 }).during(userId, done)).toBe('done')
    await expect(quota({ bytesInAll: used }).during(userId, done)).rejects.toMatchObject({
      code: 'too_many',
      retryAfter: 3_600,
    })
    const two = quota({ uploadsAPerson: 2 })
    let end = () => {}
    const ended = new Promise<void>((done) => {
      end = done
    })
    const under = [two.during(userId, () => ended), two.during(userId, () => ended)]
    await expect(two.during(userId, done)).rejects.toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^You are already uploading 2 files/),
    })
    end()
    await Promise.all(under)
    expect(await two.during(userId, done)).toBe('done')
  })

  test('class: quota: of previews at the same time', async () => {
    const queue = previewQueue({
      ...importLimits,
      previewsAtOnce: 1,
      previewsWaiting: 2,
      previewsAPerson: 2,
    })
    let end = () => {}
    const ended = new Promise<void>((done) => {
      end = done
    })
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await ended
      running -= 1
    }
    const taken = [queue.run(work, { person: 'a' }), queue.run(work, { person: 'a' })]
    // There is room for one more, but not of the same person.
    await expect(queue.run(work, { person: 'a' })).rejects.toMatchObject({
      code: 'too_many',
      retryAfter: 5,
    })
    taken.push(queue.run(work, { person: 'b' }))
    await expect(queue.run(work, { person: 'c' })).rejects.toMatchObject({ code: 'too_many' })
    end()
    await Promise.all(taken)
    expect(most).toBe(1)
    expect(await queue.run(async () => 'again', { person: 'a' })).toBe('again')
  })

  test('sweeps what a crash has left behind, and nothing that is in use', async () => {
    const folder = join(app.config.dataDir, 'imports')
    const files = await openImportFiles(folderStorage(app.config.dataDir))
    const kept = await uploaded('tasks', 'title\nA\n', owner)
    const [cut, lost, fresh] = [newId(), newId(), newId()]
    const old = [`${cut}.part`, `${cut}.report.csv.${cut}.part`, lost, `${lost}.report.csv`]
    for (const name of [...old, `${fresh}.part`]) await writeFile(join(folder, name), 'x')
    const hours = Date.now() / 1000 - 2 * 3_600
    for (const name of [...old, kept]) await utimes(join(folder, name), hours, hours)
    await sweepImports({ db: app.db, files, limits: importLimits })
    const names = await readdir(folder)
    for (const name of old) expect(names).not.toContain(name)
    expect(names).toContain(kept)
    expect(names).toContain(`${fresh}.part`)
    expect(names).toContain('server-id')
  })

  test('class: blocked event loop: requests are answered while a hostile file is read', async () => {
    const token = await as(importNeeds.tasks)
    const id = await uploaded('tasks', `title,description\n${'z","\n'.repeat(20_000)}`, token)
    const { body } = await app.call('imports.start', { token, params: { id }, body: {} })
    let answered = 0
    let slowest = 0
    let status = 'waiting'
    const began = performance.now()
    while (['waiting', 'running'].includes(status)) {
      const asked = performance.now()
      const job = await app.call('jobs.details', { token, params: { id: body.data._id } })
      slowest = Math.max(slowest, performance.now() - asked)
      answered += 1
      status = job.body.data?.status ?? status
      await new Promise((done) => setTimeout(done, 20))
    }
    expect(status).toBe('done')
    expect(answered).toBeGreaterThan(1)
    // Half of the whole on a busy machine, where every request is slow.
    expect(slowest).toBeLessThan(Math.max(3_000, (performance.now() - began) / 2))
    const job = await app.call('jobs.details', { token, params: { id: body.data._id } })
    expect(job.body.data).toMatchObject({ failed: 20_000, changed: 0 })
  })
})
