import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billStore } from '../../modules/bills/bills.store.ts'
import { changeBySql } from '../../testing/change-by-sql.ts'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { rowsScanned } from '../../testing/scanned.ts'
import type { Db } from '../connection/connection.ts'
import { queryNumber } from '../connection/query.ts'
import { foldDeltas } from '../counts/deltas.ts'
import { among, type Condition, notDeleted, where } from '../filters/conditions.ts'
import { analyze } from '../statistics/analyze.ts'
import { orderBy, orderOf } from './listing.ts'
import { listPage } from './page.ts'

const bills = 26_000
const limit = 25

describe.each(engines)('pages far from the beginning on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
    // Many alike in each order, many without a date, and every tenth deleted.
    await changeBySql(db)`
      insert into bills (id, number, title, payer_name, amount, currency, status, due_at, created_at, deleted_at)
      select md5('bill' || n)::uuid, 'B-' || n, 'Rent', 'Somebody', n % 70, 'EUR',
        case when n % 3 = 0 and n % 4 <> 0 then 'due' else 'paid' end,
        case when n % 4 <> 0 then '2026-01-01'::timestamptz + (n % 90) * interval '1 day' end,
        '2026-01-01'::timestamptz + (n / 20) * interval '1 minute',
        case when n % 10 = 0 then now() end
      from generate_series(1, ${sql.lit(bills)}) as n`
    await foldDeltas(db)
    await analyze(db, ['bills'])
  })
  afterAll(() => database.dispose())

  const page = (n: number, sort: string, conditions: readonly Condition[]) =>
    listPage<{ id: string }>(
      db,
      billStore.listing,
      { page: n, limit, sort, search: '' },
      conditions,
    )

  /** All ids in their order, sorted at once. */
  const inOrder = async (sort: string, conditions: readonly Condition[]) => {
    const order = orderBy(orderOf(billStore.listing, sort))
    const found = await sql<{ id: string }>`
      select t.id from bills as t ${where(conditions)} ${order}`.execute(db)
    return found.rows.map(({ id }) => id)
  }

  const mustAgree = async (sort: string, conditions: readonly Condition[]) => {
    const ids = await inOrder(sort, conditions)
    const last = Math.ceil(ids.length / limit)
    const dated = await queryNumber(db)`
      select count(t.due_at) from bills as t ${where(conditions)}`
    const border = Math.ceil(dated / limit)
    const pages = [1, 199, 201, 202, Math.ceil(last / 2), border, border + 1, last - 1, last]
    for (const n of [...pages, last + 1]) {
      const { rows, pagination } = await page(n, sort, conditions)
      expect([sort, n, pagination.total]).toEqual([sort, n, ids.length])
      expect([sort, n, rows.map(({ id }) => id)]).toEqual([
        sort,
        n,
        ids.slice((n - 1) * limit, n * limit),
      ])
    }
  }

  const sorts = ['createdAt', 'dueAt', 'amount', 'number'].flatMap((sort) => [sort, `-${sort}`])
  const paid = among('status', ['paid'], 'status')
  const due = among('status', ['due'], 'status')

  test.each(sorts)(
    'are the right ones by %s, before and with a map, and after a change',
    async (sort) => {
      for (const conditions of [[notDeleted], [notDeleted, ...paid]]) {
        const scanned = () => rowsScanned(db, () => page(260, sort, conditions))
        await mustAgree(sort, conditions)
        // The first who goes far has the map made.
        await expect.poll(scanned, { timeout: 10_000 }).toBeLessThan(1_500)
        await mustAgree(sort, conditions)
        // A map is of no more use once anything has changed.
        await changeBySql(db)`update bills set deleted_at = now() where id in (
        select id from bills where deleted_at is null and status = 'paid' order by random() limit 3)`
        await mustAgree(sort, conditions)
        await changeBySql(
          db,
        )`update bills set amount = amount + 1, due_at = null, number = number || 'x' where id in (
        select id from bills where deleted_at is null and status = 'paid' order by random() limit 3)`
        await mustAgree(sort, conditions)
      }
    },
  )

  test('read no rows without a date where the filter has none of them', async () => {
    const scanned = () => rowsScanned(db, () => page(150, 'dueAt', [notDeleted, ...due]))
    await expect.poll(scanned, { timeout: 10_000 }).toBeLessThan(1_500)
    await mustAgree('dueAt', [notDeleted, ...due])
  })
})
