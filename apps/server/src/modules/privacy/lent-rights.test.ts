import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
})
