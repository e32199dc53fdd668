import { auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import { userTypes } from '@steward/contract/users/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connection/connection.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { atScale } from '../../testing/scale.ts'
import { rowsScanned, tablesReadWhole } from '../../testing/scanned.ts'
import { listAuditLog, type Visible } from './audit-log.store.ts'
import { sealEntries } from './seals.store.ts'

const entries = atScale ? 10_000_000 : 20_000
const people = 50
const everything = { areas: [], types: [], all: true, scope: null }
const usual = { page: 1, limit: 25, sort: '-at' as const, search: '' }

/** The id of a person, or of a record, by its number. */
const idOf = (kind: 'a' | 'b', n: number) =>
  `00000000-0000-7000-800${kind === 'a' ? 'a' : 'b'}-${String(n).padStart(12, '0')}`

describe.each(oneEngine)(`the audit log with ${entries} entries on %s`, (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
    await sql`set statement_timeout = 0`.execute(db)
    const step = Math.min(entries, 100_000)
    for (let from = 0; from < entries; from += step) {
      await sql`
        insert into audit_entries (at, actor_id, actor_name, through, action, area, person_types, record_id, title, before, after)
        select '2026-01-01'::timestamptz + make_interval(secs => n),
          ('00000000-0000-7000-800a-' || lpad((n % ${sql.lit(people)})::text, 12, '0'))::uuid,
          'Person ' || n % ${sql.lit(people)}, 'api',
          (array['update', 'delete', 'restore', 'status'])[1 + n % 4],
          (array['posts', 'bills', 'users', 'tasks'])[1 + n / 4 % 4],
          case when n / 4 % 4 = 2 then array['member'] end,
          ('00000000-0000-7000-800b-' || lpad((n / 10)::text, 12, '0'))::uuid,
          'Record ' || n / 10, '{"title": "Old"}', '{"title": "New"}'
        from generate_series(${sql.lit(from)}, ${sql.lit(from + step - 1)}) as n
      `.execute(db)
    }
    // All older than those: of an area that nobody has changed since, of a rare one, and of rare people.
    await sql`
      insert into audit_entries (at, through, action, area, person_types, record_id, title, before, after)
      select '2025-12-01'::timestamptz + make_interval(secs => n), 'api', 'update',
        case when n <= 10 then 'roles' when n <= 20 then 'users' else 'polls' end,
        case when n between 11 and 20 then array['business'] end,
        gen_random_uuid(), 'Rare ' || n, '{"title": "Old"}', '{"title": "New"}'
      from generate_series(1, 1020) as n
    `.execute(db)
    await sql`vacuum analyze audit_entries`.execute(db)
    while ((await sealEntries(db, 50_000)) > 0);
    await sql`analyze audit_counts`.execute(db)
  }, 3_600_000)
  afterAll(() => database.dispose())

  const someTime = new Date(Date.UTC(2026, 0, 1) + 7_200_000).toISOString()
  const cases = {
    'everything, the newest first': [{}, entries + 1_020],
    'a person': [{ actor: [idOf('a', 7)] }, entries / people],
    'a record': [{ record: [idOf('b', 1234)] }, 10],
    'an area and an action': [{ area: ['bills' as const], action: ['delete' as const] }, null],
    'ten minutes of a day': [
      { from: someTime, to: new Date(Date.parse(someTime) + 600_000 - 1).toISOString() },
      600,
    ],
    'a person within an hour': [
      {
        actor: [idOf('a', 3)],
        from: someTime,
        to: new Date(Date.parse(someTime) + 3_600_000 - 1).toISOString(),
      },
      72,
    ],
  } as const

  test.each(Object.entries(cases))('%s: no table is read whole', async (what, [query, total]) => {
    const read = () => listAuditLog(db, { ...usual, ...query } as never, everything)
    expect(await tablesReadWhole(db, read)).not.toContain('audit_entries')
    const began = performance.now()
    const page = await read()
    console.info(`${what}: ${Math.round(performance.now() - began)} ms`)
    if (total !== null) expect(page.pagination.total).toBe(total)
    expect(page.rows.length).toBeGreaterThan(0)
  })

  test('the first page reads a few rows, however many there are', async () => {
    const read = (query: object) => () =>
      listAuditLog(db, { ...usual, ...query } as never, everything)
    for (const query of [{}, { actor: [idOf('a', 7)] }, { record: [idOf('b', 1234)] }]) {
      // Counts are a row for each day, person, area and action.
      const { rows } = await sql<{ n: number }>`select count(*) as n from audit_counts`.execute(db)
      expect(await rowsScanned(db, read(query))).toBeLessThan(500 + (rows[0]?.n ?? 0))
    }
  })

  const readers: Record<string, [Visible, object, number]> = {
    'of an area without entries': [
      { areas: ['categories'], types: [], all: false, scope: null },
      {},
      0,
    ],
    'of a rare area': [{ areas: ['roles'], types: [], all: false, scope: null }, {}, 10],
    'of a rare type of people': [
      { areas: ['users'], types: ['business'], all: false, scope: null },
      {},
      10,
    ],
    'of both': [
      { areas: ['roles', 'users'], types: ['admin', 'business'], all: false, scope: null },
      {},
      20,
    ],
    'of an old area': [{ areas: ['polls'], types: [], all: false, scope: null }, {}, 1_000],
    'of an old area, far away': [
      { areas: ['polls'], types: [], all: false, scope: null },
      { page: 31 },
      1_000,
    ],
    'of an area that is asked for': [everything, { area: ['polls'] }, 1_000],
    'of most people': [
      { areas: ['users'], types: ['member'], all: false, scope: null },
      {},
      entries / 4,
    ],
    'of all but an area': [
      {
        areas: auditAreas.filter((area) => area !== 'polls'),
        types: userTypes,
        all: false,
        scope: null,
      },
      {},
      entries + 20,
    ],
  }

  test.each(Object.entries(readers))(
    'a reader %s reads few others',
    async (_, [may, of, total]) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from audit_counts`.execute(db)
      for (const sort of ['at', '-at']) {
        const read = () => listAuditLog(db, { ...usual, ...of, sort } as never, may)
        const page = await read()
        expect([sort, page.pagination.total]).toEqual([sort, total])
        const times = page.rows.map(({ at }) => Date.parse(at))
        expect(times).toEqual(times.toSorted((a, b) => (sort === 'at' ? a - b : b - a)))
        expect(page.rows.length).toBe(Math.min(usual.limit, total))
        expect(await rowsScanned(db, read)).toBeLessThan(1_200 + (rows[0]?.n ?? 0))
      }
    },
  )
})
