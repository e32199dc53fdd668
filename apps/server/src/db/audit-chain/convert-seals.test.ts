import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseOldValues } from '../../modules/audit-log/erase.store.ts'
import { sealEntries } from '../../modules/audit-log/seals.store.ts'
import { verifyAuditLog } from '../../modules/audit-log/verify.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import type { Db } from '../connection/connection.ts'
import { auditEvent } from '../write/audit.ts'
import { convertSeals, convertSome, hasSealsToConvert } from './convert-seals.ts'
import { digestInTheClear } from './digest.ts'

describe.each(oneEngine)('seals of the version before on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
  })
  beforeEach(() =>
    run(`
      truncate audit_entries, audit_batch_records, audit_seals, audit_counts, audit_conversion restart identity;
      update audit_sealing set settled = 0, above = '{}', candidate = 0, writers = '{}';
    `),
  )
  afterAll(() => database.dispose())

  const run = (statement: string) => sql.raw(statement).execute(db)

  /** Seals as the version before did: one seal of all that is unsealed. */
  const sealAsBefore = () =>
    db.transaction().execute(async (tx) => {
      await sql`select 1 from audit_sealing for update`.execute(tx)
      await sql`
        insert into audit_seals (no, entries, digests, previous, hash)
        select coalesce(last.no, 0) + 1, new.ids, new.digests, coalesce(last.hash, start.hash),
          sha256(coalesce(last.hash, start.hash) || new.digests)
        from (
          select array_agg(e.id order by e.id) as ids, string_agg(${digestInTheClear}, '' order by e.id) as digests
          from audit_entries as e where e.id > (select settled from audit_sealing)
            and e.id <> all(array(select unnest(above) from audit_sealing))
        ) as new
        cross join (select decode(repeat('00', 32), 'hex') as hash) as start
        left join (select no, hash from audit_seals order by no desc limit 1) as last on true
      `.execute(tx)
      await sql`
        insert into audit_counts (day, area, action, actor_id, person_types, n)
        select (e.at at time zone 'UTC')::date, e.area, e.action, e.actor_id, e.person_types, count(*)
        from audit_entries as e where e.id > (select settled from audit_sealing)
          and e.id <> all(array(select unnest(above) from audit_sealing)) group by 1, 2, 3, 4, 5
        on conflict (day, area, action, actor_id, person_types) do update set n = audit_counts.n + excluded.n
      `.execute(tx)
      await sql`
        update audit_sealing set above = '{}', settled = last.id, candidate = last.id
        from (select max(id) as id from audit_entries) as last`.execute(tx)
    })
  const note = async (seals: number) => {
    for (let n = 0; n < seals; n += 1) {
      await auditEvent(db, { user: null }, { action: 'export', area: 'bills', detail: `Old ${n}` })
      await create(db, 'bills', { title: `Old ${n} 😀 \\ "` })
      await sealAsBefore()
    }
  }
  const head = async () => (await verifyAuditLog(db)).head
  const findings = async (expected?: string) =>
    (await verifyAuditLog(db, expected ? { expected } : {})).findings.map(String)
  const seals = async () =>
    (
      await sql<object>`select no, entries::int[] as entries, at from audit_seals order by no`.execute(
        db,
      )
    ).rows
  const reseals = async () =>
    (
      await sql<{ id: number; after: unknown }>`
        select id, after from audit_entries where action = 'reseal' order by id`.execute(db)
    ).rows

  test('verify as they are', async () => {
    await note(3)
    expect(await findings()).toEqual([])
    await run(`update audit_entries set detail = 'x' where id = 3`)
    expect(await findings()).toEqual(['Entry 3 is changed (seal 2).'])
  })

  test('are converted: numbers and entries stay, digests in the clear go, the old head is told', async () => {
    await note(3)
    const [before, old] = [await seals(), await head()]
    await convertSeals(db)
    const after = await seals()
    expect(after.slice(0, 3)).toEqual(before)
    expect(await reseals()).toEqual([{ id: 7, after: { seals: 3, head: old, findings: 0 } }])
    expect(after[3]).toMatchObject({ no: 4, entries: [7] })
    const clear = await sql`
      select 1 from audit_seals as seal cross join unnest(seal.entries) with ordinality as each (id, place)
      join audit_entries as e on e.id = each.id
      where substring(seal.digests from (each.place::int - 1) * 32 + 1 for 32) = ${digestInTheClear}`.execute(
      db,
    )
    expect(clear.rows).toEqual([])
    expect(await hasSealsToConvert(db)).toBe(false)
    expect(await findings()).toEqual([])
    // Whoever kept the hash of the chain before finds it in the one that follows.
    expect(await findings(old)).toEqual([])
    expect(await findings(await head())).toEqual([])
    await create(db, 'bills', {})
    expect(await sealEntries(db, 100)).toBe(1)
    expect(await findings()).toEqual([])
    // So they do once old values went from the log.
    await db.transaction().execute((tx) => eraseOldValues(tx, { system: 'setup' }, 0, 0))
    await sealEntries(db, 100)
    expect(await findings(old)).toEqual([])
  })

  test('do not hide what was forged before', async () => {
    await note(3)
    await run(`
      update audit_entries set detail = 'x' where id = 1;
      delete from audit_entries where id = 3;
      update audit_seals set previous = sha256('x') where no = 3;
      update audit_counts set n = n - 1 where area = 'bills' and action = 'export'`)
    await convertSeals(db)
    expect((await reseals())[0]?.after).toMatchObject({ findings: 3 })
    expect(await findings()).toEqual([
      'Entry 1 is changed (seal 1).',
      'Entry 3 is missing (seal 2).',
      expect.stringMatching(/^The chain before entry 7 was not intact: 3 findings/),
    ])
  })

  test('follow seals of this version, while both versions run', async () => {
    await note(1)
    await create(db, 'bills', {})
    await sealEntries(db, 100)
    await note(1)
    expect(await findings()).toEqual([])
    await convertSeals(db)
    await note(1)
    expect(await findings()).toEqual([])
    const old = await head()
    await convertSeals(db)
    expect(await reseals()).toHaveLength(2)
    expect((await reseals())[1]?.after).toMatchObject({ head: old, findings: 0 })
    expect(await findings(old)).toEqual([])
  })

  test('verify in the middle of a conversion, which goes on where it was stopped', async () => {
    await run(`
      insert into audit_entries (at, through, action, area, detail)
      select now(), 'api', 'export', 'bills', 'Old ' || n from generate_series(1, 5100) as n`)
    await sealAsBefore()
    await note(1)
    const old = await head()
    await db.transaction().execute(convertSome)
    await create(db, 'bills', {})
    await sealEntries(db, 100)
    const formats = await sql<{
      format: number
    }>`select format from audit_seals order by no`.execute(db)
    expect(formats.rows.map(({ format }) => format)).toEqual([2, 1, 2])
    expect(await findings()).toEqual([])
    await convertSeals(db)
    expect((await reseals())[0]?.after).toMatchObject({ seals: 3, findings: 0 })
    expect(await findings()).toEqual([])
    expect(await findings(old)).toHaveLength(1)
  })

  test('an installation without any has nothing to convert', async () => {
    await create(db, 'bills', {})
    await sealEntries(db, 100)
    await convertSeals(db)
    expect(await reseals()).toEqual([])
  })
})
