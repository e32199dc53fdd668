import { ownersRights } from '@steward/contract/permissions/conditions'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import type { Db } from '../../db/connection/connection.ts'
import { openTestDatabase, type TestDatabase, usualEngine } from '../../testing/database.ts'
import { createAdmin, createRole } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { atScale } from '../../testing/scale.ts'
import { replay } from './replay.service.ts'

const entries = atScale ? 1_000_000 : 5_000
const maxMs = 20_000

const bills = { module: 'Operations', submodule: 'Bills' }
const permissions = granting(
  ...['list', 'create', 'update', 'delete'].map((action) => `Operations · Bills · ${action}`),
)

describe.each([usualEngine])(`the replay of a draft over ${entries} entries on %s`, (engine) => {
  let database: TestDatabase
  let db: Db
  let role = ''
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
    role = await createRole(db, permissions)
    const people = [
      (await createAdmin(db, role)).id,
      (await createAdmin(db, role)).id,
      (await createAdmin(db, role)).id,
    ]
    await sql`set statement_timeout = 0`.execute(db)
    await sql`
      insert into audit_entries (at, actor_id, actor_name, role_id, through, action, area, record_id, title, before, after, state)
      select now() - make_interval(secs => n * 7), (${people}::uuid[])[1 + n % 3], 'Person', ${role}, 'api', 'update', 'bills',
        gen_random_uuid(), 'Bill ' || n, jsonb_build_object('amount', n % 1000, 'title', 'Old'),
        jsonb_build_object('amount', n % 990, 'title', 'New'),
        jsonb_build_object('status', 'due', 'currency', 'EUR', 'payer_id', null, 'due_at', null,
          'issued_at', null, 'paid_at', null, 'created_at', '2026-01-01T00:00:00Z', 'deleted_at', null)
      from generate_series(1, ${entries}::int) as n`.execute(db)
    await sql`vacuum analyze audit_entries`.execute(db)
  }, 3_600_000)
  afterAll(() => database.dispose())

  const staff = {
    ...ownersRights,
    permissions: permissionModules(() => true),
    user: { id: '00000000-0000-7000-8000-000000000000', name: 'Olga' },
    owner: true,
    scope: null,
    lasting: ownersRights,
    loans: [],
  }
  const where = { 'amount.max': '500', status: ['due', 'paid'] }
  test.each([
    ['a condition on rows', { conditions: [{ ...bills, action: 'update', where }] }],
    ['a permission that is gone', { permissions: granting('Operations · Bills · list') }],
    ['a field', { fieldRules: [{ ...bills, hidden: [], readOnly: ['amount'] }] }],
  ])('takes a bounded time for %s', { timeout: 600_000 }, async (_, draft) => {
    const begun = performance.now()
    const told = await replay({ db, areas }, staff, { _id: role, permissions, ...draft })
    const ms = performance.now() - begun
    console.info(`${Math.round(ms)} ms for ${told.looked} entries, ${told.changes} refused`)
    expect(told.looked).toBe(Math.min(entries, 50_000))
    expect(told.people).toHaveLength(3)
    expect(ms).toBeLessThan(maxMs)
  })
})
