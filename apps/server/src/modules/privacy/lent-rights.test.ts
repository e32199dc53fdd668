import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '../../db/write/audit.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

// A name of one word that somebody else has, too, so that it goes only where it stands beside the id.
const name = 'Ada'

describe.each(oneEngine)('loans, requests and temporary roles of a person on %s', (engine) => {
  let app: TestApp
  let token: string
  let id: string
  let other: string
  const mine = { loan: newId(), consent: newId(), role: newId() }
  const decided = { loan: newId(), consent: newId(), role: newId() }
  beforeAll(async () => {
    app = await startTestApp(engine)
    ;({ token } = await app.signIn('owner'))
    const role = await createRole(app.db, granting('Operations · Bills · list'))
    ;({ id } = await createAdmin(app.db, role, { name }))
    ;({ id: other } = await createAdmin(app.db, role, { name: 'Bo' }))
    await create(app.db, 'users', { name })
    for (const [who, ids, by] of [
      [id, mine, { id: other, name: 'Bo' }],
      [other, decided, { id, name }],
    ] as const)
      await give(who, ids, by, role)
  })
  afterAll(() => app.dispose())

  /** Something of each kind that one person has, and the other gave or decided. */
  async function give(
    who: string,
    ids: typeof mine,
    by: { id: string; name: string },
    role: string,
  ) {
    const { db } = app
    const reason = `Asked by ${who === id ? 'me' : 'Bo'}`
    await sql`
      insert into loans (id, user_id, area, module, submodule, action, reason, minutes, one_use, status, decided_by,
        decided_by_name, decision, ended_how, ended_by, ended_by_name, expires_at)
      values (${ids.loan}, ${who}, 'bills', 'Operations', 'Bills', 'update', ${reason}, 60, false, 'ended', ${by.id},
        ${by.name}, ${`Decided by ${by.id}`}, 'granter', ${by.id}, ${by.name}, now())`.execute(db)
    await sql`
      insert into consents (id, rules, call, asked, area, action, needs, for_owners, digest, records, reason, status,
        user_id, decided_by, decided_by_name, decision, expires_at)
      values (${ids.consent}, '{purge}', 'users.update', ${JSON.stringify({ params: { id }, body: { name } })}::jsonb,
        'users', 'update', '[]', false, 'digest', 1, ${reason}, 'agreed', ${who}, ${by.id}, ${by.name},
        ${`Decided by ${by.id}`}, now() + interval '1 hour')`.execute(db)
    const bill = JSON.stringify({ payer_id: id, payer_name: name, amount: 1 })
    await sql`
      insert into consent_records (consent_id, record_id, place, title, before, after)
      values (${ids.consent}, ${id}, 0, ${name}, null, ${JSON.stringify({ name })}::jsonb),
        (${ids.consent}, ${newId()}, 1, 'Bill', ${bill}::jsonb, null)`.execute(db)
    await sql`
      insert into temporary_roles (id, user_id, role_id, until, reason, given_by, given_by_name, ended_by, ended_by_name)
      values (${ids.role}, ${who}, ${role}, now(), ${reason}, ${by.id}, ${by.name}, ${by.id}, ${by.name})`.execute(
      db,
    )
  }

  test('are exported, each name to whom it belongs', async () => {
    const { body } = await app.call('privacy.export', { token, params: { id } })
    const { loans, consents, temporary_roles: roles, consent_records: records } = body.data
    const byReason = (rows: { reason: string | null }[]) =>
      rows.toSorted((one, another) => Number(one.reason === null) - Number(another.reason === null))
    expect(byReason(loans)).toMatchObject([
      { reason: 'Asked by me', status: 'ended', decided_by_name: null, decision: null },
      { reason: null, decided_by_name: name, decision: `Decided by ${id}`, ended_by_name: name },
    ])
    expect(byReason(consents)).toMatchObject([
      { reason: 'Asked by me', call: 'users.update', decided_by_name: null },
      { reason: null, decided_by_name: name, decision: `Decided by ${id}` },
    ])
    expect(consents[0]).not.toHaveProperty('asked')
    expect(byReason(roles)).toMatchObject([
      { reason: 'Asked by me', given_by_name: null },
      { reason: null, given_by_name: name, ended_by_name: name },
    ])
    expect(records).toMatchObject([{ title: name }, { title: name }])
    expect(JSON.stringify(body.data)).not.toContain('Bo')
  })

  test('go with the person, and what they gave and decided stays under no name', async () => {
    const preview = await app.call('privacy.preview', { token, params: { id } })
    expect(preview.body.data.places).toEqual(
      expect.arrayContaining([
        { place: 'loans', does: 'delete', count: 1 },
        { place: 'loans', does: 'replace', count: 1 },
        { place: 'consents', does: 'delete', count: 3 },
        { place: 'temporaryRoles', does: 'replace', count: 1 },
      ]),
    )
    const sent = { content: 'keep', reason: 'Asked for it', name }
    const started = await app.call('privacy.erase', { token, params: { id }, body: sent })
    expect(await jobEnd(app, token, started.body.data._id)).toMatchObject({ status: 'done' })
    const { rows } = await sql`
      select id, user_id, decided_by_name, ended_by_name from loans
      union all select id, user_id, decided_by_name, asked::text from consents
      union all select id, user_id, given_by_name, ended_by_name from temporary_roles`.execute(
      app.db,
    )
    const erased = 'Erased person'
    expect(rows).toEqual([
      { id: decided.loan, user_id: other, decided_by_name: erased, ended_by_name: erased },
      { id: decided.consent, user_id: other, decided_by_name: erased, ended_by_name: null },
      { id: decided.role, user_id: other, decided_by_name: erased, ended_by_name: erased },
    ])
    const copies = await sql`select consent_id, title, before from consent_records`.execute(app.db)
    expect(copies.rows).toEqual([
      {
        consent_id: decided.consent,
        title: 'Bill',
        before: { payer_id: id, payer_name: erased, amount: 1 },
      },
    ])
  })

  test('are named in no job, export or creation of others that is kept', async () => {
    const { db } = app
    const role = await createRole(db, granting('Operations · Bills · list'))
    const person = await createAdmin(db, role, { name })
    const by = { _id: person.id, name }
    const via = JSON.stringify({
      consent: { _id: newId(), by },
      loan: { _id: newId(), grantedBy: by },
    })
    const [job, session, byAddress, byEntry, stays] = [newId(), newId(), newId(), newId(), newId()]
    await sql`insert into jobs (id, area, action, started_by, total, status, via)
      values (${job}, 'bills', 'delete', ${other}, 1, 'done', ${via}::jsonb)`.execute(db)
    await sql`insert into sessions (id, token_hash, user_id, expires_at)
      values (${session}, ${Buffer.from(session)}, ${other}, now() + interval '1 day')`.execute(db)
    await sql`insert into exports (token_hash, user_id, session_id, request, via, expires_at)
      values (${Buffer.from(session)}, ${other}, ${session}, '{}', ${via}::jsonb, now() + interval '1 hour')`.execute(
      db,
    )
    const asks = async (consent: string, body: object) => {
      await sql`
        insert into consents (id, rules, call, asked, area, action, needs, for_owners, digest, records, reason, status,
          user_id, expires_at)
        values (${consent}, '{owner_roles}', 'users.create', ${JSON.stringify({ body })}::jsonb, 'users', 'create', '[]',
          false, 'digest', 1, 'New', 'used', ${other}, now())`.execute(db)
      await sql`insert into consent_records (consent_id, record_id, place, title, before, after)
        values (${consent}, ${newId()}, 0, ${name}, null, ${JSON.stringify(body)}::jsonb)`.execute(
        db,
      )
    }
    await asks(byAddress, { name, email: person.email.toUpperCase() })
    await asks(byEntry, { name })
    await asks(stays, { name, email: 'another.ada@harbour.example' })
    await auditEvent(
      db,
      { user: other, via: { consent: { _id: byEntry, by: { _id: other, name: 'Bo' } } } },
      { area: 'users', action: 'create', record: { id: person.id, title: name } },
    )
    await auditEvent(
      db,
      { user: other, via: { consent: { _id: newId(), by } } },
      { area: 'bills', action: 'export' },
    )
    const sent = { content: 'keep', reason: 'Asked for it', name }
    const started = await app.call('privacy.erase', {
      token,
      params: { id: person.id },
      body: sent,
    })
    expect(await jobEnd(app, token, started.body.data._id)).toMatchObject({ status: 'done' })
    const kept = await sql<{ text: string }>`
      select via::text as text from jobs where id = ${job} union all select via::text from exports`.execute(
      db,
    )
    expect(kept.rows).toHaveLength(2)
    for (const { text } of kept.rows) {
      expect(text).not.toContain(name)
      expect(text.split('Erased person')).toHaveLength(3)
    }
    const creations = await sql`
      select id, asked -> 'body' ->> 'name' as name,
        (select count(*)::int from consent_records where consent_id = id) as shown
      from consents where id = any(${[byAddress, byEntry, stays]}::uuid[]) order by id`.execute(db)
    expect(creations.rows).toEqual([
      { id: byAddress, name: null, shown: 0 },
      { id: byEntry, name: null, shown: 0 },
      { id: stays, name, shown: 1 },
    ])
    const entries = await sql`
      select erased ? 'via.consent' as erased from audit_entries where area = 'bills' and action = 'export'`.execute(
      db,
    )
    expect(entries.rows).toEqual([{ erased: true }])
  })
})
