import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connection/connection.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { citusUrl } from '../../testing/citus.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { sealEntries } from './seals.store.ts'
import { verifyAuditLog } from './verify.ts'

describe.each(oneEngine)('the hash chain of the audit log on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
  })
  beforeEach(() =>
    tamper(`
      truncate audit_entries, audit_batch_records, audit_seals, audit_counts restart identity;
      update audit_sealing set settled = 0, above = '{}', candidate = 0, writers = '{}';
    `),
  )
  afterAll(() => database.dispose())

  /** Three seals of four entries each. @returns the numbers of all entries */
  const seal = async () => {
    for (let n = 0; n < 12; n += 1) {
      await auditEvent(
        db,
        { user: null },
        { action: 'export', area: 'bills', detail: `Entry ${n}` },
      )
      if (n % 4 === 3) expect(await sealEntries(db, 100)).toBe(4)
    }
    const { rows } = await sql<{ id: number }>`select id from audit_entries order by id`.execute(db)
    return rows.map(({ id }) => id)
  }
  /** Changes what the serving role may not, as whoever owns the database can. */
  const tamper = (statement: string) => sql.raw(statement).execute(db)
  /** What is sealed beyond what has settled, after another look. */
  const leftAbove = async () => {
    await sealEntries(db, 100)
    const state = await sql<{ above: number[] }>`select above from audit_sealing`.execute(db)
    return state.rows[0]?.above
  }
  const findings = async (expected?: string) =>
    (await verifyAuditLog(db, expected ? { expected } : {})).findings.map(String)

  test('is whole after writes, and seals each entry once', async () => {
    await seal()
    const { seals, entries, head } = await verifyAuditLog(db)
    expect([seals, entries, head.length]).toEqual([3, 12, 64])
    expect(await findings(head)).toEqual([])
    expect(await sealEntries(db, 100)).toBe(0)
    await create(db, 'bills', {}, {})
    expect(await sealEntries(db, 1)).toBe(1)
    expect(await sealEntries(db, 1)).toBe(1)
    expect((await verifyAuditLog(db)).entries).toBe(14)
    expect(await findings(head)).toEqual([])
  })

  test('names a changed entry', async () => {
    const ids = await seal()
    const changed = [`Entry ${ids[5]} is changed (seal 2).`]
    await tamper(`update audit_entries set detail = 'x' where id = ${ids[5]}`)
    expect(await findings()).toEqual(changed)
    await tamper(`update audit_entries set detail = null, client = 'script' where id = ${ids[5]}`)
    expect(await findings()).toEqual(changed)
  })

  test('names a missing entry', async () => {
    const ids = await seal()
    await tamper(`delete from audit_entries where id = ${ids[2]}`)
    expect(await findings()).toEqual([`Entry ${ids[2]} is missing (seal 1).`])
  })

  test('names reordered entries', async () => {
    const [first, second] = (await seal()).slice(1, 3)
    const other = `case audit_entries.id when ${first} then ${second} else ${first} end`
    await tamper(`
      create temp table swapped as select * from audit_entries where id in (${first}, ${second});
      update audit_entries set detail = swapped.detail, at = swapped.at, salt = swapped.salt
      from swapped where swapped.id = ${other} and audit_entries.id in (${first}, ${second});
      drop table swapped;
    `)
    expect(await findings()).toEqual([
      `Entry ${first} is reordered: it holds what entry ${second} held (seal 1).`,
      `Entry ${second} is reordered: it holds what entry ${first} held (seal 1).`,
    ])
  })

  test('names a seal that is changed, missing, or does not follow', async () => {
    await seal()
    await tamper(`delete from audit_seals where no = 2`)
    expect((await findings())[0]).toBe('Seal 2 is missing.')
    await tamper(`update audit_seals set hash = sha256('forged') where no = 1`)
    expect(await findings()).toContain('Seal 1 is changed.')
  })

  test('tells that the end is cut off by a hash that was kept', async () => {
    const ids = await seal()
    const { head } = await verifyAuditLog(db)
    await tamper(`
      delete from audit_seals where no = 3;
      delete from audit_entries where id >= ${ids[8]};
      update audit_counts set n = n - 4;
    `)
    expect(await findings()).toEqual([])
    expect(await findings(head)).toEqual([
      expect.stringContaining(`does not hold the hash ${head}`),
    ])
  })

  test('names an entry that was slipped in', async () => {
    const ids = await seal()
    await sql`update audit_sealing set settled = ${ids.at(-1)}::bigint + 1000, above = '{}'`.execute(
      db,
    )
    await auditEvent(db, { user: null }, { action: 'export', area: 'bills' })
    expect(await findings()).toEqual([
      expect.stringMatching(/^Entry \d+ was added beside the chain/),
    ])
  })

  /** A sealed batch entry of three records. @returns its entry, and their ids */
  const batchEntry = async () => {
    const ids = [newId(), newId(), newId()]
    const rows = ids.map((id, n) => ({ id, name: `Role ${id} ${n}`, permissions: [] }))
    const nothing = { description: null, image: null, status_before_deletion: null }
    await write(db, { system: 'seed', batch: newId() }, ({ insert }) =>
      insert(
        'roles',
        rows.map((row) => ({ ...row, ...nothing })),
      ),
    )
    await sealEntries(db, 100)
    const { rows: lines } = await sql<{ entry_id: number }>`
      select entry_id from audit_batch_records where record_id = ${ids[0]}`.execute(db)
    return { entry: lines[0]?.entry_id, ids }
  }

  test('names lines of a batch entry that are missing, added or changed', async () => {
    const { entry, ids } = await batchEntry()
    expect(await findings()).toEqual([])
    const stranger = newId()
    await tamper(`
      delete from audit_batch_records where record_id = '${ids[0]}';
      update audit_batch_records set place = 7 where record_id = '${ids[1]}';
      insert into audit_batch_records (record_id, entry_id, place) values ('${stranger}', ${entry}, 3);
    `)
    const line = (id = '') => `The line of record ${id} in entry ${entry} of audit_batch_records`
    expect(await findings()).toEqual([
      `${line(ids[0])} is missing.`,
      `${line(ids[1])} is changed: it leads to place 7 instead of 1.`,
      `${line(stranger)} was added: the entry tells of no such record.`,
    ])
  })

  // Citus changes no column by which a table is distributed.
  test.skipIf(citusUrl)('names a line that leads to another entry', async () => {
    const [one, other] = [await batchEntry(), await batchEntry()]
    const [id] = one.ids
    await tamper(
      `update audit_batch_records set entry_id = ${other.entry} where record_id = '${id}'`,
    )
    const line = (entry = 0) => `The line of record ${id} in entry ${entry} of audit_batch_records`
    expect(await findings()).toEqual([
      `${line(one.entry)} is missing.`,
      `${line(other.entry)} was added: the entry tells of no such record.`,
    ])
  })

  test('names counts that counting does not give', async () => {
    await seal()
    const day = new Date().toISOString().slice(0, 10)
    await tamper(`update audit_counts set n = 5`)
    expect(await findings()).toEqual([
      `audit_counts says 5 for bills, export by nobody on ${day}; there are 12.`,
    ])
    await tamper(`truncate audit_counts`)
    expect(await findings()).toEqual([
      `audit_counts says 0 for bills, export by nobody on ${day}; there are 12.`,
    ])
    await tamper(`
      insert into audit_counts (day, area, action, n)
      values ('${day}', 'bills', 'export', 12), ('2020-02-20', 'tasks', 'delete', 3)`)
    expect(await findings()).toEqual([
      'audit_counts says 3 for tasks, delete by nobody on 2020-02-20; there are 0.',
    ])
  })

  test('names an entry that is kept as one about people of another type', async () => {
    const [id = ''] = await create(db, 'users', { type: 'admin', email: `${newId()}@example.com` })
    await write(db, { system: 'setup' }, async ({ lock, update }) => {
      await update('users', await lock('users', [id]), { name: 'Renamed' })
      await update('users', await lock('users', [id]), { type: 'member' })
      await update('users', await lock('users', [id]), { name: 'A member' })
    })
    await sealEntries(db, 100)
    expect(await findings()).toEqual([])
    const { rows } = await sql<{ id: number; person_types: string[] }>`
      select id, person_types from audit_entries order by id`.execute(db)
    expect(rows.map(({ person_types }) => person_types)).toEqual([
      ['admin'],
      ['admin'],
      ['admin', 'member'],
      ['member'],
    ])
    await tamper(`
      update audit_entries set person_types = '{member}' where id = ${rows[1]?.id};
      update audit_entries set person_types = null where id = ${rows[2]?.id};
      truncate audit_counts;
      insert into audit_counts select (at at time zone 'UTC')::date, area, action, actor_id, count(*), person_types
      from audit_entries group by 1, 2, 3, 4, 6;
    `)
    expect(await findings()).toEqual([
      `Entry ${rows[1]?.id} is kept as one about a person of type member; it is about a person of type admin.`,
      `Entry ${rows[2]?.id} is kept as one about nobody known; it is about a person of type admin or a person of type member.`,
    ])
  })

  test('knows of every older entry what it is about, also of who is gone, and seals stay whole', async () => {
    const gone = { type: 'business' as const, business_name: 'Gone' }
    const [id = '', kept = ''] = await create(db, 'users', gone, { type: 'member' })
    await write(db, { system: 'setup' }, async ({ lock, update, purge }) => {
      for (const title of ['One', 'Two'])
        await update('users', await lock('users', [id, kept]), { name: title })
      await update('users', await lock('users', [kept]), { type: 'business' })
      await update('users', await lock('users', [id]), { deleted_at: '2026-01-01T00:00:00.000Z' })
      await purge('users', await lock('users', [id]))
    })
    await sealEntries(db, 100)
    const types = async () =>
      (
        await sql<{ person_types: string[] }>`
          select person_types from audit_entries order by id`.execute(db)
      ).rows.map(({ person_types }) => person_types.join())
    const written = await types()
    expect(written).toContain('business,member')
    // As the sealed columns tell it.
    expect(await findings()).toEqual([])
  })

  // The embedded engine does one transaction after the other.
  if (engine === 'postgresql')
    test('seals what a transaction that ends late has written', async () => {
      const begun = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      const slow = db.transaction().execute(async (tx) => {
        await auditEvent(tx, { user: null }, { action: 'export', area: 'bills', detail: 'slow' })
        begun.resolve()
        await end.promise
      })
      await begun.promise
      try {
        await seal()
        // What has gone by is not settled as long as it could still come.
        expect(await leftAbove()).not.toEqual([])
      } finally {
        end.resolve()
        await slow
      }
      expect(await sealEntries(db, 100)).toBe(1)
      expect(await findings()).toEqual([])
      await expect.poll(leftAbove).toEqual([])
    })
})
