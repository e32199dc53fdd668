import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { foldDeltas } from '../db/counts/deltas.ts'
import { write } from '../db/write/write.ts'
import { newId } from '../ids.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from './database.ts'
import { create } from './factories.ts'
import { integrityFindings } from './integrity.ts'

describe.each(oneEngine)('the look at everything that must be true on %s', (engine) => {
  let database: TestDatabase
  let ids: string[]
  beforeEach(async () => {
    database = await openTestDatabase(engine, { writesBySql: true })
    const { db } = database.connection
    const [author = ''] = await create(db, 'users', {})
    await create(db, 'categories', { name: 'Games' })
    ids = await create(db, 'posts', { author_id: author }, { author_id: author }, {})
    const batch = newId()
    const rows = [1, 2].map((n) => ({ id: newId(), text: `Imported ${n}` }))
    await write(db, { user: null, batch }, ({ insert }) => insert('posts', rows))
    await write(db, { system: 'setup' }, async ({ lock, update, purge }) => {
      const [first, second] = await lock('posts', ids.slice(0, 2))
      await update('posts', first ? [first] : [], { text: 'Edited' })
      await purge('posts', second ? [second] : [])
    })
    await foldDeltas(db)
  })
  afterEach(() => database.dispose())

  /** As whoever owns the database can, past every trigger. */
  const tamper = (statement: string) =>
    database.connection.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
    })

  test('finds nothing where nothing is wrong', async () => {
    expect(await integrityFindings(database.connection.db)).toEqual([])
  })

  test.each([
    ['a record that no entry made', `insert into posts (id, text) values (gen_random_uuid(), 'x')`],
    ['a lost record', `delete from posts where text = 'Edited'`],
    ['a lost record of a frame', `delete from posts where text = 'Imported 1'`],
    ['a lost change', `update posts set text = 'Before' where text = 'Edited'`],
    [
      'a deletion that nothing tells of',
      `update posts set deleted_at = now() where text = 'Edited'`,
    ],
    ['a lost entry', `delete from audit_entries where action = 'update'`],
    [
      'an entry that tells it otherwise',
      `update audit_entries set title = 'y' where action = 'purge'`,
    ],
    ['a counter', `update counters set n = n + 1 where area = 'posts'`],
    ['a lost counter', `delete from counters where area = 'posts'`],
    ['a counter by person', `update person_counters set n = n + 1 where area = 'posts'`],
    ['a counter by day', `update daily_counters set n = n + 1 where area = 'posts'`],
    ['a misplaced category', `update categories set tree_key = '' where name = 'Games'`],
    ['a delta', `insert into counter_deltas (area, n, facets) values ('posts', 1, '{}')`],
  ])('finds %s', async (_, statement) => {
    expect(await integrityFindings(database.connection.db)).toEqual([])
    await tamper(statement)
    expect(await integrityFindings(database.connection.db)).not.toEqual([])
  })
})
