import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { forgetSignIns } from './due.store.ts'

describe.each(oneEngine)('how long personal data is kept on %s', (engine) => {
  let app: TestApp
  let token: string
  let person: string
  const list = 'System · Personal data · list'
  const update = 'System · Personal data · update'
  beforeAll(async () => {
    app = await startTestApp(engine, { trashDays: 30 })
    ;({ token } = await app.signIn(named(list, update)))
    ;[person = ''] = await create(app.db, 'users', {})
    const ages = [100, 88, 70, 10]
    for (const days of ages)
      await sql`insert into sign_ins (session_id, user_id, at)
        values (${newId()}, ${person}, now() - make_interval(days => ${days}))`.execute(app.db)
    const deletedAt = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await create(app.db, 'posts', { deleted_at: deletedAt(25) }, { deleted_at: deletedAt(1) })
  })
  afterAll(() => app.dispose())

  const read = async (by = token) => await app.call('privacy.retention', { token: by })
  const save = (days: object, version?: number, by = token) =>
    app.call('privacy.saveRetention', { token: by, body: { days, version } })
  const usual = { sessions: 90, trash: 30, imports: 7, auditLog: null }

  test('is as usual until somebody changes it, and says what goes when', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    mustFitContract('privacy.retention', body)
    expect(body.data).toMatchObject({ days: usual, version: 0, mayChange: true, nextRun: null })
    const due = Object.fromEntries(body.data.due.map((each: { area: string }) => [each.area, each]))
    expect(due).toMatchObject({
      sessions: { now: 1, in7: 2, in30: 3 },
      trash: { now: 0, in7: 1, in30: 2 },
      auditLog: { now: 0, in7: 0, in30: 0 },
    })
  })

  test('is changed with a permission of its own, a step-up, and by the newest version', async () => {
    const reader = await app.signIn(named(list))
    expect((await read(reader.token)).body.data.mayChange).toBe(false)
    expect((await save(usual, 0, reader.token)).status).toBe(403)
    const old = await app.signIn(named(list, update))
    await sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${old.userId}`.execute(
      app.db,
    )
    const changed = { ...usual, sessions: 60, trash: null }
    expect((await save(changed, 0, old.token)).body.code).toBe('step_up_required')
    const saved = await save(changed, 0)
    expect(saved.body.data).toMatchObject({ days: changed, version: 1 })
    expect((await save(usual, 0)).body).toMatchObject({ code: 'out_of_date' })
    expect((await app.call('trash.settings', { token })).body.data).toEqual({ days: 0 })
    const entries = await app.call('auditLog.list', {
      token: (await app.signIn('owner')).token,
      query: { area: 'personal-data' },
    })
    expect(entries.body.data.entries).toMatchObject([
      {
        action: 'update',
        before: { days: { sessions: 90, trash: 30 } },
        after: { days: { sessions: 60, trash: null } },
      },
    ])
  })

  test('refuses what is no number of days', async () => {
    for (const sessions of [0, -1, 1.5, 100_000, 'never'])
      expect((await save({ ...usual, sessions })).status).toBe(422)
  })

  test('keeps deleted records where the server says so, whatever is set', async () => {
    const ask = await app.another({ trashDays: 0 })
    const { body } = await ask('privacy.retention', { token })
    expect(body.data.days.trash).toBe(null)
    const { status } = await ask('privacy.saveRetention', {
      token,
      body: { days: { ...body.data.days, trash: 30 } },
    })
    expect(status).toBe(422)
  })

  test('deletes sign-ins after their days', async () => {
    const signal = new AbortController().signal
    expect(await forgetSignIns(app.db, null, signal)).toBe(0)
    expect(await forgetSignIns(app.db, 60, signal)).toBe(3)
    const { rows } = await sql`select 1 from sign_ins where user_id = ${person}`.execute(app.db)
    expect(rows.length).toBe(1)
  })
})
