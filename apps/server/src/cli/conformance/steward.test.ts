import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walk } from '../../testing/conformance.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { conforms, countVerdicts } from './findings.ts'
import { report } from './report.ts'

/** What counts and limits the use of Steward, whatever is done with it. */
const bookkeeping = [
  'attempts',
  'audit_counts',
  'audit_entries',
  'audit_seals',
  'bills_deltas',
  'counters',
  'daily_counters',
  'folded_deltas',
  'known_devices',
  'passkey_challenges',
  'permission_uses',
  'sign_ins',
  'users_deltas',
]

describe.each(oneEngine)('the conformance of Steward on %s', (engine) => {
  let steward: TestApp
  let url: string
  let credentials: { email: string; password: string; code: () => Promise<null> }
  beforeAll(async () => {
    steward = await startTestApp(engine)
    const { db } = steward
    const { roleId } = await steward.signIn('owner')
    credentials = { ...(await createAdmin(db, roleId)), code: async () => null }
    await create(db, 'bills', { title: 'Hall hire' }, { title: 'Chairs' })
    await create(db, 'categories', { name: 'Games' })
    url = await steward.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => steward.dispose())

  const count = async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(steward.db)
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from ${sql.table(name)}`.execute(steward.db)
      counts[name] = rows[0]?.n ?? 0
    }
    return counts
  }

  test('has every call, and nothing is left but what is in the trash', async () => {
    const before = await count()
    const result = await walk(url, { credentials, bounds: { timeout: 10_000, maxBytes: 1e7 } })
    const shown = report(result)
    expect(shown).not.toMatch(/✗|~/)
    expect(countVerdicts(result.findings)).toEqual({
      has: 37,
      lacks: 0,
      'not offered': 0,
      differs: 0,
      'not tried': 3,
    })
    expect(conforms(result.findings)).toBe(true)
    expect(result.screens.every(({ works }) => works === 'works')).toBe(true)
    expect(result.left).toEqual([])
    expect(shown).toContain('  ✓ has          PATCH admin/role/restore/deleted/role/{id}\n')
    expect(shown).toContain(
      '  – not tried    DELETE admin/post-feed/{id}\n                 the specification has no call that makes one\n',
    )
    expect(shown.split('\n').every((line) => line.length <= 80)).toBe(true)
    expect(shown).not.toContain(credentials.password)

    const after = await count()
    const more = Object.entries(after).filter(
      ([name, n]) => n !== before[name] && !bookkeeping.includes(name) && !name.endsWith('_deltas'),
    )
    expect(Object.fromEntries(more.map(([name, n]) => [name, n - (before[name] ?? 0)]))).toEqual({
      roles: 1,
      users: 1,
      categories: 1,
      events: 1,
      polls: 1,
      tasks: 1,
      bills: 1,
      uploaded_pictures: 1,
    })
    const { rows: deleted } = await sql<{ name: string }>`
      select name from roles where status = 'deleted'
      union all select name from users where deleted_at is not null
      union all select name from categories where deleted_at is not null
      union all select title from events where deleted_at is not null
      union all select title from polls where deleted_at is not null
      union all select title from tasks where deleted_at is not null
      union all select title from bills where deleted_at is not null`.execute(steward.db)
    expect(deleted.map(({ name }) => name)).toEqual(
      Array.from({ length: 7 }, () => `Conformance check ${result.mark} — may be deleted, changed`),
    )
  })
})
