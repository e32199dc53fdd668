import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { engines } from '../../testing/database.ts'
import { create, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { scopesOf } from '../records/scope.store.ts'
import { endLoansOfGranters } from './loans.service.ts'

const list = 'Operations · Bills · list'
const remove = 'Operations · Bills · delete'
const purge = 'Operations · Bills · purge'

describe.each(engines)('permissions on loan on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string }
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
  })
  afterAll(() => app.dispose())

  type Person = { token: string; userId: string; roleId: string }
  const asking = (person: Person, body: object) =>
    app.call('loans.ask', {
      token: person.token,
      body: {
        module: 'Operations',
        submodule: 'Bills',
        action: 'delete',
        reason: 'Duplicates',
        minutes: 60,
        ...body,
      },
    })
  const grants = (by: { token: string }, id: string, body: object = {}) =>
    app.call('loans.grant', { token: by.token, params: { id }, body })
  const deleting = (by: { token: string }, id: string) =>
    app.call('bills.delete', { token: by.token, params: { id } })
  const statusOf = async (id: string) =>
    (await app.call('loans.details', { token: owner.token, params: { id } })).body.data.loan

  const endLoans = () => endLoansOfGranters({ db: app.db, scopeOf: scopesOf(areas.all) })

  /** A borrower, a granter, some bills, and a loan of deleting them. */
  const lend = async (bills = 2, body: object = {}) => {
    const borrower = await app.signIn(named(list))
    const granter = await app.signIn(named(list, remove, purge))
    const ids = await create(app.db, 'bills', ...Array.from({ length: bills }, () => ({})))
    const asked = await asking(borrower, { records: ids, ...body })
    expect(asked.status).toBe(201)
    const id: string = asked.body.data._id
    expect((await grants(granter, id)).status).toBe(200)
    return { borrower, granter, ids, id }
  }

  test('that are declined say why to who asked, and open nothing', async () => {
    const borrower = await app.signIn(named(list))
    const granter = await app.signIn(named(list, remove))
    const [bill = ''] = await create(app.db, 'bills', {})
    const { body } = await asking(borrower, { records: [bill] })
    const id: string = body.data._id
    const declining = (by: { token: string }, reason: string) =>
      app.call('loans.decline', { token: by.token, params: { id }, body: { reason } })
    expect((await declining(granter, '')).status).toBe(422)
    expect((await declining(borrower, 'I will not')).status).toBe(403)
    expect((await declining(granter, 'It is no duplicate')).status).toBe(200)
    expect((await grants(granter, id)).status).toBe(409)
    expect((await deleting(borrower, bill)).status).toBe(403)
    const own = async () => (await app.call('loans.own', { token: borrower.token })).body.data
    expect(await own()).toMatchObject({
      loans: [],
      declined: [{ _id: id, decision: 'It is no duplicate', decidedBy: { _id: granter.userId } }],
    })
    await sql`update loans set decided_at = now() - interval '61 minutes' where id = ${id}`.execute(
      app.db,
    )
    expect(await own()).toMatchObject({ declined: [] })
  })

  test('let who asked for them do this to these records alone, and entries name the loan', async () => {
    const borrower = await app.signIn(named(list))
    const granter = await app.signIn(named(list, remove))
    const [first = '', second = '', other = ''] = await create(app.db, 'bills', {}, {}, {})
    expect((await deleting(borrower, first)).status).toBe(403)
    const asked = await asking(borrower, { records: [first, second] })
    expect(asked.status).toBe(201)
    const id = asked.body.data._id
    expect((await deleting(borrower, first)).status).toBe(403)

    const waiting = await app.call('loans.list', { token: granter.token, query: { tab: 'decide' } })
    expect(waiting.body.data.loans).toMatchObject([{ _id: id, obstacle: null }])
    const seen = await app.call('loans.details', { token: granter.token, params: { id } })
    expect(seen.body.data.records).toHaveLength(2)
    expect(seen.body.data.records[0].title).toBeTruthy()
    expect(seen.body.data.opens).toEqual(['bills.delete', 'bills.restore'])

    const granted = await grants(granter, id, { minutes: 30 })
    expect(granted.body.data).toMatchObject({ status: 'active', minutes: 30 })
    expect((await deleting(borrower, first)).status).toBe(200)
    const refused = await deleting(borrower, other)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('other records')
    const { body } = await app.call('auditLog.list', {
      token: owner.token,
      query: { record: first },
    })
    expect(body.data.entries[0]).toMatchObject({
      action: 'delete',
      via: { loan: { _id: id, grantedBy: { _id: granter.userId } } },
    })
    expect(await statusOf(id)).toMatchObject({ status: 'active', uses: 1 })
    // What one holds without it doesn't name it.
    const own = await app.call('loans.own', { token: borrower.token })
    expect(own.body.data.loans).toMatchObject([{ _id: id, records: [first, second] }])
  })

  test('open nothing to read, no other action, and no record by a job', async () => {
    const { borrower, ids } = await lend()
    const [mine = ''] = ids
    const [other = ''] = await create(app.db, 'bills', {})
    expect(
      (await app.call('bills.purge', { token: borrower.token, params: { id: mine } })).status,
    ).toBe(403)
    const job = (body: object) =>
      app.call('jobs.create', {
        token: borrower.token,
        body: { area: 'bills', action: 'delete', ...body },
      })
    expect((await job({ ids: [mine, other] })).status).toBe(403)
    expect((await job({ all: { query: {} } })).status).toBe(403)
    expect((await job({ ids })).status).toBe(201)
    await expect
      .poll(
        async () =>
          (
            await sql<{ deleted: number }>`
              select count(deleted_at)::int as deleted from bills where id = any(${ids}::uuid[])`.execute(
              app.db,
            )
          ).rows[0]?.deleted,
        { timeout: 20_000 },
      )
      .toBe(2)
    const { body } = await app.call('auditLog.list', {
      token: owner.token,
      query: { record: mine },
    })
    expect(body.data.entries[0].via.loan).toBeTruthy()
  })

  test('end by their time', async () => {
    const { borrower, ids, id } = await lend()
    await sql`update loans set ends_at = now() - interval '1 second' where id = ${id}`.execute(
      app.db,
    )
    expect((await deleting(borrower, ids[0] ?? '')).status).toBe(403)
    expect(await statusOf(id)).toMatchObject({ status: 'ended', endedHow: 'time' })
  })

  test('end by one use, also of two at the same moment', async () => {
    const { borrower, ids, id } = await lend(2, { oneUse: true })
    const answers = await Promise.all(ids.map((each) => deleting(borrower, each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const { rows } = await sql`
      select 1 from bills where id = any(${ids}::uuid[]) and deleted_at is not null`.execute(app.db)
    expect(rows).toHaveLength(1)
    expect(await statusOf(id)).toMatchObject({ status: 'ended', endedHow: 'use', uses: 1 })
  })

  test('count no use for a change that failed', async () => {
    const { borrower, ids, id } = await lend(1, { oneUse: true })
    const [bill = ''] = ids
    // The change and its use are one transaction, so that neither stands without the other.
    await sql`create function fail_entry() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$`.execute(app.db)
    await sql`create trigger fail_entry before insert on audit_entries
      for each row when (new.action = 'delete') execute function fail_entry()`.execute(app.db)
    expect((await deleting(borrower, bill)).status).toBe(500)
    await sql`drop trigger fail_entry on audit_entries`.execute(app.db)
    await sql`drop function fail_entry`.execute(app.db)
    expect(await statusOf(id)).toMatchObject({ status: 'active', uses: 0 })
    expect((await deleting(borrower, bill)).status).toBe(200)
  })

  test('end by hand: by who has them, who granted them and owners, not by others', async () => {
    const ending = (by: { token: string }, id: string) =>
      app.call('loans.end', { token: by.token, params: { id } })
    for (const who of ['borrower', 'granter'] as const) {
      const lent = await lend()
      const colleague = await app.signIn(named(list, remove))
      expect((await ending(colleague, lent.id)).status).toBe(403)
      expect((await ending(await app.signIn(named(list)), lent.id)).status).toBe(404)
      expect((await ending(lent[who], lent.id)).status).toBe(200)
      expect((await deleting(lent.borrower, lent.ids[0] ?? '')).status).toBe(403)
      expect((await ending(owner, lent.id)).status).toBe(409)
    }
    const lent = await lend()
    expect((await ending(owner, lent.id)).body.data).toMatchObject({
      status: 'ended',
      endedHow: 'hand',
      endedBy: { _id: owner.userId },
    })
  })

  test('end for good once who granted them has lost the permission', async () => {
    const { borrower, granter, ids, id } = await lend()
    const weaker = await createRole(app.db, granting(list))
    const change = (role: string) =>
      sql`update users set role_id = ${role} where id = ${granter.userId}`.execute(app.db)
    await change(weaker)
    expect((await deleting(borrower, ids[0] ?? '')).status).toBe(403)
    expect(await statusOf(id)).toMatchObject({ status: 'ended', endedHow: 'granter' })
    await endLoans()
    await change(granter.roleId)
    expect((await deleting(borrower, ids[0] ?? '')).status).toBe(403)
    expect(await statusOf(id)).toMatchObject({ status: 'ended', endedHow: 'granter' })
  })

  test('go no further than the conditions and fields of who granted them, as these are now', async () => {
    const update = 'Operations · Bills · update'
    const of = { module: 'Operations', submodule: 'Bills' }
    const borrower = await app.signIn(named(list))
    const granter = await app.signIn(named(list, remove, update))
    const [small = '', large = ''] = await create(app.db, 'bills', { amount: 400 }, { amount: 900 })
    const lent = async (action: string) => {
      const asked = await asking(borrower, { action, records: [small, large] })
      expect((await grants(granter, asked.body.data._id)).status).toBe(200)
      return asked.body.data._id as string
    }
    const [editing, removing] = [await lent('update'), await lent('delete')]
    const edit = async (id: string, data: object) => {
      const call = { token: borrower.token, params: { id }, body: { data } }
      return (await app.call('bills.update', call)).status
    }
    const narrow = (rights: { conditions?: object[]; fieldRules?: object[] }) =>
      sql`update roles set conditions = ${JSON.stringify(rights.conditions ?? [])}::jsonb,
        field_rules = ${JSON.stringify(rights.fieldRules ?? [])}::jsonb
        where id = ${granter.roleId}`.execute(app.db)
    const own = async () => {
      const { body } = await app.call('loans.own', { token: borrower.token })
      return body.data.loans.map(({ _id }: { _id: string }) => _id)
    }
    expect([await edit(large, { title: 'One' }), (await own()).length]).toEqual([200, 2])

    await narrow({ fieldRules: [{ ...of, hidden: ['notes'], readOnly: ['amount'] }] })
    expect([await edit(large, { title: 'Two' }), await edit(large, { amount: 901 })]).toEqual([
      200, 403,
    ])
    const upTo = (max: string, ...actions: string[]) => ({
      conditions: actions.map((action) => ({ ...of, action, where: { 'amount.max': max } })),
    })
    await narrow(upTo('500', 'update'))
    expect([await edit(large, { title: 'Three' }), await edit(small, { title: 'Three' })]).toEqual([
      403, 200,
    ])
    // What they couldn't make of it themselves.
    expect(await edit(small, { amount: 501 })).toBe(403)
    await narrow(upTo('500', 'list'))
    expect([await edit(large, { title: 'Four' }), await edit(small, { title: 'Four' })]).toEqual([
      403, 200,
    ])
    const body = { area: 'bills', action: 'delete', ids: [large] }
    expect((await app.call('jobs.create', { token: borrower.token, body })).status).toBe(403)

    // One who may do it to none of the records has lost the permission for these.
    await narrow(upTo('1', 'delete'))
    expect((await deleting(borrower, small)).status).toBe(403)
    expect(await own()).toEqual([editing])
    await endLoans()
    await narrow({})
    expect(await statusOf(removing)).toMatchObject({ status: 'ended', endedHow: 'granter' })
    expect(await statusOf(editing)).toMatchObject({ status: 'active' })
    expect((await deleting(borrower, small)).status).toBe(403)
    expect(await edit(large, { amount: 902 })).toBe(200)
  })

  test('are granted by colleagues who hold them, for no longer and on no more than asked', async () => {
    const borrower = await app.signIn(named(list))
    const granter = await app.signIn(named(list, remove))
    const [first = '', other = ''] = await create(app.db, 'bills', {}, {})
    const id = (await asking(borrower, { records: [first] })).body.data._id
    expect((await grants(borrower, id)).status).toBe(403)
    const without = await app.signIn(named(list, 'Roles · Roles · update'))
    expect((await grants(without, id)).status).toBe(403)
    expect((await grants(await app.signIn(named(list)), id)).status).toBe(404)
    expect((await grants(granter, id, { minutes: 61 })).status).toBe(422)
    expect((await grants(granter, id, { records: [other] })).status).toBe(422)
    expect((await grants(granter, id)).status).toBe(200)
    expect((await grants(granter, id)).status).toBe(409)
  })

  test('are never lent on', async () => {
    const { borrower, ids } = await lend()
    const third = await app.signIn(named(list))
    const id = (await asking(third, { records: ids })).body.data._id
    expect((await grants(borrower, id)).status).toBe(404)
    const { body } = await app.call('loans.list', {
      token: borrower.token,
      query: { tab: 'decide' },
    })
    expect(body.data.loans).toEqual([])
  })

  test('are given to nobody by a key', async () => {
    const { owner: by, key } = await serviceKey()
    expect((await asking({ ...by, token: key, roleId: '' }, { records: [] })).status).toBe(403)
    const borrower = await app.signIn(named(list))
    const ids = await create(app.db, 'bills', {})
    const id = (await asking(borrower, { records: ids })).body.data._id
    expect((await grants({ token: key }, id)).status).toBe(403)
  })

  const serviceKey = async () => {
    const role = await createRole(app.db, granting(list, remove))
    const account = await app.call('serviceAccounts.create', {
      token: owner.token,
      body: { name: 'Program', role },
    })
    const made = await app.call('serviceAccounts.createKey', {
      token: owner.token,
      params: { id: account.body.data._id },
      body: { name: 'Key' },
    })
    return { owner, key: made.body.data.secret as string }
  }

  test('are of records that one may see, and never of what decides who may do what', async () => {
    const borrower = await app.signIn(named(list))
    const tasks = await create(app.db, 'tasks', {})
    const unseen = await asking(borrower, { submodule: 'Tasks', records: tasks })
    const missing = await asking(borrower, { records: ['00000000-0000-7000-8000-000000000000'] })
    expect([unseen.status, unseen.body.message]).toEqual([404, missing.body.message])
    for (const [module, submodule, action] of [
      ['Roles', 'Roles', 'update'],
      ['Users', 'Admins', 'update'],
      ['System', 'Audit log', 'undo'],
      ['Operations', 'Bills', 'list'],
      ['Operations', 'Bills', 'import'],
    ]) {
      const { status } = await asking(borrower, { module, submodule, action, records: tasks })
      expect(status, action).toBe(422)
    }
    const bills = await create(app.db, 'bills', {})
    expect((await asking(borrower, { action: 'create', records: bills })).status).toBe(422)
    expect((await asking(borrower, {})).status).toBe(422)
    const holder = await app.signIn(named(list, remove))
    expect((await asking(holder, { records: bills })).status).toBe(409)
  })

  test('tell nothing of records that the reader doesn’t see', async () => {
    const borrower = await app.signIn(named(list))
    const ids = await create(
      app.db,
      'bills',
      { currency: 'EUR' },
      { currency: 'USD' },
      { currency: 'USD' },
    )
    const deleted = ids[2] ?? ''
    const id = (await asking(borrower, { records: ids })).body.data._id
    await deleting(owner, deleted)
    const statesFor = async (reader: { token: string }) => {
      const answer = await app.call('loans.details', { token: reader.token, params: { id } })
      return answer.body.data.records.map(({ state }: { state: string }) => state)
    }
    expect(await statesFor(await inEuros())).toEqual(['there', 'gone', 'gone'])
    expect(await statesFor(owner)).toEqual(['there', 'there', 'deleted'])
  })

  test('are told of in the audit log to whoever is kept from no record, and to whom they are of', async () => {
    const { id, borrower } = await lend(1, { reason: 'Twice on paper' })
    const reading = named(list, 'System · Audit log · list', 'Users · Admins · list')
    const whole = await app.signIn(reading)
    const narrowed = await app.signIn(reading, {
      conditions: [
        {
          module: 'Operations',
          submodule: 'Bills',
          action: 'list',
          where: { 'createdAt.from': '2999-01-01T00:00:00.000Z' },
        },
      ],
    })
    const told = async ({ token }: { token: string }) => {
      const query = { record: borrower.userId, area: 'accounts' }
      const { body } = await app.call('auditLog.list', { token, query })
      return body.data.entries.map(({ detail }: { detail: string | null }) => detail)
    }
    const asked = 'Asked for: Operations · Bills · delete, 1 records. Twice on paper'
    expect(await told(whole)).toContain(asked)
    const kept = await told(narrowed)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.join()).not.toMatch(/Bills/)
    const own = await asking(narrowed, { action: 'create', records: undefined })
    expect(own.status).toBe(201)
    const query = { record: narrowed.userId, area: 'accounts' }
    const { body } = await app.call('auditLog.list', { token: narrowed.token, query })
    expect(JSON.stringify(body)).toMatch(/Asked for: Operations · Bills · create/)
    expect((await statusOf(id)).status).toBe('active')
  })

  test('are heard of by colleagues who see one of the records', async () => {
    const borrower = await app.signIn(named(list))
    const [euros = '', dollars = ''] = await create(
      app.db,
      'bills',
      { currency: 'EUR' },
      { currency: 'USD' },
    )
    const unseen = (await asking(borrower, { records: [dollars] })).body.data._id
    const seen = (await asking(borrower, { records: [euros, dollars] })).body.data._id
    const hears = async (reader: { token: string }) => {
      const all = await app.call('loans.list', { token: reader.token, query: { limit: 100 } })
      const decide = await app.call('loans.list', {
        token: reader.token,
        query: { tab: 'decide', limit: 100 },
      })
      const own = await app.call('loans.own', { token: reader.token })
      const details = await app.call('loans.details', {
        token: reader.token,
        params: { id: unseen },
      })
      const { loans, pagination } = all.body.data
      expect(pagination.total).toBe(loans.length)
      const ids = loans.map(({ _id }: { _id: string }) => _id)
      return {
        seen: ids.includes(seen),
        unseen: ids.includes(unseen),
        isCounted: own.body.data.toDecide === decide.body.data.loans.length,
        decides: JSON.stringify(decide.body.data).includes(unseen),
        details: details.status,
      }
    }
    const none = { seen: true, unseen: false, isCounted: true, decides: false, details: 404 }
    const colleague = await inEuros()
    expect(await hears(colleague)).toEqual(none)
    expect((await grants(colleague, unseen)).status).toBe(404)
    expect(await hears(await inEuros('Roles · Roles · update'))).toEqual(none)
    const all = { seen: true, unseen: true, isCounted: true, decides: true, details: 200 }
    expect(await hears(owner)).toEqual(all)
    expect(await hears(await app.signIn(named(list, remove)))).toEqual(all)
    // One's own request stays, also once none of its records is seen any more.
    const conditions = named(list).map((each) => ({ ...each, where: { currency: ['GBP'] } }))
    await sql`update roles set conditions = ${JSON.stringify(conditions)}::jsonb where id = ${borrower.roleId}`.execute(
      app.db,
    )
    expect(await hears(borrower)).toMatchObject({ seen: true, unseen: true, details: 200 })
  })

  /** A colleague who may delete bills, and sees those in euros alone. */
  const inEuros = (...more: string[]) =>
    app.signIn(named(list, remove, ...more), {
      conditions: named(list).map((each) => ({ ...each, where: { currency: ['EUR'] } })),
    })

  test('to make records have none, and show as a permission', async () => {
    const borrower = await app.signIn(named(list))
    const granter = await app.signIn(named(list, 'Operations · Bills · create'))
    const id = (await asking(borrower, { action: 'create' })).body.data._id
    expect((await grants(granter, id)).status).toBe(200)
    const { body } = await app.call('permissions.own', { token: borrower.token })
    const bills = body.data
      .find((each: { module: string }) => each.module === 'Operations')
      .submodules.find((each: { name: string }) => each.name === 'Bills')
    expect(bills.actions).toMatchObject({ create: true, delete: false })
  })

  test('are asked for within bounds', async () => {
    const borrower = await app.signIn(named(list))
    const records = await create(app.db, 'bills', {})
    const statuses: number[] = []
    const ids: string[] = []
    for (let n = 0; n < 11; n += 1) {
      const { status, body } = await asking(borrower, { records })
      statuses.push(status)
      if (status === 201) ids.push(body.data._id)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
    const withdraw = (id: string) =>
      app.call('loans.withdraw', { token: borrower.token, params: { id } })
    for (const id of ids) expect((await withdraw(id)).status).toBe(200)
    for (let n = 0; n < 20; n += 1) {
      const { status, body } = await asking(borrower, { records })
      expect(status).toBe(201)
      await withdraw(body.data._id)
    }
    expect((await asking(borrower, { records })).status).toBe(429)
  })

  test('expire where nobody answers', async () => {
    const borrower = await app.signIn(named(list))
    const records = await create(app.db, 'bills', {})
    const id = (await asking(borrower, { records })).body.data._id
    await sql`update loans set expires_at = now() where id = ${id}`.execute(app.db)
    expect(await statusOf(id)).toMatchObject({ status: 'expired' })
    const answer = await grants(owner, id)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('expired')
  })
})
