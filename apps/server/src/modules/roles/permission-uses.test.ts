import { permission } from '@steward/contract/permissions/permissions'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tables } from '../../db/schema/tables.ts'
import { oneEngine } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { openPermissionUses } from './permission-uses.store.ts'

describe.each(oneEngine)('counting uses of permissions on %s', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp(engine)
  })
  afterAll(() => test.dispose())

  const kept = (userId: string) =>
    test.db.selectFrom('permission_uses').selectAll().where('user_id', '=', userId).execute()

  it('adds up per person, permission and day, across instances', async () => {
    const { userId } = await test.signIn([])
    const other = await test.signIn([])
    const errors: unknown[] = []
    const instances = [1, 2].map(() =>
      openPermissionUses(test.db, (error) => errors.push(error), 1_000_000),
    )
    const bills = permission('Operations', 'Bills', 'list')
    for (const uses of instances) {
      for (let count = 0; count < 5; count += 1) uses.count(userId, bills)
      uses.count(other.userId, bills)
      uses.count(userId, permission('Operations', 'Tasks', 'list'))
    }
    await Promise.all(instances.map((uses) => uses.flush()))
    instances[0]?.count(userId, bills)
    for (const uses of instances) await uses.close()
    expect(errors).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    const rows = await kept(userId)
    expect(rows).toHaveLength(2)
    expect(rows.find((row) => row.submodule === 'Bills')).toMatchObject({ n: 11, day: today })
    expect(await kept(other.userId)).toHaveLength(1)
  })

  it('keeps what could not be written, and forgets people who are gone', async () => {
    const { userId } = await test.signIn([])
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
    const failing = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    const errors: unknown[] = []
    const uses = openPermissionUses(failing, (error) => errors.push(error), 1_000_000)
    uses.count(userId, permission('Operations', 'Bills', 'list'))
    await uses.close()
    await failing.destroy()
    expect(errors).toHaveLength(1)
    const gone = openPermissionUses(test.db, (error) => errors.push(error), 1_000_000)
    gone.count('00000000-0000-7000-8000-000000000000', permission('Operations', 'Bills', 'list'))
    await gone.close()
    expect(errors).toHaveLength(1)
  })

  it('counts a permitted request by the permission that let it through', async () => {
    const held = [permission('Users', 'Admins', 'list'), permission('Users', 'Admins', 'status')]
    const { token, userId } = await test.signIn(held)
    // What a page asks for again and again of itself is nobody's work.
    expect((await test.call('accounts.listWaiting', { token })).status).toBe(200)
    for (let count = 0; count < 3; count += 1) await test.call('users.list', { token })
    await test.call('bills.list', { token })
    await test.app.close()
    expect(await kept(userId)).toMatchObject([{ submodule: 'Admins', action: 'list', n: 3 }])
  })
})
