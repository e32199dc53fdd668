import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { sealEntries } from '../audit-log/seals.store.ts'
import { verifyAuditLog } from '../audit-log/verify.ts'
import { forgetOldValues } from './audit-entries.ts'
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

  test('takes old names and addresses from the audit log, as many as were said to fall due', async () => {
    const { db } = app
    const bill = JSON.stringify({ payer_id: person, payer_name: 'Old Payer', amount: 1 })
    const member = JSON.stringify({
      id: person,
      name: 'Old Name',
      type: 'member',
      status: 'active',
    })
    for (const days of [100, 50])
      await sql`
        insert into audit_entries (at, through, action, area, actor_id, actor_name, address, record_id, title, before, after, person_types)
        select now() - make_interval(days => ${days}), 'api', action, area, actor, name, address, record, title, before, after, case when area = 'users' and record is not null then array['member'] end
        from (values
          ('export', 'bills', ${person}::uuid, 'Old Name', '198.51.100.9', null::uuid, null, null::jsonb, null::jsonb),
          ('update', 'users', null, null, null, ${person}::uuid, 'Old Name', ${member}::jsonb, '{"name": "Newer"}'),
          ('create', 'bills', null, null, null, ${newId()}::uuid, 'Fee', null, ${bill}::jsonb),
          ('create', 'bills', null, null, null, ${newId()}::uuid, 'No payer', null, '{"amount": 2}'),
          ('delete', 'users', null, null, null, ${person}::uuid, null, '{"status": "active"}', '{"deleted_at": "x"}'),
          ('erase', 'users', null, null, null, null, null, null, '{"entries": 0}')
        ) as entry (action, area, actor, name, address, record, title, before, after)`.execute(db)
    const old = async () =>
      await sql`
        select action, area, actor_name, address, title, before, after, extract(days from now() - at)::int as days
        from audit_entries where at < now() - interval '40 days' order by id`.execute(db)
    const isIntact = async () => {
      while ((await sealEntries(db, 1_000)) > 0);
      expect((await verifyAuditLog(db)).findings.map(String)).toEqual([])
    }
    await isIntact()
    const due = async () => (await read()).body.data.due.at(-1)
    const { version } = (await read()).body.data
    expect((await save({ ...usual, auditLog: 60 }, version)).status).toBe(200)
    expect(await due()).toEqual({ area: 'auditLog', now: 3, in7: 3, in30: 6 })
    const was = (await old()).rows
    const signal = new AbortController().signal
    expect(await forgetOldValues(db, null, signal)).toBe(0)
    expect(await forgetOldValues(db, 60, signal)).toBe(3)
    expect(await forgetOldValues(db, 60, signal)).toBe(0)
    const { rows } = await old()
    expect(rows.slice(6)).toEqual(was.slice(6))
    expect(rows.slice(0, 6)).toMatchObject([
      { action: 'export', actor_name: null, address: null },
      { title: null, before: { id: person, type: 'member', status: 'active' }, after: {} },
      { title: 'Fee', after: { payer_id: person, amount: 1 } },
      ...was.slice(3, 6),
    ])
    expect(JSON.stringify(rows.slice(0, 6))).not.toMatch(/Old|198\.51|Newer/)
    await isIntact()
    expect(await due()).toEqual({ area: 'auditLog', now: 0, in7: 0, in30: 3 })
    expect(await forgetOldValues(db, 40, signal)).toBe(3)
    await isIntact()
  })
})
