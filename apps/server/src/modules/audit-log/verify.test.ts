import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEvent } from '../../db/audit.ts'
import type { Db } from '../../db/connection.ts'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { sealEntries } from './seals.store.ts'
import { verifyAuditLog } from './verify.ts'

describe.each(engines)('the hash chain of the audit log on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
  })
  beforeEach(() =>
    tamper(`
      truncate audit_entries, audit_frame_records, audit_seals, audit_counts restart identity;
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
  /** Changes what the triggers keep from being changed, as whoever owns the database can. */
  const tamper = (statement: string) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
  /** What is sealed beyond what has settled, after another look. */
  const leftAbove = async () => {
    await sealEntries(db, 100)
    const state = await sql<{ above: number[] }>`select above from audit_sealing`.execute(db)
    return state.rows[0]?.above
  }
  const findings = async (expected?: string) =>
    (await verifyAuditLog(db, expected ? { expected } : {})).findings

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
    await tamper(`update audit_entries set detail = 'x' where id = ${ids[5]}`)
    expect(await findings()).toEqual([`Entry ${ids[5]} is changed (seal 2).`])
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
      update audit_entries set detail = swapped.detail, at = swapped.at
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

  test('can’t be changed or emptied by an ordinary statement', async () => {
    await seal()
    for (const statement of [
      'update audit_entries set detail = null',
      'delete from audit_entries',
      'truncate audit_entries',
      'update audit_seals set hash = hash',
      'delete from audit_seals',
      'delete from audit_frame_records',
    ]) {
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('append-only')
    }
  })
})
