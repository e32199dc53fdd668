import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { statementsOf } from '../../testing/statements.ts'
import type { Db } from '../connection/connection.ts'
import { totalOf } from '../counts/totals.ts'
import {
  among,
  between,
  type Condition,
  notDeleted,
  ofPeople,
  onlyDeleted,
  otherThan,
  withIds,
  withoutIds,
} from '../filters/conditions.ts'
import { findRow, folded, type Listing, plain } from './listing.ts'
import { listPage } from './page.ts'

interface Row {
  id: string
  title: string
  payer: string | null
}

const bills: Listing = {
  table: 'bills',
  columns: sql`t.id, t.title, t.due_at, payer.name as payer`,
  joins: sql`left join users as payer on payer.id = t.payer_id`,
  sorts: {
    amount: { by: plain('amount') },
    dueAt: { by: plain('due_at'), nullable: true },
    title: { by: folded('title') },
  },
  searchedPeople: ['payer_id'],
}
const tasks: Listing = {
  table: 'tasks',
  columns: sql`t.id, t.title`,
  sorts: { title: { by: folded('title') } },
}

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()

describe.each(oneEngine)('the one list query on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  let ids: string[]
  let pat = ''
  let kim = ''
  beforeAll(async () => {
    database = await openTestDatabase(engine, { writesBySql: true })
    db = database.connection.db
    ;[pat = '', kim = ''] = await create(db, 'users', { name: 'Pât Quill' }, { name: 'Kim' })
    ids = await create(
      db,
      'bills',
      { title: 'Ångström', amount: 3, due_at: day(2), status: 'due', payer_id: pat },
      { title: 'angle', amount: 1, due_at: null, status: 'paid', payer_id: pat },
      { title: 'Zebra', amount: 2, due_at: day(1), status: 'due', payer_id: kim },
      { title: 'zero 100%', amount: 2, due_at: day(3), status: 'void', currency: 'USD' },
      {
        title: 'Gone',
        amount: 2,
        due_at: day(2),
        status: 'due',
        payer_id: pat,
        deleted_at: day(4),
      },
    )
  })
  afterAll(() => database.dispose())

  const first = { page: 1, limit: 10, sort: 'amount', search: '' }
  /** The places of the rows found among those made. */
  const list = async (query: Partial<typeof first>, ...conditions: Condition[][]) => {
    const page = await listPage<Row>(db, bills, { ...first, ...query }, conditions.flat())
    const { total } = page.pagination
    return { found: page.rows.map((row) => ids.indexOf(row.id)), total }
  }
  test('pages in a row are the whole list, with plans that are kept', async () => {
    const titles = [...'ÄaBßcDeéFgH'].map((letter, n) => ({ title: `${letter}${n % 3}` }))
    const made = await create(db, 'tasks', ...titles)
    const some = [notDeleted, withIds(made)].flat()
    const page = (tx: Db, page: number, limit: number) =>
      listPage<Row>(tx, tasks, { page, limit, sort: '-title', search: '' }, some)
    const { rows: whole } = await page(db, 1, 20)
    expect(whole).toHaveLength(made.length)
    await db.transaction().execute(async (tx) => {
      for (let round = 0; round < 8; round += 1) {
        const pages = []
        for (let n = 1; n <= 6; n += 1) pages.push(await page(tx, n, 2))
        expect(pages.flatMap(({ rows }) => rows)).toEqual(whole)
      }
      const { rows: prepared } = await sql<{ custom: number; generic: number }>`
        select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
        where statement like '%steward_key%' and statement like '%from "tasks"%'`.execute(tx)
      // PostgreSQL tries five plans before it keeps one; within 8 and 16 rows.
      expect(prepared.map(({ custom, generic }) => [custom, generic > 0])).toEqual([
        [5, true],
        [5, true],
      ])
    })
  })
  test.each([
    ['amount', [1, 2, 3, 4, 0]],
    ['-amount', [0, 4, 3, 2, 1]],
    ['dueAt', [2, 0, 4, 3, 1]],
    ['-dueAt', [3, 4, 0, 2, 1]],
    ['title', [1, 0, 4, 2, 3]],
    ['-title', [3, 2, 4, 0, 1]],
  ])('sorts by %s, nothing last and `_id` between equals', async (sort, found) => {
    expect(await list({ sort })).toEqual({ found, total: 5 })
  })

  test('refuses a sort that the table does not have', async () => {
    await expect(list({ sort: 'colour' })).rejects.toThrow('bills has no sort colour')
    await expect(list({ sort: '-colour' })).rejects.toThrow('bills has no sort -colour')
  })

  test('cuts pages, counts all rows, and answers past the end with none', async () => {
    const page = (n: number, ...conditions: Condition[]) =>
      listPage<Row>(db, bills, { ...first, page: n, limit: 2 }, conditions)
    const { rows, pagination } = await page(2)
    expect(rows.map((row) => ids.indexOf(row.id))).toEqual([3, 4])
    expect(pagination).toEqual({ page: 2, limit: 2, total: 5, totalPages: 3 })
    expect((await page(3)).rows).toHaveLength(1)
    expect(await page(4)).toEqual({
      rows: [],
      pagination: { page: 4, limit: 2, total: 5, totalPages: 3 },
    })
    const nothing = await page(1, withIds([]))
    expect(nothing.pagination).toMatchObject({ total: 0, totalPages: 0 })
    // The same where the total is counted.
    expect((await page(4, withoutIds([]))).pagination.total).toBe(5)
  })

  test('joins what the page shows', async () => {
    const { rows } = await listPage<Row>(db, bills, { ...first, sort: 'title' }, [notDeleted])
    expect(rows.map(({ title, payer }) => [title, payer])).toEqual([
      ['angle', 'Pât Quill'],
      ['Ångström', 'Pât Quill'],
      ['Zebra', 'Kim'],
      ['zero 100%', null],
    ])
  })

  test('finds one row, deleted or not', async () => {
    const row = await findRow<Row>(db, bills, ids[4] ?? '')
    expect(row).toMatchObject({ id: ids[4], title: 'Gone', payer: 'Pât Quill' })
    expect(await findRow<Row>(db, bills, pat)).toBeUndefined()
    const [id = ''] = await create(db, 'tasks', { title: 'Alone' })
    expect(await findRow(db, tasks, id)).toEqual({ id, title: 'Alone' })
  })

  test('holds each condition, and none where nothing is asked for', async () => {
    expect((await list({}, [notDeleted])).found).toEqual([1, 2, 3, 0])
    expect((await list({}, [onlyDeleted])).found).toEqual([4])
    expect((await list({}, among('status', undefined))).total).toBe(5)
    expect((await list({}, among('status', ['due', 'paid']))).found).toEqual([1, 2, 4, 0])
    expect((await list({}, ofPeople('payer_id', undefined))).total).toBe(5)
    expect((await list({}, ofPeople('payer_id', [kim]))).found).toEqual([2])
    expect((await list({}, between(plain('due_at'), undefined, undefined))).total).toBe(5)
    expect((await list({}, between(plain('due_at'), day(2), undefined))).found).toEqual([3, 4, 0])
    expect((await list({}, between(plain('due_at'), undefined, day(2)))).found).toEqual([2, 4, 0])
    expect((await list({}, between(plain('due_at'), day(2), day(2)))).found).toEqual([4, 0])
    const some = [ids[1] ?? '', ids[4] ?? '']
    expect((await list({}, [withIds(some)])).found).toEqual([1, 4])
    expect((await list({}, [withoutIds(some)])).found).toEqual([2, 3, 0])
    expect((await list({}, [otherThan('status', 'due')])).found).toEqual([1, 3])
    expect((await list({}, [notDeleted], among('status', ['due']))).found).toEqual([2, 0])
  })

  test('counts exactly, whichever way it counts', async () => {
    const total = async (...conditions: Condition[][]) => (await list({}, ...conditions)).total
    const due = among('status', ['due'], 'status')
    const euro = among('currency', ['EUR'], 'currency')
    // From the counters of facets.
    expect(await total([notDeleted])).toBe(4)
    expect(await total([onlyDeleted])).toBe(1)
    expect(await total(due)).toBe(3)
    expect(await total(due, euro, [notDeleted])).toBe(2)
    expect(await total(among('status', ['paid', 'void'], 'status'), [notDeleted])).toBe(2)
    expect(await total(among('currency', ['JPY'], 'currency'))).toBe(0)
    // From the counters of people.
    expect(await total(ofPeople('payer_id', [pat]))).toBe(3)
    expect(await total(ofPeople('payer_id', [pat]), [notDeleted])).toBe(2)
    expect(await total(ofPeople('payer_id', [pat]), [onlyDeleted])).toBe(1)
    expect(await total(ofPeople('payer_id', [pat, kim]), [notDeleted])).toBe(3)
    // By counting.
    expect(await total(ofPeople('payer_id', [pat]), due)).toBe(2)
    expect(await total(ofPeople('payer_id', [pat]), due, [notDeleted])).toBe(1)
    expect(await total(ofPeople('payer_id', [pat]), ofPeople('payer_id', [kim]))).toBe(0)
    expect(await total(ofPeople('payer_id', [pat]), between(plain('due_at'), day(1), day(3)))).toBe(
      2,
    )
    expect(await total([notDeleted], among('status', ['due']))).toBe(2)
  })

  test('counts by the cheapest way that is exact', () => {
    const sourceOf = (...conditions: Condition[][]) => {
      const { sql: text } = totalOf('bills', conditions.flat()).compile(db)
      return /from current_(person_counters|counters)|from ("bills")/
        .exec(text)
        ?.slice(1)
        .find(Boolean)
    }
    const due = among('status', ['due'], 'status')
    const pats = ofPeople('payer_id', [pat])
    expect(sourceOf([])).toBe('counters')
    expect(sourceOf([notDeleted], due)).toBe('counters')
    expect(sourceOf(pats)).toBe('person_counters')
    expect(sourceOf(pats, [notDeleted])).toBe('person_counters')
    expect(sourceOf(pats, due)).toBe('"bills"')
    expect(sourceOf(pats, ofPeople('payer_id', [kim]))).toBe('"bills"')
    expect(sourceOf([notDeleted], [withIds([])])).toBe('"bills"')
  })

  test('asks once where the counters know the total, else for rows and total at once', async () => {
    const query = { ...first, search: '' }
    const known = await statementsOf(() => listPage(db, bills, query, [notDeleted]))
    expect(known).toHaveLength(1)
    const counted = await statementsOf(() => listPage(db, bills, query, [withIds(ids)]))
    expect(counted).toHaveLength(2)
  })

  test('searches every word in the text and in the names of people', async () => {
    const found = async (search: string) =>
      (await list({ search, sort: 'title' }, [notDeleted])).found
    expect(await found('ang')).toEqual([1, 0])
    expect(await found('  ANG  strom ')).toEqual([0])
    expect(await found('pat')).toEqual([1, 0])
    expect(await found('quill angle')).toEqual([1])
    expect(await found('kim angle')).toEqual([])
    expect(await found('100%')).toEqual([3])
    expect(await found('1%0')).toEqual([])
    expect(await found('z_ro')).toEqual([])
    expect((await list({ search: 'zebra' })).total).toBe(1)
    // An address is searched for among people, but finds no record of theirs.
    await db.updateTable('users').set({ email: 'mail@example.com' }).where('id', '=', kim).execute()
    expect(await found('example')).toEqual([])
    const titles = await listPage<Row>(db, tasks, { ...first, sort: 'title', search: 'alone' }, [])
    expect(titles.rows.map(({ title }) => title)).toEqual(['Alone'])
  })

  describe('over ten thousand rows', () => {
    /** Of an order that no map is made of. */
    const unmapped: Listing = {
      ...tasks,
      sorts: { title: { by: folded('title'), unversioned: true } },
    }
    const far: Condition[] = [{ sql: sql<boolean>`t.title like 'Far %'` }]
    beforeAll(async () => {
      await sql`
        insert into tasks (id, title)
        select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Far ' || lpad(n::text, 6, '0')
        from generate_series(1, 10040) as n`.execute(db)
    })
    const page = async (n: number, sort = 'title') => {
      const query = { page: n, limit: 100, sort, search: '' }
      const asked: string[] = []
      let answer: { first: string | undefined; length: number } = { first: undefined, length: 0 }
      const texts = await statementsOf(async () => {
        const { rows, pagination } = await listPage<Row>(db, unmapped, query, far)
        expect(pagination).toEqual({ page: n, limit: 100, total: 10_040, totalPages: 101 })
        const titles = rows.map(({ title }) => title)
        const ordered = titles.toSorted()
        expect(titles).toEqual(sort === 'title' ? ordered : ordered.reverse())
        answer = { first: titles[0], length: titles.length }
      })
      for (const text of texts) {
        const [, limit, offset] = /limit (\d+) offset (\d+)/.exec(text) ?? []
        if (offset) asked.push(`${limit} from ${offset}`)
      }
      return { ...answer, asked, statements: texts.length }
    }

    test.each([
      [50, 'Far 004901', '100 from 4900'],
      [51, 'Far 005001', '100 from 5000'],
      [52, 'Far 005101', '100 from 4840'],
      [100, 'Far 009901', '100 from 40'],
    ])('page %i begins with %s, read from the nearer end', async (n, title, from) => {
      expect(await page(n)).toEqual({ first: title, length: 100, asked: [from], statements: 2 })
    })

    test('the last page is what is left, and past it nothing is read', async () => {
      expect(await page(101)).toEqual({
        first: 'Far 010001',
        length: 40,
        asked: ['40 from 0'],
        statements: 2,
      })
      expect(await page(102)).toMatchObject({ length: 0, asked: [], statements: 1 })
    })

    test('the same downwards', async () => {
      expect((await page(51, '-title')).first).toBe('Far 005040')
      expect(await page(101, '-title')).toMatchObject({ first: 'Far 000040', asked: ['40 from 0'] })
    })

    test('a sort with missing values is turned round whole', async () => {
      await sql`update tasks set due_at = '2026-01-01' where title < 'Far 005000' and title like 'Far %'`.execute(
        db,
      )
      const byDue: Listing = {
        ...tasks,
        sorts: { dueAt: { by: plain('due_at'), nullable: true } },
      }
      for (const sort of ['dueAt', '-dueAt']) {
        const query = { page: 101, limit: 100, sort, search: '' }
        const { rows } = await listPage<Row>(db, byDue, query, far)
        const last = sort === 'dueAt' ? 'Far 010040' : 'Far 005000'
        expect([rows.length, rows.at(-1)?.title]).toEqual([40, last])
      }
    })
  })
})
