import { permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { eraseFromEntries } from '../audit-log/erase.store.ts'
import { billStore } from '../bills/bills.store.ts'
import { Snapshots } from './time-travel.service.ts'

const actor = { system: 'setup' } as const
const somebody = { user: { id: newId(), name: 'Somebody' }, scope: null }

describe.each(oneEngine)('time travel on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine, {}, { snapshots: { changed: 60, kept: 2 } })
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const moment = async (): Promise<string> => {
    await new Promise((go) => setTimeout(go, 5))
    const at = new Date().toISOString()
    await new Promise((go) => setTimeout(go, 5))
    return at
  }
  const rename = (id: string, title: string) =>
    write(app.db, actor, async ({ lock, update }) =>
      update('bills', await lock('bills', [id]), { title }),
    )
  const bills = (query: object, by = token) =>
    app.call('bills.list', { token: by, query: { ...query } })

  test('a list as it stood shows whoever was erased without a name, and names nobody erased', async () => {
    const email = `${newId()}@example.com`
    const [id = ''] = await create(app.db, 'users', { type: 'member', name: 'Erased Then', email })
    const [bill = ''] = await create(app.db, 'bills', {
      ...{ title: 'Erased fee', payer_id: id, payer_name: 'Erased Then' },
    })
    const asOf = await moment()
    await write(app.db, actor, async ({ lock, update, purge }) => {
      await update('users', await lock('users', [id]), { deleted_at: asOf })
      await purge('users', await lock('users', [id]))
      await purge('bills', await lock('bills', [bill]))
    })
    const who = { person: id, names: ['Erased Then'], addresses: [email], content: true }
    await app.db.transaction().execute((tx) => eraseFromEntries(tx, actor, who, 0))
    const people = await app.call('users.list', { token, query: { asOf, type: 'member' } })
    expect(people.status).toBe(200)
    mustFitContract('users.list', people.body)
    const { users } = people.body.data as { users: { _id: string; name: string }[] }
    expect(users.find(({ _id }) => _id === id)).toMatchObject({ name: '', type: 'member' })
    const { status, body } = await bills({ asOf, search: 'erased fee' })
    expect(status).toBe(200)
    expect(body.data.bills).toMatchObject([{ _id: bill, title: 'Erased fee', payer: { _id: id } }])
    expect(JSON.stringify([people.body, body])).not.toContain('Erased Then')
  })

  test('a person’s details are those of then, and of who was there', async () => {
    const [id = ''] = await create(app.db, 'users', { name: 'Before' })
    const asOf = await moment()
    const details = (query = {}) => app.call('users.details', { token, params: { id }, query })
    const then = await details()
    await write(app.db, actor, async ({ lock, update }) => {
      await update('users', await lock('users', [id]), { name: 'After' })
      await update('users', await lock('users', [id]), { deleted_at: new Date().toISOString() })
    })
    expect((await details()).status).toBe(404)
    const past = await details({ asOf })
    expect(past).toMatchObject({ status: 200, body: then.body })
    mustFitContract('users.details', past.body)
    await write(app.db, actor, async ({ lock, purge }) => purge('users', await lock('users', [id])))
    expect((await details({ asOf })).body).toEqual(then.body)
    const beforeIt = new Date(Date.parse(then.body.data.createdAt) - 1).toISOString()
    expect((await details({ asOf: beforeIt })).status).toBe(404)
  })

  test('a time to come, and one before the audit log, are refused at asOf', async () => {
    for (const asOf of [new Date(Date.now() + 60_000).toISOString(), '2001-01-01', 'then', '']) {
      for (const [name, params] of [
        ['bills.list', {}],
        ['bills.totals', {}],
        ['roles.listDeleted', {}],
        ['users.details', { id: newId() }],
      ] as const) {
        const { status, body } = await app.call(name, { token, params, query: { asOf } })
        expect([asOf, name, status, body.errors?.[0].path]).toEqual([asOf, name, 422, 'asOf'])
      }
    }
    const { body } = await bills({ asOf: '2001-01-01' })
    expect(body.message).toMatch(
      /^Please check: asOf must not be before 20.*, when the audit log begins\.$/,
    )
  })

  test('needs the permission to list, as it is today, and no other', async () => {
    const [title] = [`seen ${newId()}`]
    const [id = ''] = await create(app.db, 'bills', { title })
    const asOf = await moment()
    await rename(id, 'Another')
    const list = await app.signIn([permission('Operations', 'Bills', 'list')])
    const none = await app.signIn([permission('Operations', 'Tasks', 'list')])
    expect((await bills({ asOf, search: title }, list.token)).body.data.bills).toHaveLength(1)
    expect((await bills({ asOf, search: title }, none.token)).status).toBe(403)
    // Of all people, those of the types that one may list.
    const members = await app.signIn([permission('Users', 'Members', 'list')])
    const people = await app.call('users.list', {
      token: members.token,
      query: { asOf, limit: 100 },
    })
    expect(people.status).toBe(200)
    expect(people.body.data.users.every(({ type }: { type: string }) => type === 'member')).toBe(
      true,
    )
  })

  test('exports and jobs do not take it', async () => {
    const asOf = await moment()
    const job = await app.call('jobs.create', {
      token,
      body: { area: 'bills', action: 'delete', all: { query: { asOf } } },
    })
    expect([job.status, job.body.errors?.[0].path]).toEqual([422, 'all.query.asOf'])
    const sent = await app.call('exports.create', {
      token,
      body: { area: 'bills', format: 'csv', query: { asOf } },
    })
    expect([sent.status, sent.body.errors?.[0].path]).toEqual([422, 'query.asOf'])
  })

  test('requests that meet prepare a moment once, and see what comes in between', async () => {
    const [id = ''] = await create(app.db, 'bills', { title: 'Shared' })
    const asOf = await moment()
    await rename(id, 'Renamed')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => bills({ asOf, search: 'shared' })),
    )
    for (const { status, body } of answers)
      expect([status, body.data.bills[0]?.title]).toEqual([200, 'Shared'])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from snapshots where moment = ${asOf}::timestamptz`.execute(app.db)
    expect(rows[0]?.n).toBe(1)
    // Changes and lists at the same time: each list is that of then.
    const [other = ''] = await create(app.db, 'bills', { title: 'Shared later' })
    const all = Array.from({ length: 12 }, async (_, n) => {
      if (n % 3 === 0) await rename(n % 2 ? id : other, `Shared ${n}`)
      return (await bills({ asOf, search: 'shared' })).body.data
    })
    for (const data of await Promise.all(all)) {
      expect([
        data.pagination.total,
        data.bills.map((bill: { title: string }) => bill.title),
      ]).toEqual([1, ['Shared']])
    }
  })

  test('what the database lost is prepared anew, and few snapshots are kept', async () => {
    const [id = ''] = await create(app.db, 'bills', { title: 'Lost' })
    const moments: string[] = []
    for (const title of ['Lost 1', 'Lost 2', 'Lost 3', 'Lost 4']) {
      moments.push(await moment())
      await rename(id, title)
    }
    const titleAt = async (asOf: string) =>
      (await bills({ asOf, search: 'lost' })).body.data.bills[0].title
    const titles = ['Lost', 'Lost 1', 'Lost 2', 'Lost 3']
    for (const [n, asOf] of moments.entries()) expect(await titleAt(asOf)).toBe(titles[n])
    const kept = await sql<{ n: number }>`select count(*)::int as n from snapshots`.execute(app.db)
    expect(kept.rows[0]?.n).toBe(2)
    // As after a crash of the database.
    for (const table of ['snapshots', 'snapshot_changes', 'snapshot_bills'])
      await sql`delete from ${sql.table(table)}`.execute(app.db)
    for (const [n, asOf] of moments.entries()) expect(await titleAt(asOf)).toBe(titles[n])
  })

  test('a moment since which too much has changed is refused, and nothing is left of it', async () => {
    const asOf = await moment()
    await create(app.db, 'bills', ...Array.from({ length: 60 }, () => ({})))
    expect((await bills({ asOf })).status).toBe(200)
    await create(app.db, 'bills', {})
    const again = new Date(Date.parse(asOf) + 1).toISOString()
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await bills({ asOf: again })
      expect([status, body.message]).toEqual([
        422,
        'Please check: asOf is too far back: more than 60 records of this list have changed since.',
      ])
    }
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from snapshot_changes where snapshot not in (select id from snapshots)`.execute(
      app.db,
    )
    expect(rows[0]?.n).toBe(0)
    // It stands in the way of no other list.
    expect((await app.call('tasks.list', { token, query: { asOf: again } })).status).toBe(200)
  })

  test('class: moments of the past asked for without end', async () => {
    const moments: string[] = []
    for (let n = 0; n < 8; n += 1) moments.push(await moment())
    await create(app.db, 'bills', {})
    const other = (await app.signIn('owner')).token
    const asked = Promise.all(moments.map((asOf) => bills({ asOf })))
    const of = bills({ asOf: moments[0] }, other)
    const answers = await asked
    const refused = answers.filter(({ status }) => status === 429)
    // The first may be there before the others are asked for.
    expect(refused.length).toBeGreaterThanOrEqual(5)
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(body.message).toMatch(/at 2 times in the past\. Wait/)
    }
    expect(answers.filter(({ status }) => status === 200).length).toBe(8 - refused.length)
    expect((await of).status).toBe(200)
    // Many lists of one moment are one moment, and each is there in its turn.
    const asOf = moments[5]
    const lists = ['bills.list', 'tasks.list', 'events.list', 'polls.list', 'posts.list'] as const
    for (const { status } of await Promise.all(
      lists.map((name) => app.call(name, { token, query: { asOf } })),
    ))
      expect(status).toBe(200)
    for (const asOf of moments) expect((await bills({ asOf })).status).toBe(200)
  })

  test('moments of the same second are one, which all people share', async () => {
    const snapshots = new Snapshots(app.db)
    const [id = ''] = await create(app.db, 'bills', { title: 'Of that second' })
    // A second that began after the audit log did.
    await new Promise((go) => setTimeout(go, 2_100 - (Date.now() % 1_000)))
    const second = new Date(Math.floor(Date.now() / 1_000) * 1_000)
    await rename(id, 'Later')
    const titles = [0, 250, 999].map((ms, n) =>
      snapshots.read(
        'bills',
        { user: { id: newId(), name: `Person ${n}` }, scope: null },
        new Date(second.getTime() + ms).toISOString(),
        async (source) => {
          const query = { page: 1, limit: 5, sort: '-createdAt', search: 'that second' }
          return (await source.page<{ title: string }>(billStore.listing, query, [])).rows.length
        },
      ),
    )
    expect(await Promise.all(titles)).toEqual([1, 1, 1])
    const { rows } = await sql<{ moment: string }>`
      select moment from snapshots where moment >= ${second.toISOString()}::timestamptz`.execute(
      app.db,
    )
    expect(rows.map(({ moment }) => moment)).toEqual([second.toISOString()])
    await snapshots.close()
  })

  test('what a server left behind is swept by the next', async () => {
    const gone = new Snapshots(app.db, { resolutionMs: 1 })
    const asOf = await moment()
    const [id = ''] = await create(app.db, 'bills', {})
    await gone.read('bills', somebody, asOf, async () => {})
    await gone.close()
    const left = async () => {
      const { rows } = await sql`select 1 from snapshot_changes where id = ${id}`.execute(app.db)
      return rows.length
    }
    expect(await left()).toBe(1)
    await new Snapshots(app.db, { resolutionMs: 1 }).sweep()
    expect(await left()).toBe(0)
  })

  test('a page reads few rows, however much has changed at the beginning of its order', async () => {
    const most = 3_000
    await write(app.db, { system: 'import', batch: newId() }, ({ insert }) =>
      insert(
        'bills',
        Array.from({ length: most }, (_, n) => billOf(n)),
      ),
    )
    const asOf = await moment()
    await write(app.db, { system: 'import', batch: newId() }, ({ insert }) =>
      insert(
        'bills',
        Array.from({ length: most }, (_, n) => billOf(n)),
      ),
    )
    const snapshots = new Snapshots(app.db, { resolutionMs: 1 })
    const read = (): Promise<number> =>
      snapshots.read('bills', somebody, asOf, async (source) => {
        const query = {
          page: 1,
          limit: 25,
          sort: '-createdAt',
          search: '',
          deleted: 'none',
        } as const
        await source.page(
          billStore.listing,
          query,
          billStore.conditions(query, { permissions: [], fieldRules: [], scope: null }),
        )
        const before = await rowsRead(source.db)
        await source.page(
          billStore.listing,
          query,
          billStore.conditions(query, { permissions: [], fieldRules: [], scope: null }),
        )
        return (await rowsRead(source.db)) - before
      })
    await app.db.transaction().execute(async (tx) => sql`analyze bills`.execute(tx))
    expect(await read()).toBeLessThan(500)
    await snapshots.close()
  })

  const billOf = (n: number) => ({
    id: newId(),
    number: newId(),
    title: `Bill ${n}`,
    payer_id: null,
    payer_name: 'Somebody',
    amount: n,
    currency: 'EUR',
    issued_at: null,
    due_at: null,
    paid_at: null,
    notes: null,
    deleted_at: null,
  })

  /** Rows of bills, of their past and of ids that this transaction has read. */
  const rowsRead = async (tx: TestApp['db']): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n
      from pg_stat_xact_user_tables where relname in ('bills', 'snapshot_bills', 'snapshot_changes')`.execute(
      tx,
    )
    return rows[0]?.n ?? 0
  }
})
