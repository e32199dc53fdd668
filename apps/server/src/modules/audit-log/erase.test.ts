import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connection/connection.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { countInEntries, eraseFromEntries } from './erase.store.ts'
import type { ErasedPerson } from './erasure-values.store.ts'
import { sealEntries } from './seals.store.ts'
import { verifyAuditLog } from './verify.ts'

const nothing = { acts: 0, record: 0, named: 0, content: 0, mentioned: 0 }

describe.each(oneEngine)('erasing from the audit log on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine, { writesBySql: true })
    db = database.connection.db
  })
  afterAll(() => database.dispose())
  let who: ErasedPerson
  let person = ''
  beforeEach(async () => {
    await run(`
      truncate audit_entries, audit_batch_records, audit_seals, audit_counts restart identity;
      update audit_sealing set settled = 0, above = '{}', candidate = 0, writers = '{}';
      truncate users, bills, posts, shopping_posts, tasks cascade;
    `)
    ;[person = ''] = await create(db, 'users', {
      type: 'member',
      name: 'Élodie (Ada) Marsh',
      email: 'ada@example.com',
    })
    who = { person, names: ['Élodie (Ada) Marsh'], addresses: ['ada@example.com'], content: false }
  })

  const run = (statement: string) => sql.raw(statement).execute(db)

  interface Entry extends Record<'before' | 'after' | 'erased', Record<string, unknown> | null> {
    id: number
    actor_name: string | null
    address: string | null
    title: string | null
    detail: string | null
    records: Record<string, unknown>[] | null
    internal: Record<string, unknown> | null
    search: string
  }
  const entries = async () =>
    (await sql<Entry>`select * from audit_entries where action <> 'erase' order by id`.execute(db))
      .rows

  /** Erases all, as a job would, and expects the log to be intact afterwards. @returns what the batches report, added up */
  const eraseAll = async (whom = who) => {
    await sealEntries(db, 10_000)
    const counted = await countInEntries(db, whom)
    const values = { ...nothing }
    let n = 0
    for (let after = 0; ; ) {
      const done = await db
        .transaction()
        .execute((tx) => eraseFromEntries(tx, { system: 'setup' }, whom, after))
      n += done.entries
      for (const kind of Object.keys(values) as (keyof typeof values)[])
        values[kind] += done.values[kind]
      if (done.last === null) break
      after = done.last
    }
    expect(values).toEqual(counted)
    while ((await sealEntries(db, 10_000)) > 0);
    expect((await verifyAuditLog(db)).findings.map(String)).toEqual([])
    expect(await countInEntries(db, whom)).toEqual(nothing)
    const { rows } = await sql<{ log: string }>`
      select string_agg(to_jsonb(e)::text, '') as log from audit_entries as e`.execute(db)
    expect(rows[0]?.log).not.toMatch(/marsh|ada@/i)
    return { entries: n, values }
  }

  test('takes their name and address from what they did, and leaves those of others', async () => {
    const [other = ''] = await create(db, 'users', {
      name: 'Élodie (Ada) Marsh',
      type: 'admin',
      email: `${newId()}@example.com`,
    })
    await run(`update users set name = 'Somebody else' where id = '${other}'`)
    for (const user of [person, other])
      await auditEvent(
        db,
        { user, address: '192.0.2.1', client: 'browser' },
        { action: 'export', area: 'bills' },
      )
    await run(`delete from audit_entries where record_id = '${other}'`)
    await run(`truncate audit_counts`)
    expect((await eraseAll()).values).toMatchObject({ acts: 2 })
    expect((await entries()).slice(-2)).toMatchObject([
      { actor_id: person, actor_name: null, address: null, client: 'browser' },
      { actor_id: other, actor_name: 'Somebody else', address: '192.0.2.1' },
    ])
  })

  test('takes what entries about them say, but not what time travel and rights need', async () => {
    await write(
      db,
      { system: 'setup', reason: 'Asked by phone' },
      async ({ lock, update, purge }) => {
        await update('users', await lock('users', [person]), { name: 'Ada M.' })
        await update('users', await lock('users', [person]), {
          deleted_at: '2026-01-01T00:00:00.000Z',
        })
        await purge('users', await lock('users', [person]))
      },
    )
    await eraseAll()
    const [created, renamed, deleted, purged] = await entries()
    expect(created).toMatchObject({ title: null, search: '', after: { type: 'member' } })
    expect(renamed).toMatchObject({ before: {}, after: {}, detail: null })
    expect(deleted?.before).toHaveProperty('type', 'member')
    for (const entry of [created, renamed, deleted, purged])
      expect(JSON.stringify([entry?.before, entry?.after, entry?.internal])).not.toMatch(
        /Ada|email"|phone/,
      )
  })

  test('takes the name beside a reference to them, and other values that contain it', async () => {
    const [bill] = await create(db, 'bills', {
      title: 'Fee',
      payer_id: person,
      payer_name: 'Called otherwise',
      notes: 'ask ADA@example.com',
    })
    await auditEvent(
      db,
      { user: null, address: '192.0.2.9' },
      {
        action: 'sign-in-failed',
        area: 'accounts',
        record: { id: null, title: 'Ada@Example.com' },
      },
    )
    await auditEvent(
      db,
      { user: null },
      { action: 'export', area: 'bills', detail: 'élodie (ada) marsh, bills' },
    )
    expect((await eraseAll()).values).toMatchObject({ named: 1, mentioned: 4 })
    const [, made, failed, exported] = await entries()
    expect(made).toMatchObject({
      record_id: bill,
      after: { payer_id: person, title: 'Fee' },
    })
    expect(made?.after).not.toHaveProperty('payer_name')
    expect(made?.after).not.toHaveProperty('notes')
    expect(failed).toMatchObject({ title: null, address: null })
    expect(exported?.detail).toBe(null)
  })

  test.each([false, true])('takes what they wrote by choice: %s', async (content) => {
    const [post = ''] = await create(
      db,
      'posts',
      { text: 'My garden', author_id: person },
      { text: 'Not mine' },
    )
    await create(db, 'shopping_posts', { title: 'My bike', description: 'Red', seller_id: person })
    await auditEvent(
      db,
      { user: person },
      { action: 'comment', area: 'tasks', detail: 'My comment' },
    )
    await write(db, { system: 'setup' }, async ({ lock, update, purge }) => {
      await update('posts', await lock('posts', [post]), { text: 'My larger garden' })
      await purge('posts', await lock('posts', [post]))
    })
    const { values } = await eraseAll({ ...who, content })
    const log = JSON.stringify(await entries())
    expect(log.includes('garden') || log.includes('bike') || log.includes('My comment')).toBe(
      !content,
    )
    expect(log).toMatch(/Not mine/)
    expect(values.content > 0).toBe(content)
  })

  test('takes their rows from batch entries, of which the others stay', async () => {
    const rows = [0, 1, 2].map((n) => ({
      ...{ id: newId(), name: n === 1 ? 'Of Élodie (Ada) Marsh' : `Role ${n}`, permissions: [] },
      ...{ description: null, image: null, status_before_deletion: null },
    }))
    await write(db, { system: 'seed', batch: newId() }, ({ insert }) => insert('roles', rows))
    await eraseAll()
    const entry = (await entries()).at(-1)
    expect(entry?.records?.[1]).toEqual({ id: rows[1]?.id })
    expect(entry?.records?.[2]).toMatchObject({ name: 'Role 2' })
    expect(Object.keys(entry?.erased ?? {})).toEqual([`records.1.${rows[1]?.id}`])
  })

  test('takes rows from batch entries that name them beside their id, however they are called', async () => {
    const bills = [person, null].map((payer, n) => ({
      ...{ id: newId(), number: `N-${n}`, title: 'Fee', amount: 1, currency: 'EUR', notes: '' },
      ...{ payer_id: payer, payer_name: 'Ada' },
    }))
    await write(db, { system: 'seed', batch: newId() }, ({ insert }) => insert('bills', bills))
    expect((await eraseAll()).values).toMatchObject({ named: 1 })
    const [gone, kept] = (await entries()).at(-1)?.records ?? []
    expect(gone).toEqual({ id: bills[0]?.id })
    expect(kept).toMatchObject({ payer_name: 'Ada' })
  })

  test('goes through a log of many values in batches, each with an entry that names them', async () => {
    await run(`
      insert into audit_entries (at, actor_id, actor_name, address, through, action, area)
      select now(), '${person}', 'Élodie (Ada) Marsh', '192.0.2.1', 'api', 'export', 'bills' from generate_series(1, 4500)`)
    const { values } = await eraseAll()
    expect(values.acts).toBe(9_000)
    const told = await sql<{ entries: number; values: number; record_id: string }>`
      select record_id, (after ->> 'entries')::int as entries, (after ->> 'values')::int as values
      from audit_entries where action = 'erase' order by id`.execute(db)
    expect(told.rows.map((row) => row.entries)).toEqual([2_000, 2_000, 501])
    expect(told.rows.every((row) => row.values <= 5_000 && row.record_id === person)).toBe(true)
  })

  test('looks for no text where there is none, and takes each for itself', async () => {
    await auditEvent(db, { user: null }, { action: 'export', area: 'bills', detail: 'a.c a+c' })
    const stranger = { person: newId(), addresses: [], content: true }
    expect(await countInEntries(db, { ...stranger, names: ['', ' '] })).toEqual(nothing)
    expect(await countInEntries(db, { ...stranger, names: ['abc'] })).toEqual(nothing)
    expect(await countInEntries(db, { ...stranger, names: ['a.c'] })).toEqual({
      ...nothing,
      mentioned: 1,
    })
    for (const detail of ['Also', 'by AL.', '“al”', '王小明さん'])
      await auditEvent(db, { user: null }, { action: 'export', area: 'bills', detail })
    expect(await countInEntries(db, { ...stranger, names: ['Al'] })).toEqual({
      ...nothing,
      mentioned: 2,
    })
    expect(await countInEntries(db, { ...stranger, names: ['王小明'] })).toEqual({
      ...nothing,
      mentioned: 1,
    })
    expect(await countInEntries(db, { ...stranger, names: ['A+C'] })).toEqual({
      ...nothing,
      mentioned: 1,
    })
  })

  test('is refused as long as there are seals of the version before', async () => {
    await sealEntries(db, 100)
    await run(`update audit_seals set format = 1`)
    await expect(
      db.transaction().execute((tx) => eraseFromEntries(tx, { system: 'setup' }, who, 0)),
    ).rejects.toThrow(/seals of the version before/)
  })
})
