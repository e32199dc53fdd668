import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billStore } from '../../modules/bills/bills.store.ts'
import { postStore } from '../../modules/posts/posts.store.ts'
import { taskStore } from '../../modules/tasks/tasks.store.ts'
import { changeBySql } from '../../testing/change-by-sql.ts'
import { directly, engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { rowsScanned, tablesReadWhole } from '../../testing/scanned.ts'
import { foldDeltas } from '../counts/deltas.ts'
import type { PageQuery } from '../list/listing.ts'
import { listPage } from '../list/page.ts'
import { analyze } from '../statistics/analyze.ts'
import { notDeleted } from './conditions.ts'

const posts = 12_000
const people = 4_000

describe.each(engines)('a search on %s', (engine) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase(engine, directly)
    const { db } = test.connection
    await sql`
      insert into users (id, name, type, email)
      select md5('person' || n)::uuid, 'Anna Person ' || n, 'member', 'mail' || n || '@example.com'
      from generate_series(1, ${sql.lit(people)}) as n`.execute(db)
    await changeBySql(db)`
      insert into posts (id, author_id, text, created_at)
      select md5('post' || n)::uuid, md5('person' || n % ${sql.lit(people)} + 1)::uuid,
        'Market day ' || n, '2020-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, ${sql.lit(posts)}) as n`
    const [author_id] = await create(db, 'users', { name: 'Quentin Quill' })
    await create(db, 'posts', { author_id: author_id ?? null, created_at: '2019-01-01T00:00:00Z' })
    await foldDeltas(db)
    await analyze(db, ['users', 'posts'])
  })
  afterAll(() => test.dispose())

  const search = async (word: string, total?: PageQuery['total']) => {
    const query = { page: 1, limit: 25, sort: '-createdAt', search: word, total }
    return await listPage(test.connection.db, postStore.listing, query, [notDeleted])
  }
  const scanned = (word: string, total?: PageQuery['total']) =>
    rowsScanned(test.connection.db, () => search(word, total))

  it('finds people by their names without reading them all', async () => {
    const { db } = test.connection
    expect((await search('quill')).pagination.total).toBe(1)
    expect(await tablesReadWhole(db, () => search('quill', 'only'))).not.toContain('users')
    expect(await tablesReadWhole(db, () => search('quill', 'only'))).not.toContain('posts')
    expect(await scanned('quill', 'only')).toBeLessThan(50)
  })

  it.each(['m', 'ma', 'an', 'market', 'anna', 'day 1'])(
    'for %s, which many match, reads no more than the first rows of the order',
    async (word) => {
      const { rows, pagination } = await search(word, 'later')
      expect([rows.length, pagination.total, pagination.exact]).toEqual([25, 26, false])
      expect(await scanned(word, 'later')).toBeLessThan(12_000)
      const { db } = test.connection
      const whole = await tablesReadWhole(db, () => search(word, 'later'))
      expect(whole).not.toContain('posts')
    },
  )

  it('counts a word of many people once, and again only after a change', async () => {
    const { db } = test.connection
    const count = async () => (await search('anna', 'only')).pagination.total
    expect(await count()).toBe(posts)
    expect(await scanned('anna', 'only')).toBeLessThan(100)
    await sql`update posts set text = 'Anna' where text = ''`.execute(db)
    expect(await scanned('anna', 'only')).toBeLessThan(100)
    // A text that the word stands in, and a name that it stands in no longer.
    await changeBySql(db)`update users set name = 'Renamed' where name = 'Anna Person 7'`
    expect(await count()).toBe(posts - 3)
    await changeBySql(db)`
      update posts set text = 'Anna' where id = (
        select id from posts where author_id = md5('person7')::uuid limit 1)`
    expect(await count()).toBe(posts - 2)
    await foldDeltas(db)
    expect(await scanned('anna', 'only')).toBeLessThan(100)
    expect(await count()).toBe(posts - 2)
  })

  it('finds bills by amount and tasks by assignee without reading them all', async () => {
    const { db } = test.connection
    await sql`
      insert into bills (id, number, title, payer_name, amount, currency, created_at)
      select md5('bill' || n)::uuid, 'N-' || n, 'Hall', 'Somebody', n * 100, 'EUR',
        '2020-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 8000) as n`.execute(db)
    await changeBySql(db)`
      insert into tasks (id, title, assignee_id, created_at)
      select md5('task' || n)::uuid, 'Sweep', md5('person' || n % ${sql.lit(people)} + 1)::uuid,
        '2020-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 8000) as n`
    await foldDeltas(db)
    await analyze(db, ['bills', 'tasks'])
    const query = { page: 1, limit: 25, sort: '-createdAt', total: 'only' } as const
    // The way by names has its own test above, and a table of this size is read whole for it.
    const listing = { ...billStore.listing, searchedPeople: [] }
    const bills = () => listPage(db, listing, { ...query, search: '1,234.00' }, [])
    expect((await bills()).pagination.total).toBe(1)
    await changeBySql(db)`update bills set notes = 'x' where number = 'N-1'`
    expect(await tablesReadWhole(db, bills)).not.toContain('bills')
    const tasks = () => listPage(db, taskStore.listing, { ...query, search: 'person 3999' }, [])
    expect((await tasks()).pagination.total).toBe(2)
    await changeBySql(db)`update users set name = 'Nobody' where id = md5('person3999')::uuid`
    expect((await tasks()).pagination.total).toBe(0)
  })

  it('is planned for its own word, however often it comes', async () => {
    await test.connection.db.connection().execute(async (one) => {
      const query = { page: 1, limit: 25, sort: '-createdAt' }
      for (let time = 0; time < 6; time += 1) {
        const found = await listPage(one, postStore.listing, { ...query, search: 'quill' }, [])
        expect(found.pagination.total).toBe(1)
        await listPage(one, postStore.listing, { ...query, search: '' }, [])
      }
      const prepared = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement ilike '%posts%'
      `.execute(one)
      expect(prepared.rows).not.toEqual([])
      expect(prepared.rows.filter(({ statement }) => /\blike\b/.test(statement))).toEqual([])
    })
  })
})
