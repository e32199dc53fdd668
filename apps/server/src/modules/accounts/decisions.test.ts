import { permission, permissionModules } from '@steward/contract/permissions/permissions'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../../db/schema/tables.ts'
import { signInAs } from '../../testing/accounts.ts'
import { concurrently } from '../../testing/concurrently.ts'
import { oneEngine } from '../../testing/database.ts'
import { createAdmin, createRole } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/server.ts'

const decide = permission('Users', 'Admins', 'status')
const bills = permission('Operations', 'Bills', 'list')

describe.each(oneEngine)('deciding on a registration while things change, on %s', (engine) => {
  // The embedded engine has one session, in which nothing stands between two transactions.
  const testBeside = test.skipIf(engine === 'embedded')

  let t: TestApp
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(engine, { smtpUrl: mailbox.url }, { writesBySql: true })
    await signInAs(t, 'owner')
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })

  const waiting = () => createAdmin(t.db, null, { status: 'pending' })
  const approve = (token: string, id: string, role: string) =>
    t.call('accounts.approve', { token, params: { id }, body: { role } })
  const decline = (token: string, id: string) =>
    t.call('accounts.decline', { token, params: { id } })
  const rowOf = (id: string) =>
    t.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** Makes a call that comes upon a change: it waits for it, and the change stands first. */
  const during = async (
    change: (tx: Transaction<Tables>) => Promise<unknown>,
    call: () => Promise<TestAnswer>,
  ): Promise<TestAnswer> => {
    const [answer] = await concurrently(t, change, () => [call()])
    if (!answer) throw new Error('no answer')
    return answer
  }
  const patchRole = (id: string, patch: object) => (tx: Transaction<Tables>) =>
    tx.updateTable('roles').set(patch).where('id', '=', id).execute()
  const patchUser = (id: string, patch: object) => (tx: Transaction<Tables>) =>
    tx.updateTable('users').set(patch).where('id', '=', id).execute()

  const mustStillWait = async (id: string, email: string) => {
    expect(await rowOf(id)).toMatchObject({ status: 'pending', role_id: null, deleted_at: null })
    const known = await sql`select 1 from credentials where user_id = ${id}`.execute(t.db)
    expect(known.rows).toHaveLength(1)
    expect(mailbox.mails.filter(({ to }) => to === email)).toEqual([])
  }

  test('of many who decide at once one does, and the others are told', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, email } = await waiting()
      const role = await createRole(t.db, [])
      const staff = await Promise.all(Array.from({ length: 4 }, () => signInAs(t, [decide])))
      const answers = await Promise.all(
        staff.map(({ token }, i) => (i % 2 ? decline(token, id) : approve(token, id, role))),
      )
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses[0]).toBe(200)
      for (const status of statuses.slice(1)) expect([404, 409]).toContain(status)
      const approved = answers.some((each, i) => each.status === 200 && i % 2 === 0)
      const now = await rowOf(id)
      expect([now.status, now.role_id, now.deleted_at === null]).toEqual(
        approved ? ['active', role, true] : ['pending', null, false],
      )
      await mailbox.take(email, approved ? /approved/ : /declined/)
      expect(mailbox.mails.filter(({ to }) => to === email)).toEqual([])
    }
  })

  testBeside('a role that is deleted or deactivated meanwhile is not given', async () => {
    for (const status of ['deleted', 'inactive'] as const) {
      const { id, email } = await waiting()
      const { token } = await signInAs(t, 'owner')
      const role = await createRole(t.db, [])
      const before = status === 'deleted' ? { status_before_deletion: 'active' } : {}
      const answer = await during(patchRole(role, { status, ...before }), () =>
        approve(token, id, role),
      )
      expect([answer.status, answer.body.errors?.[0].path]).toEqual([422, 'role'])
      await mustStillWait(id, email)
    }
  })

  testBeside('a role that is widened meanwhile beyond who gives it is not given', async () => {
    const { id, email } = await waiting()
    const { token } = await signInAs(t, [decide])
    const role = await createRole(t.db, [])
    const permissions = JSON.stringify(permissionModules(() => true))
    const answer = await during(patchRole(role, { permissions }), () => approve(token, id, role))
    expect([answer.status, answer.body.code]).toEqual([403, 'not_permitted'])
    await mustStillWait(id, email)
  })

  testBeside('who is narrowed meanwhile gives no more than they hold now', async () => {
    const { id, email } = await waiting()
    const { token, roleId } = await signInAs(t, [decide, bills])
    const role = await createRole(t.db, granting('Operations · Bills · list'))
    const permissions = JSON.stringify(granting('Users · Admins · status'))
    const answer = await during(patchRole(roleId, { permissions }), () => approve(token, id, role))
    expect([answer.status, answer.body.code]).toEqual([403, 'not_permitted'])
    await mustStillWait(id, email)
  })

  testBeside('who is no owner any more gives the owner role to nobody', async () => {
    const { id, email } = await waiting()
    const { token, id: self, roleId } = await signInAs(t, 'owner')
    const everything = await createRole(
      t.db,
      permissionModules(() => true),
    )
    const answer = await during(patchUser(self, { role_id: everything }), () =>
      approve(token, id, roleId),
    )
    expect([answer.status, answer.body.code]).toEqual([403, 'not_permitted'])
    await mustStillWait(id, email)
  })

  testBeside('who loses the right to decide meanwhile decides nothing', async () => {
    for (const act of [approve, decline]) {
      const { id, email } = await waiting()
      const { token, roleId } = await signInAs(t, [decide])
      const role = await createRole(t.db, [])
      const answer = await during(patchRole(roleId, { permissions: '[]' }), () =>
        act(token, id, role),
      )
      expect([answer.status, answer.body.data?.permission]).toEqual([403, decide])
      await mustStillWait(id, email)
    }
  })

  testBeside('who is deactivated or loses their role meanwhile decides nothing', async () => {
    for (const act of [approve, decline]) {
      const { id, email } = await waiting()
      const self = await signInAs(t, [decide])
      const role = await createRole(t.db, [])
      const off = await during(patchUser(self.id, { status: 'inactive' }), () =>
        act(self.token, id, role),
      )
      expect([off.status, off.body.code]).toEqual([401, 'no_session'])
      const other = await signInAs(t, [decide])
      const resting = await during(patchRole(other.roleId, { status: 'inactive' }), () =>
        act(other.token, id, role),
      )
      expect([resting.status, resting.body.code]).toEqual([401, 'no_session'])
      await mustStillWait(id, email)
    }
  })

  test('a person who holds more than who decides is not decided on', async () => {
    const strong = await createRole(t.db, granting('Operations · Bills · delete'))
    const { id } = await createAdmin(t.db, strong, { status: 'pending' })
    const { token } = await signInAs(t, [decide])
    const plain = await createRole(t.db, [])
    for (const { status, body } of [await approve(token, id, plain), await decline(token, id)]) {
      expect([status, body.code]).toEqual([409, 'unsafe'])
    }
    expect(await rowOf(id)).toMatchObject({ status: 'pending', role_id: strong })
  })

  test('an approval and the deletion of its role never both happen', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await waiting()
      const { token } = await signInAs(t, 'owner')
      const role = await createRole(t.db, [])
      const [given, deleted] = await Promise.all([
        approve(token, id, role),
        t.call('roles.delete', { token, params: { id: role } }),
      ])
      expect([given.status, deleted.status].filter((status) => status === 200)).toHaveLength(1)
    }
  })
})
