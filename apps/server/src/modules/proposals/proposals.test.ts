import { proposalLimits } from '@steward/contract/proposals/proposals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectAgent,
  createAgent,
  createKey,
  proposeName,
  setBounds,
  type TestAgent,
} from '../../testing/agents.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { forgetOldProposals } from './proposals.store.ts'

const approveName = 'System · Integrations · approve'
const bills = ['list', 'create', 'update', 'delete'].map(
  (action) => `Operations · Bills · ${action}`,
)
const posts = ['list', 'delete'].map((action) => `Community · Feed posts · ${action}`)
const members = ['list', 'view', 'create', 'update', 'status', 'delete'].map(
  (action) => `Users · Members · ${action}`,
)

describe.each(oneEngine)('proposals of agents on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string }
  let agent: TestAgent
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
    agent = await newAgent()
  })
  afterAll(() => app.dispose())

  const newAgent = async (bounds: object | null = {}, ...more: string[]) => {
    const made = await createAgent(
      app,
      owner.token,
      ...bills,
      ...posts,
      ...members,
      'Users · Shopping feed · update',
      'Catalogue · Shopping posts · list',
      'Catalogue · Shopping posts · status',
      'Operations · Tasks · list',
      'Operations · Tasks · create',
      'Operations · Tasks · update',
      proposeName,
      ...more,
    )
    if (bounds) await setBounds(app, owner.token, made, bounds)
    return made
  }
  const ask = async (name: string, args: object = {}, token = agent.secret) => {
    const { tool, close } = await connectAgent(app, token)
    try {
      return await tool(name, args)
    } finally {
      await close()
    }
  }
  const propose = async (what: string, args: object, token = agent.secret) => {
    const { isError, data, text } = await ask(
      `propose_${what}`,
      { reason: 'Because', ...args },
      token,
    )
    if (isError) throw new Error(text)
    return { id: data.proposal._id as string, ...data }
  }
  const refusal = async (what: string, args: object, token = agent.secret) => {
    const { isError, data } = await ask(`propose_${what}`, { reason: 'Because', ...args }, token)
    return [isError, data.code, data.message]
  }
  const decide = async (
    verb: 'approve' | 'reject',
    id: string,
    body: object = {},
    token = owner.token,
  ) => app.call(`proposals.${verb}`, { token, params: { id }, body })
  const approve = async (id: string, token = owner.token) => {
    const { status, body } = await decide('approve', id, { reason: 'Fine' }, token)
    if (status !== 200) throw new Error(JSON.stringify(body))
    mustFitContract('proposals.approve', body)
    return await jobEnd(app, token, body.data.job._id)
  }
  const details = async (id: string, token = owner.token) => {
    const { status, body } = await app.call('proposals.details', { token, params: { id } })
    if (status !== 200) return { status, body }
    mustFitContract('proposals.details', body)
    return { status, ...body.data }
  }
  const bill = async (id: string) => {
    const { body } = await app.call('bills.details', { token: owner.token, params: { id } })
    return body.data
  }
  const entriesOf = async (query: object) => {
    const { body } = await app.call('auditLog.list', { token: owner.token, query: { ...query } })
    return body.data.entries
  }

  test('write nothing before somebody approves, say who did both, and can be undone', async () => {
    const ids = await create(app.db, 'bills', { title: 'One' }, { title: 'Two', notes: 'x' })
    const [one = '', two = ''] = ids
    const records = [
      { id: one, title: 'One more', notes: 'Seen' },
      { id: two, title: 'Two more' },
    ]
    const { id, proposal, records: shown } = await propose('bills_update', { records })
    expect(proposal).toMatchObject({
      area: 'bills',
      action: 'update',
      reason: 'Because',
      status: 'waiting',
      by: { _id: agent.id, name: agent.name },
      key: { _id: agent.keyId },
      count: 2,
      people: 1,
      irreversible: { mails: 0, sessions: 0 },
      job: null,
    })
    expect(shown).toMatchObject([
      {
        _id: one,
        before: { title: 'One', notes: null },
        after: { title: 'One more', notes: 'Seen' },
      },
      { _id: two, before: { title: 'Two' }, after: { title: 'Two more' } },
    ])
    expect([await bill(one), await bill(two)]).toMatchObject([
      { title: 'One', version: 1 },
      { title: 'Two', version: 1 },
    ])
    expect(await entriesOf({ record: ids, action: 'update' })).toEqual([])
    const { proposal: seen, records: told } = await details(id)
    expect([seen.obstacle, told]).toEqual([null, shown])

    const job = await approve(id)
    expect(job).toMatchObject({ action: 'proposal', status: 'done', changed: 2, failed: 0 })
    expect([await bill(one), await bill(two)]).toMatchObject([
      { title: 'One more', notes: 'Seen', version: 2 },
      { title: 'Two more', notes: 'x', version: 2 },
    ])
    const via = { proposal: { _id: id, by: { _id: agent.id, name: agent.name } } }
    expect(await entriesOf({ batch: job._id, action: 'update' })).toMatchObject([
      { through: 'job', actor: { _id: owner.userId }, via, record: { _id: two } },
      { through: 'job', actor: { _id: owner.userId }, via, record: { _id: one } },
    ])
    expect(await entriesOf({ record: id })).toMatchObject([
      {
        actor: { _id: owner.userId },
        before: { status: 'waiting' },
        after: { status: 'approved', reason: 'Fine' },
      },
      {
        actor: { _id: agent.id },
        via: { key: { _id: agent.keyId } },
        action: 'create',
        after: { reason: 'Because' },
      },
    ])
    const { data } = await ask('get_proposal', { id })
    expect(data.proposal).toMatchObject({
      status: 'approved',
      decision: 'Fine',
      decidedBy: { _id: owner.userId },
      job: { _id: job._id, status: 'done', changed: 2 },
    })

    const undo = await app.call('jobs.undo', { token: owner.token, params: { id: job._id } })
    expect(undo.status).toBe(201)
    expect(await jobEnd(app, owner.token, undo.body.data._id)).toMatchObject({ changed: 2 })
    expect([await bill(one), await bill(two)]).toMatchObject([
      { title: 'One', notes: null },
      { title: 'Two', notes: 'x' },
    ])
  })

  test('of new records have the ids that these then get, and an undo deletes them', async () => {
    const payer = { name: 'Grace' }
    const record = { title: 'Rent', payer, amount: 500, currency: 'EUR' }
    const { id, records } = await propose('bills_create', { records: [record, record] })
    const ids = records.map(({ _id }: { _id: string }) => _id)
    expect(records).toMatchObject([
      { before: null, after: { title: 'Rent', payer: { name: 'Grace' } } },
      { before: null, after: { title: 'Rent' } },
    ])
    const job = await approve(id)
    expect(job).toMatchObject({ changed: 2 })
    expect(await bill(ids[0])).toMatchObject({ title: 'Rent', amount: 500, payer })
    const undo = await app.call('auditLog.undo', { token: owner.token, params: { id: job._id } })
    expect(undo.status).toBe(200)
    expect((await bill(ids[1])).deletedAt).not.toBeNull()
  })

  test.each([
    ['bills_status', 'bills', {}, { status: 'paid' }, { status: 'paid' }],
    ['bills_delete', 'bills', {}, {}, { deletedAt: expect.any(String) }],
    ['bills_restore', 'bills', { deleted_at: '2026-01-01T00:00:00.000Z' }, {}, {}],
    ['posts_delete', 'posts', {}, {}, { deletedAt: expect.any(String) }],
    ['shopping_posts_status', 'shopping_posts', {}, { status: 'sold' }, { status: 'sold' }],
    ['users_status', 'users', {}, { status: 'inactive' }, { status: 'inactive' }],
    ['users_feed', 'users', {}, { status: 'inactive' }, { shoppingFeedStatus: 'inactive' }],
    ['users_delete', 'users', {}, {}, { deletedAt: expect.any(String) }],
  ] as const)(
    'of the action %s are carried out as its call does',
    async (what, table, row, args, becomes) => {
      const [one = '', other = ''] = await create(app.db, table, { ...row }, { ...row })
      const { id, proposal, records } = await propose(what, { ids: [one, other], ...args })
      expect(proposal).toMatchObject({ count: 2 })
      expect(records).toHaveLength(2)
      expect(await approve(id)).toMatchObject({ changed: 2, failed: 0 })
      const name = table === 'shopping_posts' ? 'shoppingPosts' : table
      const query = table === 'users' ? { deleted: 'all' } : {}
      const { body } = await app.call(`${name}.details`, {
        token: owner.token,
        params: { id: one },
        query,
      })
      expect(body.data).toMatchObject(becomes)
      if (what === 'bills_restore') expect(body.data.deletedAt ?? null).toBeNull()
    },
  )

  test('edit users, and say whom they would mail or sign out', async () => {
    const [member = ''] = await create(app.db, 'users', { name: 'Ada' })
    const { id, proposal, records } = await propose('users_update', {
      records: [{ id: member, name: 'Ada L.', location: 'London' }],
    })
    expect(records[0].after).toEqual({ name: 'Ada L.', location: 'London' })
    expect(proposal).toMatchObject({ people: 1 })
    expect(await approve(id)).toMatchObject({ changed: 1 })
    const admins = await newAgent(
      {},
      ...['list', 'view', 'status'].map((each) => `Users · Admins · ${each}`),
    )
    const role = await createRole(app.db, granting('Operations · Bills · list'))
    const [admin = ''] = await create(app.db, 'users', {
      type: 'admin',
      email: 'signed.out@example.com',
      role_id: role,
    })
    const out = await propose('users_status', { ids: [admin], status: 'inactive' }, admins.secret)
    expect(out.proposal).toMatchObject({ people: 1, irreversible: { mails: 0, sessions: 1 } })
    await approve(out.id)
    const back = await propose('users_status', { ids: [admin], status: 'active' }, admins.secret)
    expect(back.proposal).toMatchObject({ irreversible: { mails: 1, sessions: 0 } })
  })

  test('class: a permission taken away: an agent reads no copies of what it may not list any more', async () => {
    const users = await newAgent(
      {},
      ...['list', 'view', 'update'].map((each) => `Users · Admins · ${each}`),
    )
    const [admin = ''] = await create(app.db, 'users', {
      type: 'admin',
      email: 'kept@example.com',
    })
    const [id = ''] = await create(app.db, 'bills', { title: 'Kept back' })
    const made = [
      await propose('users_update', { records: [{ id: admin, name: 'Kept back' }] }, users.secret),
      await propose('bills_delete', { ids: [id] }, users.secret),
    ]
    const give = async (...grants: string[]) => {
      const role = await createRole(app.db, granting(...grants, proposeName))
      const params = { id: users.id }
      const answer = await app.call('users.update', {
        token: owner.token,
        params,
        body: { role },
      })
      expect(answer.status).toBe(200)
    }
    const seen = async () =>
      await Promise.all(
        made.map(async ({ id: which }) => {
          const { data, text } = await ask('get_proposal', { id: which }, users.secret)
          return [data.proposal.status, data.records?.length ?? null, text.includes('Kept back')]
        }),
      )
    expect(await seen()).toEqual([
      ['waiting', 1, true],
      ['waiting', 1, true],
    ])
    // Members are still listed, but no admins; and no bills.
    await give(...members)
    expect(await seen()).toEqual([
      ['waiting', null, false],
      ['waiting', null, false],
    ])
    await give('Operations · Bills · list')
    expect((await seen())[1]).toEqual(['waiting', 1, true])
    await give(...members)
    for (const { id: which } of made) {
      const { data } = await ask('withdraw_proposal', { id: which }, users.secret)
      expect([data.proposal.status, data.records]).toEqual(['withdrawn', null])
    }
  })

  test('leave what has changed since, and say so before and after', async () => {
    const [one = '', two = ''] = await create(app.db, 'bills', { title: 'One' }, { title: 'Two' })
    const { id } = await propose('bills_delete', { ids: [one, two] })
    const params = { id: one }
    await app.call('bills.update', {
      token: owner.token,
      params,
      body: { data: { notes: 'Mine' } },
    })
    const { records } = await details(id)
    expect(records.map(({ changedSince }: { changedSince: boolean }) => changedSince)).toEqual([
      true,
      false,
    ])
    const job = await approve(id)
    expect(job).toMatchObject({ changed: 1, failed: 1 })
    const failures = await app.call('jobs.failures', {
      token: owner.token,
      params: { id: job._id },
    })
    expect(failures.body.data.failures).toMatchObject([
      { _id: one, message: 'It has changed since this was proposed, so it was left as it is.' },
    ])
    expect((await bill(one)).deletedAt ?? null).toBeNull()
    expect((await bill(two)).deletedAt).not.toBeNull()
  })

  test('are shown to whoever sees all their records, as they are and would be, without hidden fields', async () => {
    const [small = '', large = ''] = await create(
      app.db,
      'bills',
      { title: 'Small', amount: 100 },
      { title: 'Large', amount: 900 },
    )
    const of = { module: 'Operations', submodule: 'Bills' }
    const { token } = await app.signIn(named(approveName, ...bills), {
      conditions: [{ ...of, action: 'list', where: { 'amount.max': '500' } }],
      fieldRules: [{ ...of, hidden: ['notes'], readOnly: [] }],
    })
    const shown = async (...records: object[]) => {
      const { id } = await propose('bills_update', { records })
      const { body } = await app.call('proposals.list', { token, query: { sort: '-createdAt' } })
      const isListed = body.data.proposals.some((each: { _id: string }) => each._id === id)
      const { status, records: told } = await details(id, token)
      expect(isListed).toBe(status === 200)
      return status === 200 ? told : status
    }
    expect(await shown({ id: small, title: 'Smaller', notes: 'Secret' })).toMatchObject([
      { before: { title: 'Small' }, after: { title: 'Smaller' } },
    ])
    const [told] = await shown({ id: small, title: 'Smallest', notes: 'Secret' })
    expect(told.after).not.toHaveProperty('notes')
    expect(await shown({ id: large, title: 'Larger' })).toBe(404)
    expect(await shown({ id: small, amount: 700 })).toBe(404)
    expect(await shown({ id: small, title: 'X' }, { id: large, title: 'Y' })).toBe(404)
  })

  test('are told of in the audit log to whoever is kept from no record, and to who decided', async () => {
    const [large = ''] = await create(app.db, 'bills', { title: 'Large', amount: 900 })
    const of = { module: 'Operations', submodule: 'Bills' }
    const needs = named(
      approveName,
      ...bills,
      'System · Audit log · list',
      'System · Integrations · list',
    )
    const whole = await app.signIn(needs)
    const narrowed = await app.signIn(needs, {
      conditions: [{ ...of, action: 'list', where: { 'amount.max': '500' } }],
    })
    const { id } = await propose('bills_update', { records: [{ id: large, title: 'Larger' }] })
    await decide('reject', id, { reason: 'No' }, whole.token)
    const told = async ({ token }: { token: string }) => {
      const { body } = await app.call('auditLog.list', { token, query: { area: 'integrations' } })
      const ofIt = body.data.entries.filter(
        ({ record }: { record: { _id: string } | null }) => record?._id === id,
      )
      return [ofIt.length, body.data.entries.length > 0]
    }
    expect(await told(whole)).toEqual([2, true])
    expect(await told(narrowed)).toEqual([0, true])
    const [small = ''] = await create(app.db, 'bills', { amount: 100 })
    const seen = await propose('bills_update', { records: [{ id: small, title: 'Smaller' }] })
    await decide('reject', seen.id, { reason: 'No' }, narrowed.token)
    const { body } = await app.call('auditLog.list', {
      token: narrowed.token,
      query: { record: seen.id },
    })
    expect(body.data.entries).toMatchObject([{ action: 'update' }])
  })

  test('that could not be carried out are refused with the reason, and nothing is kept', async () => {
    const [one = '', gone = ''] = await create(
      app.db,
      'bills',
      { issued_at: '2026-03-01T00:00:00.000Z' },
      { deleted_at: '2026-01-01T00:00:00.000Z' },
    )
    const before = (await app.call('proposals.list', { token: owner.token })).body.data.pagination
    const early = { records: [{ id: one, dueAt: '2026-02-01' }] }
    expect((await refusal('bills_update', early)).slice(0, 2)).toEqual([true, 'invalid'])
    expect(await refusal('bills_status', { ids: [one, gone], status: 'paid' })).toEqual([
      true,
      'conflict',
      '1 of 2 records can’t be changed like this. The first: The bill was deleted.',
    ])
    expect(await refusal('bills_restore', { ids: [one] })).toEqual([
      true,
      'conflict',
      'There is nothing to change. It may already be done.',
    ])
    const twice = {
      records: [
        { id: one, notes: 'a' },
        { id: one, notes: 'b' },
      ],
    }
    expect((await refusal('bills_update', twice))[2]).toBe(
      'Please check: records.1.id must name each record once.',
    )
    expect((await refusal('bills_status', { ids: [one, one], status: 'paid' }))[2]).toBe(
      'Please check: ids.1 must name each record once.',
    )
    expect((await refusal('bills_update', { records: [{ id: one, paidBy: 'me' }] }))[2]).toMatch(
      /^There is no “paidBy” here\. It takes: id, number, title/,
    )
    const stale = await bill(one)
    await app.call('bills.update', {
      token: owner.token,
      params: { id: one },
      body: { data: { notes: 'n' } },
    })
    const old = { records: [{ id: one, title: 'Late', version: stale.version }] }
    expect((await refusal('bills_update', old))[1]).toBe('out_of_date')
    const reasonless = await ask('propose_bills_delete', { ids: [one] })
    expect([reasonless.isError, reasonless.data.code]).toEqual([true, 'invalid'])
    const after = (await app.call('proposals.list', { token: owner.token })).body.data.pagination
    expect(after).toEqual(before)
  })

  test('class: forged ids: about people whom the account may not list are refused as if these were not there', async () => {
    const [admin = '', member = ''] = await create(
      app.db,
      'users',
      { type: 'admin', email: 'hidden@example.com' },
      {},
    )
    const hidden = await refusal('users_status', { ids: [admin], status: 'inactive' })
    expect(hidden).toEqual([true, 'not_found', 'There is no such user.'])
    const mixed = await refusal('users_status', { ids: [member, admin], status: 'inactive' })
    expect(mixed).toEqual(hidden)
    const unknown = await refusal('users_status', {
      ids: ['00000000-0000-7000-8000-000000000000'],
      status: 'inactive',
    })
    expect(unknown).toEqual(hidden)
    const forged = await refusal('bills_delete', { ids: [member] })
    expect(forged.slice(0, 2)).toEqual([true, 'not_found'])
  })

  describe('bounds', () => {
    test('are none at first, and name what they allow', async () => {
      const fresh = await newAgent(null)
      const [id = '', post = ''] = [
        ...(await create(app.db, 'bills', {})),
        ...(await create(app.db, 'posts', {})),
      ]
      const paid = { ids: [id], status: 'paid' }
      expect(await refusal('bills_status', paid, fresh.secret)).toEqual([
        true,
        'not_permitted',
        'Nothing may be proposed with this account until somebody sets its bounds under System · Integrations · Agents.',
      ])
      await setBounds(app, owner.token, fresh, { areas: ['bills', 'tasks'], actions: ['status'] })
      expect(await refusal('posts_delete', { ids: [post] }, fresh.secret)).toEqual([
        true,
        'not_permitted',
        'The bounds of this account only allow proposals about tasks, bills.',
      ])
      expect(await refusal('bills_delete', { ids: [id] }, fresh.secret)).toEqual([
        true,
        'not_permitted',
        'The bounds of this account only allow these actions: status.',
      ])
      expect((await propose('bills_status', paid, fresh.secret)).proposal.status).toBe('waiting')
    })

    test('class: proposals without end: hold the records of an hour, and say when there is room again', async () => {
      const few = await newAgent({ recordsPerHour: 3 })
      const ids = await create(app.db, 'bills', {}, {}, {}, {})
      expect((await refusal('bills_delete', { ids }, few.secret))[2]).toBe(
        'The bounds of this account allow 3 records an hour, and this is about 4.',
      )
      const { id } = await propose('bills_delete', { ids: ids.slice(0, 2) }, few.secret)
      const { isError, data } = await ask(
        'propose_bills_delete',
        { ids: ids.slice(2), reason: 'Rest' },
        few.secret,
      )
      expect([isError, data.code]).toEqual([true, 'too_many'])
      const [, at = ''] = /again at (\S+)\.$/.exec(data.message) ?? []
      const { proposal } = await details(id)
      expect(Date.parse(at)).toBe(Date.parse(proposal.createdAt) + 3_600_000)
      expect(data.message).toContain('3 records an hour, of which 1 are left')
      expect(data.retryAfterSeconds).toBeGreaterThan(3_500)
      // A withdrawn one has been looked at all the same.
      await ask('withdraw_proposal', { id }, few.secret)
      expect((await refusal('bills_delete', { ids: ids.slice(2) }, few.secret))[1]).toBe('too_many')
      await sql`update proposals set created_at = created_at - interval '61 minutes' where id = ${id}`.execute(
        app.db,
      )
      expect(
        (await propose('bills_delete', { ids: ids.slice(2) }, few.secret)).proposal.count,
      ).toBe(2)
    })

    test('class: refused proposals without end: so many dry runs an hour, whatever becomes of them', async () => {
      const wrong = await newAgent({ recordsPerHour: 1_000 })
      const [id = '', gone = ''] = await create(
        app.db,
        'bills',
        {},
        { deleted_at: '2026-01-01T00:00:00.000Z' },
      )
      const paid = (which: string) => ({ ids: [which], status: 'paid' })
      const counted = async () => {
        const { rows } = await sql<{ n: number }>`
          select n from attempts where key = ${`dry-run:user:${wrong.id}`}`.execute(app.db)
        return rows[0]?.n
      }
      expect((await refusal('bills_status', paid(gone), wrong.secret))[1]).toBe('conflict')
      const { id: made } = await propose('bills_status', paid(id), wrong.secret)
      // What became a proposal counts towards its records alone.
      expect(await counted()).toBe(1)
      await sql`update attempts set n = ${proposalLimits.refusedPerHour - 1}`.execute(app.db)
      expect((await refusal('bills_status', paid(gone), wrong.secret))[1]).toBe('conflict')
      await ask('withdraw_proposal', { id: made }, wrong.secret)
      for (const which of [gone, id]) {
        const { isError, data } = await ask(
          'propose_bills_status',
          { ...paid(which), reason: 'Again' },
          wrong.secret,
        )
        expect([isError, data.code]).toEqual([true, 'too_many'])
        expect(data.message).toMatch(
          /^120 proposals of this account were refused within an hour, which is the maximum\. Try again in 60 minutes\.$/,
        )
        expect(data.retryAfterSeconds).toBeGreaterThan(3_500)
      }
      expect(await counted()).toBe(proposalLimits.refusedPerHour)
      await sql`update attempts set since = since - interval '61 minutes'`.execute(app.db)
      await propose('bills_status', paid(id), wrong.secret)
    })

    test('count two proposals at once one after the other', async () => {
      const few = await newAgent({ recordsPerHour: 3 })
      const ids = await create(app.db, 'bills', {}, {}, {}, {})
      const both = await Promise.all(
        [ids.slice(0, 2), ids.slice(2)].map((some) =>
          ask('propose_bills_delete', { ids: some, reason: 'Now' }, few.secret),
        ),
      )
      expect(both.map(({ isError }) => isError).sort()).toEqual([false, true])
    })

    test('of a key go before those of its account, and stay with the key that replaces it', async () => {
      const two = await newAgent({ actions: ['status'] })
      const other = await createKey(app, owner.token, two.id)
      await setBounds(app, owner.token, two, { key: other.keyId, actions: ['delete'] })
      const [id = ''] = await create(app.db, 'bills', {})
      const refused = async (secret: string) =>
        (await refusal('bills_delete', { ids: [id] }, secret))[1]
      expect(await refused(two.secret)).toBe('not_permitted')
      const rotated = await app.call('serviceAccounts.rotateKey', {
        token: owner.token,
        params: { id: other.keyId },
        body: {},
      })
      expect(rotated.status).toBe(201)
      const { secret } = rotated.body.data
      expect((await refusal('bills_status', { ids: [id], status: 'paid' }, secret))[1]).toBe(
        'not_permitted',
      )
      expect((await propose('bills_delete', { ids: [id] }, secret)).proposal.count).toBe(1)
    })

    test('are set, changed and removed by people with the permission, in the audit log', async () => {
      const bound = await newAgent(null)
      await setBounds(app, owner.token, bound, { recordsPerHour: 5 })
      const listed = async () => {
        const { body } = await app.call('agentBounds.list', { token: owner.token })
        mustFitContract('agentBounds.list', body)
        return body.data
      }
      const ofBound = async () =>
        (await listed()).bounds.find(
          ({ account }: { account: { _id: string } }) => account._id === bound.id,
        )
      const first = await ofBound()
      expect(first).toMatchObject({ recordsPerHour: 5, key: null, version: 1 })
      const { accounts, url, issuer } = await listed()
      expect(accounts).toContainEqual({
        _id: bound.id,
        name: bound.name,
        service: true,
        mayPropose: true,
        keys: [{ _id: bound.keyId, name: 'Agent' }],
      })
      expect([url, issuer]).toEqual([app.config.mcp.url, null])
      const body = { account: bound.id, areas: ['bills'], actions: ['update'], recordsPerHour: 9 }
      const stale = await app.call('agentBounds.save', {
        token: owner.token,
        body: { ...body, version: 7 },
      })
      expect([stale.status, stale.body.code]).toEqual([409, 'out_of_date'])
      const person = await app.signIn(named('System · Integrations · list', approveName))
      expect((await app.call('agentBounds.save', { token: person.token, body })).status).toBe(403)
      const own = await app.call('agentBounds.save', { token: bound.secret, body })
      expect(own.status).toBe(403)
      const params = { id: first._id }
      expect((await app.call('agentBounds.delete', { token: owner.token, params })).status).toBe(
        200,
      )
      expect((await app.call('agentBounds.delete', { token: owner.token, params })).status).toBe(
        404,
      )
      expect(await entriesOf({ record: first._id })).toMatchObject([
        { area: 'integrations', action: 'delete' },
        { area: 'integrations', action: 'create' },
      ])
    })
  })

  test('wait no more than so many at once, and one that is withdrawn makes room', async () => {
    const busy = await newAgent()
    const ids = await create(
      app.db,
      'bills',
      ...Array.from({ length: proposalLimits.waiting }, () => ({})),
    )
    const made: string[] = []
    for (const id of ids) made.push((await propose('bills_delete', { ids: [id] }, busy.secret)).id)
    const [first = '', second = ''] = made
    expect((await refusal('bills_delete', { ids }, busy.secret)).slice(0, 2)).toEqual([
      true,
      'too_many',
    ])
    const { data } = await ask('withdraw_proposal', { id: first }, busy.secret)
    expect(data.proposal.status).toBe('withdrawn')
    const again = await ask('withdraw_proposal', { id: first }, busy.secret)
    expect([again.isError, again.data.message]).toEqual([true, 'This proposal was withdrawn.'])
    await propose('bills_delete', { ids }, busy.secret)
    // Nobody sees or withdraws what is another account's.
    for (const name of ['get_proposal', 'withdraw_proposal'])
      expect((await ask(name, { id: second })).data.code).toBe('not_found')
    const { data: own } = await ask(
      'list_proposals',
      { status: 'waiting', limit: 100 },
      busy.secret,
    )
    expect(own.pagination.total).toBe(proposalLimits.waiting)
  })

  test('are no larger than what is kept', async () => {
    const notes = 'n'.repeat(10_000)
    const record = { title: 'T', payer: { name: 'P' }, amount: 1, currency: 'EUR', notes }
    const { isError, data } = await ask('propose_bills_create', {
      records: Array.from({ length: 60 }, () => record),
      reason: 'Many',
    })
    expect([isError, data.code]).toEqual([true, 'too_large'])
    expect(data.message).toMatch(/Propose fewer records at once\.$/)
  })

  describe('deciding', () => {
    const waiting = async () => {
      const [id = ''] = await create(app.db, 'bills', {})
      return { bill: id, ...(await propose('bills_delete', { ids: [id] })) }
    }

    test('needs the permission to approve and every permission of the change', async () => {
      const { id, bill: subject } = await waiting()
      const without = await app.signIn(named('System · Integrations · list', ...bills))
      expect((await decide('approve', id, {}, without.token)).status).toBe(403)
      const blind = await app.signIn(named(approveName, ...posts))
      expect((await details(id, blind.token)).status).toBe(404)
      expect((await decide('approve', id, {}, blind.token)).status).toBe(404)
      const { body } = await app.call('proposals.list', {
        token: blind.token,
        query: { area: 'bills' },
      })
      expect(body.data.proposals).toEqual([])
      const reader = await app.signIn(named(approveName, 'Operations · Bills · list'))
      const refused = await decide('approve', id, {}, reader.token)
      expect([refused.status, refused.body.data.permission.action]).toEqual([403, 'delete'])
      expect((await details(id, reader.token)).proposal.obstacle).toBe('permissions')
      expect((await bill(subject)).deletedAt ?? null).toBeNull()
      const able = await app.signIn(named(approveName, ...bills))
      expect(await approve(id, able.token)).toMatchObject({ changed: 1 })
    })

    test('class: own proposal: is for people, and never for who proposed', async () => {
      const { id } = await waiting()
      const both = await newAgent({}, approveName)
      const byKey = await decide('approve', id, {}, both.secret)
      expect([byKey.status, byKey.body.code]).toEqual([403, 'not_permitted'])
      // An agent of a person, which is let in by an access token, proposes as that person.
      const person = await app.signIn(named(approveName, ...bills))
      await sql`update proposals set user_id = ${person.userId} where id = ${id}`.execute(app.db)
      const own = await decide('approve', id, {}, person.token)
      expect([own.status, own.body.message]).toEqual([
        403,
        'Somebody else has to decide about your own proposal.',
      ])
      expect((await details(id, person.token)).proposal.obstacle).toBe('own')
      expect((await decide('reject', id, { reason: 'Mine' }, person.token)).status).toBe(403)
    })

    test('class: repeated approval: happens once: of two at the same moment one wins, and a repeated one is told', async () => {
      const { id } = await waiting()
      const other = await app.signIn('owner')
      const answers = await Promise.all([
        decide('approve', id),
        decide('approve', id, {}, other.token),
        decide('reject', id, { reason: 'No' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const { proposal } = await details(id)
      for (const verb of ['approve', 'reject'] as const) {
        const { status, body } = await decide(verb, id, { reason: 'Again' })
        expect(status).toBe(409)
        expect(body.message).toBe(
          `${proposal.decidedBy.name} has already ${proposal.status} this proposal.`,
        )
      }
      const jobs = await sql`select 1 from jobs where via->'proposal'->>'_id' = ${id}`.execute(
        app.db,
      )
      expect(jobs.rows).toHaveLength(proposal.status === 'approved' ? 1 : 0)
    })

    test('to reject gives a reason, which the agent reads', async () => {
      const { id, bill: subject } = await waiting()
      expect((await decide('reject', id)).status).toBe(422)
      const { status, body } = await decide('reject', id, { reason: 'Not yet' })
      mustFitContract('proposals.reject', body)
      expect([status, body.data.status]).toEqual([200, 'rejected'])
      const { data } = await ask('get_proposal', { id })
      expect(data.proposal).toMatchObject({ status: 'rejected', decision: 'Not yet', job: null })
      expect((await bill(subject)).deletedAt ?? null).toBeNull()
    })

    test('comes too late once the time is over', async () => {
      const { id } = await waiting()
      await sql`update proposals set expires_at = now() where id = ${id}`.execute(app.db)
      const { status, body } = await decide('approve', id)
      expect([status, body.message]).toEqual([
        409,
        'This proposal has expired: it waited for 7 days.',
      ])
      expect((await details(id)).proposal.status).toBe('expired')
      const query = { status: 'expired' }
      const listed = await app.call('proposals.list', { token: owner.token, query })
      mustFitContract('proposals.list', listed.body)
      expect(listed.body.data.proposals).toMatchObject([{ _id: id }])
    })

    test('by somebody who loses a permission before the job begins changes nothing', async () => {
      const { id, bill: subject } = await waiting()
      const able = await app.signIn(named(approveName, ...bills))
      const role = await createRole(app.db, granting(approveName, 'Operations · Bills · list'))
      // The job waits until it is freed, as after a crash of the server that has it.
      await sql`alter table jobs alter column lease_until set default now() + interval '50 seconds'`.execute(
        app.db,
      )
      const { body } = await decide('approve', id, {}, able.token)
      await sql`alter table jobs alter column lease_until drop default`.execute(app.db)
      const params = { id: able.userId }
      await app.call('users.update', { token: owner.token, params, body: { role } })
      await sql`update jobs set lease_until = now() where id = ${body.data.job._id}`.execute(app.db)
      const job = await jobEnd(app, owner.token, body.data.job._id)
      expect(job).toMatchObject({ status: 'stopped', changed: 0 })
      expect(job.reason).toMatch(/no longer has the permission/)
      expect((await bill(subject)).deletedAt ?? null).toBeNull()
    })
  })

  test('are counted among what waits for those who may approve', async () => {
    const of = async (token: string) =>
      (await app.call('dashboard.waiting', { token })).body.data.items.find(
        ({ kind }: { kind: string }) => kind === 'proposals',
      )
    const overview = 'Dashboard · Overview · list'
    const waitingNow = await of((await app.signIn(named(approveName, overview))).token)
    expect(waitingNow.count).toBeGreaterThan(0)
    expect(await of((await app.signIn(named(overview))).token)).toBeUndefined()
  })

  test('that are long over are forgotten', async () => {
    const [id = ''] = await create(app.db, 'bills', {})
    const { id: old } = await propose('bills_delete', { ids: [id] })
    await decide('reject', old, { reason: 'No' })
    await sql`update proposals set decided_at = now() - interval '91 days' where id = ${old}`.execute(
      app.db,
    )
    expect(await forgetOldProposals(app.db)).toBe(1)
    expect((await details(old)).status).toBe(404)
  })
})
