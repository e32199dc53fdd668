import { notAmongYours } from '@steward/contract/permissions/not-among-yours'
import { permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

const bills = (['list', 'create', 'update', 'delete', 'purge'] as const).map((action) =>
  permission('Operations', 'Bills', action),
)
const log = permission('System', 'Audit log', 'list')
const overview = permission('Dashboard', 'Overview', 'list')
const ofBills = { module: 'Operations', submodule: 'Bills' }

describe.each(oneEngine)('conditions on permissions on %s', (engine) => {
  let app: TestApp
  let small = ''
  let large = ''
  beforeAll(async () => {
    app = await startTestApp(engine)
    ;[small = '', large = ''] = await create(
      app.db,
      'bills',
      { title: 'Small hall', amount: 400, status: 'due' },
      { title: 'Large hall', amount: 900_000, status: 'due', notes: 'secret words' },
    )
  })
  afterAll(() => app.dispose())

  const clerk = (fieldRules: { hidden: string[]; readOnly: string[] } | null = null) =>
    app.signIn([...bills, log, overview], {
      conditions: [{ ...ofBills, action: 'list', where: { 'amount.max': '500' } }],
      fieldRules: fieldRules ? [{ ...ofBills, ...fieldRules }] : [],
    })

  test('leave what they don’t pick out of lists, totals, counts, search and details', async () => {
    const { token } = await clerk()
    const list = await app.call('bills.list', { token })
    mustFitContract('bills.list', list.body)
    expect(list.body.data.bills.map(({ title }: { title: string }) => title)).toEqual([
      'Small hall',
    ])
    expect(list.body.data.pagination.total).toBe(1)
    const totals = await app.call('bills.totals', { token })
    expect(totals.body.data.totals).toMatchObject([{ amount: '400', count: 1 }])
    const counts = await app.call('dashboard.counts', { token })
    expect(counts.body.data.counts.bills).toBe(1)
    expect(counts.body.data.trends.bills.at(-1)).toBe(1)
    const search = await app.call('search.everywhere', { token, query: { search: 'hall' } })
    expect(search.body.data.results.map(({ _id }: { _id: string }) => _id)).toEqual([small])
    expect((await app.call('bills.details', { token, params: { id: small } })).status).toBe(200)
    const unseen = await app.call('bills.details', { token, params: { id: large } })
    const none = await app.call('bills.details', { token, params: { id: crypto.randomUUID() } })
    expect([unseen.status, unseen.body]).toEqual([404, none.body])
    const asOf = new Date().toISOString()
    const past = await app.call('bills.list', { token, query: { asOf } })
    expect(past.body.data?.pagination.total ?? past.body).toBe(1)
  })

  test('make what they don’t pick as if it weren’t there for a change', async () => {
    const { token } = await clerk()
    const change = (id: string, data: object) =>
      app.call('bills.update', { token, params: { id }, body: { data } })
    expect((await change(large, { title: 'Mine' })).status).toBe(404)
    expect((await app.call('bills.delete', { token, params: { id: large } })).status).toBe(404)
    expect((await change(small, { title: 'Small hall, mended' })).status).toBe(200)
    const body = { area: 'bills', action: 'status', patch: { status: 'void' }, ids: [small, large] }
    const begun = await app.call('jobs.create', { token, body })
    expect(await jobEnd(app, token, begun.body.data._id)).toMatchObject({ changed: 1, failed: 1 })
  })

  test('narrow single actions: before a change, and after an edit', async () => {
    const { token } = await app.signIn(bills, {
      conditions: [
        { ...ofBills, action: 'update', where: { 'amount.max': '500' } },
        { ...ofBills, action: 'create', where: { currency: ['EUR'] } },
      ],
    })
    const change = (id: string, data: object) =>
      app.call('bills.update', { token, params: { id }, body: { data } })
    expect((await app.call('bills.list', { token })).body.data.pagination.total).toBe(2)
    const left = await change(large, { title: 'Mine' })
    expect([left.status, left.body.template]).toEqual([403, notAmongYours])
    expect(left.body.data).toEqual({
      permission: permission('Operations', 'Bills', 'update'),
      records: [{ _id: large, title: expect.any(String) }],
    })
    const raised = await change(small, { amount: 700 })
    expect([raised.status, raised.body.message]).toEqual([403, expect.stringContaining('edit')])
    // A loan is for a record as it is, so this can't be asked for.
    expect(raised.body.data).not.toHaveProperty('records')
    expect((await change(small, { amount: 300 })).status).toBe(200)
    const make = (currency: string) =>
      app.call('bills.create', {
        token,
        body: { data: { title: 'New', payer: { name: 'Ann' }, amount: 1, currency } },
      })
    const made = await make('USD')
    expect([made.status, made.body.data]).toEqual([
      403,
      { permission: permission('Operations', 'Bills', 'create') },
    ])
    expect((await make('EUR')).status).toBe(201)
  })

  test('leave records out of a job, which names them', async () => {
    const { token } = await app.signIn(bills, {
      conditions: [{ ...ofBills, action: 'delete', where: { 'amount.max': '500' } }],
    })
    const [cheap = '', dear = ''] = await create(
      app.db,
      'bills',
      { title: 'Cheap', amount: 400 },
      { title: 'Dear', amount: 70_000 },
    )
    const body = { area: 'bills', action: 'delete', ids: [cheap, dear] }
    const { body: begun } = await app.call('jobs.create', { token, body })
    expect(await jobEnd(app, token, begun.data._id)).toMatchObject({ changed: 1, failed: 1 })
    const { body: failures } = await app.call('jobs.failures', {
      token,
      params: { id: begun.data._id },
    })
    expect(failures.data.failures).toMatchObject([
      { _id: dear, name: expect.any(String), template: notAmongYours },
    ])
  })

  test('hide and lock fields everywhere', async () => {
    const { token } = await app.signIn([...bills, log], {
      fieldRules: [{ ...ofBills, hidden: ['notes', 'payer'], readOnly: ['amount'] }],
    })
    const { body } = await app.call('bills.details', { token, params: { id: large } })
    mustFitContract('bills.details', body)
    expect(body.data).not.toHaveProperty('notes')
    expect(body.data).not.toHaveProperty('payer')
    expect(body.data.amount).toBe(900_000)
    const change = (data: object) =>
      app.call('bills.update', { token, params: { id: large }, body: { data } })
    const locked = await change({ amount: 1 })
    expect([locked.status, locked.body.errors]).toEqual([
      403,
      [expect.objectContaining({ path: 'amount' })],
    ])
    expect((await change({ notes: 'mine' })).status).toBe(403)
    const renamed = await change({ title: 'Larger hall' })
    expect([renamed.status, renamed.body.data.notes]).toEqual([200, undefined])
    const filtered = await app.call('bills.list', { token, query: { payer: 'me' } })
    expect(filtered.status).toBe(403)
    const undated = await app.signIn(bills, {
      fieldRules: [{ ...ofBills, hidden: ['dueAt'], readOnly: [] }],
    })
    const spanned = await app.call('bills.list', { ...undated, query: { from: '2026-01-01' } })
    expect(spanned.status).toBe(403)
    const found = await app.call('bills.list', { token, query: { search: 'hall' } })
    expect(found.body.data.pagination.total).toBe(2)
  })

  test('go for the audit log, as the record was and as it became', async () => {
    const owner = await app.signIn('owner')
    const [id = ''] = await create(app.db, 'bills', { title: 'Moves', amount: 100 })
    const change = (data: object) =>
      app.call('bills.update', { token: owner.token, params: { id }, body: { data } })
    for (const data of [{ title: 'Moved' }, { amount: 600 }, { title: 'Far' }, { amount: 50 }])
      expect((await change(data)).status).toBe(200)
    const { token } = await clerk()
    const entries = async (token: string) => {
      const { body } = await app.call('auditLog.list', { token, query: { record: id, sort: 'at' } })
      return body.data.entries.map(({ after }: { after: object }) => after)
    }
    expect(await entries(owner.token)).toHaveLength(5)
    expect(await entries(token)).toEqual([
      expect.objectContaining({ title: 'Moves' }),
      { title: 'Moved' },
    ])
  })

  test('keep whoever doesn’t see a change from undoing it', async () => {
    const owner = await app.signIn('owner')
    const [id = ''] = await create(app.db, 'bills', { title: 'Not theirs', amount: 800 })
    const body = { data: { title: 'Renamed' } }
    await app.call('bills.update', { token: owner.token, params: { id }, body })
    const entries = await app.call('auditLog.list', { token: owner.token, query: { record: id } })
    const { token } = await app.signIn([...bills, log, permission('System', 'Audit log', 'undo')], {
      conditions: [{ ...ofBills, action: 'list', where: { 'amount.max': '500' } }],
    })
    const undo = (entry: string) => app.call('auditLog.undo', { token, params: { id: entry } })
    const unseen = await undo(entries.body.data.entries[0]._id)
    const none = await undo('999999999')
    expect([unseen.status, unseen.body]).toEqual([404, none.body])
  })

  test('go for whoever looks at everything as a role does, with their own', async () => {
    const { roleId } = await clerk()
    const owner = await app.signIn('owner')
    const preview = await app.call('roles.preview', { token: owner.token, body: { _id: roleId } })
    expect(preview.status).toBe(200)
    const { token } = preview.body.data
    expect((await app.call('bills.details', { token, params: { id: large } })).status).toBe(404)
    expect((await app.call('bills.details', { token, params: { id: small } })).status).toBe(200)
  })

  test('let a loan do what they leave out, and lend no more than they permit', async () => {
    const owner = await app.signIn('owner')
    const update = permission('Operations', 'Bills', 'update')
    const narrow = {
      conditions: [{ ...ofBills, action: 'update', where: { 'amount.max': '500' } }],
    }
    const [one, other] = [await app.signIn(bills, narrow), await app.signIn(bills, narrow)]
    const [id = ''] = await create(app.db, 'bills', { title: 'Lent', amount: 70_000 })
    const change = (title: string) =>
      app.call('bills.update', { token: one.token, params: { id }, body: { data: { title } } })
    expect((await change('Mine')).status).toBe(403)
    const body = { ...update, records: [id], reason: 'The month ends', minutes: 60 }
    const asked = await app.call('loans.ask', { token: one.token, body })
    expect(asked.status).toBe(201)
    const params = { id: asked.body.data._id }
    const grant = (token: string) => app.call('loans.grant', { token, params, body: {} })
    expect((await grant(other.token)).status).toBe(403)
    expect((await grant(owner.token)).status).toBe(200)
    expect((await change('Mine')).status).toBe(200)
    const { body: log } = await app.call('auditLog.list', {
      token: owner.token,
      query: { record: id },
    })
    expect(log.data.entries[0].via).toMatchObject({ loan: { _id: params.id } })
  })

  test('can’t be made, replayed or viewed by fields that are hidden from oneself', async () => {
    const roles = (['list', 'create', 'update', 'preview'] as const).map((action) =>
      permission('Roles', 'Roles', action),
    )
    const fieldRules = [{ ...ofBills, hidden: ['amount'], readOnly: [] }]
    const { token } = await app.signIn([...roles, ...bills], { fieldRules })
    const permissions = granting('Operations · Bills · list')
    const condition = { ...ofBills, action: 'list', where: { 'amount.max': '500' } }
    const shown = { ...condition, where: { currency: ['EUR'] } }
    const make = (by: object) =>
      app.call('roles.create', {
        token,
        body: { name: crypto.randomUUID(), permissions, conditions: [by], fieldRules },
      })
    const refused = await make(condition)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
    const made = await make(shown)
    expect(made.status).toBe(201)
    const _id: string = made.body.data._id
    const draft = { _id, permissions, fieldRules }
    const replay = (by: object) =>
      app.call('roles.replay', { token, body: { ...draft, conditions: [by] } })
    expect([(await replay(condition)).status, (await replay(shown)).status]).toEqual([403, 200])
    const change = (conditions: object[], more: object = {}) =>
      app.call('roles.update', { token, body: { ...draft, conditions, ...more } })
    expect((await change([condition])).status).toBe(403)
    const view = (id: string) => app.call('roles.preview', { token, body: { _id: id } })
    expect((await view(_id)).status).toBe(200)
    // One that somebody else has made stays, and can be changed otherwise.
    await sql`update roles set conditions = ${JSON.stringify([condition])}::jsonb where id = ${_id}`.execute(
      app.db,
    )
    expect((await view(_id)).status).toBe(403)
    expect((await change([condition], { description: 'As before' })).status).toBe(200)
  })

  test('leave people out who hold a permission, and whom a change of a role concerns', async () => {
    const unseen = await app.signIn(bills)
    const seen = await app.signIn(bills)
    const roles = (['list', 'update'] as const).map((action) =>
      permission('Roles', 'Roles', action),
    )
    const { token } = await app.signIn(
      [...roles, ...bills, permission('Users', 'Admins', 'list')],
      {
        conditions: [
          {
            ...{ module: 'Users', submodule: 'Admins', action: 'list' },
            where: { role: [seen.roleId] },
          },
        ],
      },
    )
    const holders = await app.call('permissions.holders', { token, query: bills[0] })
    const ids = (people: { _id: string }[]) => people.map(({ _id }) => _id)
    expect([ids(holders.body.data.people), holders.body.data.peopleCount]).toEqual([
      [seen.userId],
      1,
    ])
    const effect = async ({ roleId }: { roleId: string }) => {
      const { body } = await app.call('roles.effect', {
        token,
        body: { _id: roleId, permissions: [], conditions: [], fieldRules: [] },
      })
      return ids(body.data.people)
    }
    expect([await effect(seen), await effect(unseen)]).toEqual([[seen.userId], []])
  })

  test('leave out of the audit log what happened to accounts that they don’t pick', async () => {
    const unseen = await app.signIn(bills)
    const seen = await app.signIn(bills)
    const { token, userId } = await app.signIn([log, permission('Users', 'Admins', 'list')], {
      conditions: [
        {
          ...{ module: 'Users', submodule: 'Admins', action: 'list' },
          where: { role: [seen.roleId] },
        },
      ],
    })
    const { body } = await app.call('auditLog.list', { token, query: { area: 'accounts' } })
    const told = body.data.entries.map(({ record }: { record: { _id: string } }) => record._id)
    // One's own account is always seen.
    expect(told).toEqual(expect.arrayContaining([seen.userId, userId]))
    expect(told).not.toContain(unseen.userId)
  })
})
