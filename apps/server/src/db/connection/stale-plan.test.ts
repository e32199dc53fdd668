import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { write } from '../write/write.ts'
import type { Db } from './connection.ts'
import { queryAll } from './query.ts'

describe.each(engines)('a table that gets a column while servers use it, on %s', (engine) => {
  let database: TestDatabase
  let id = ''
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    ;[id = ''] = await create(database.connection.db, 'tasks', { title: 'One' })
  })
  afterAll(() => database.dispose())

  const addColumn = (name: string) =>
    sql`alter table tasks add column ${sql.id(name)} text`.execute(database.connection.db)

  test('is read by statements that were prepared before', async () => {
    const read = () =>
      queryAll(database.connection.db)<object>`select * from tasks where id = ${id}`
    for (let times = 0; times < 6; times += 1) await read()
    await addColumn('first')
    expect(await read()).toEqual([expect.objectContaining({ title: 'One', first: null })])
    await addColumn('second')
    expect(await read()).toEqual([expect.objectContaining({ second: null })])
  })

  test('is written by transactions that were prepared before', async () => {
    const rename = (title: string) =>
      write(database.connection.db, { system: 'setup' }, async ({ lock, update }) =>
        update('tasks', await lock('tasks', [id]), { title }),
      )
    for (let times = 0; times < 6; times += 1) await rename(`Title ${times}`)
    await addColumn('third')
    expect(await rename('Other')).toEqual([
      expect.objectContaining({ title: 'Other', third: null }),
    ])
  })

  test('is found to have changed by one connection for all of them', async () => {
    const { db } = database.connection
    const inTransaction = (session: Db) =>
      session.transaction().execute((tx) => queryAll(tx)`select * from tasks where title = 'One'`)
    /** With as many connections as `outcomes`, all prepared before a column comes. */
    const onEach = async (outcomes: string[], left: number): Promise<string[]> => {
      if (left === 0) {
        await addColumn('fourth')
        return outcomes
      }
      return await db.connection().execute(async (session) => {
        for (let times = 0; times < 4; times += 1) await inTransaction(session)
        const all = await onEach(outcomes, left - 1)
        all.push(
          await inTransaction(session).then(
            () => 'read',
            ({ code }) => code,
          ),
        )
        return all
      })
    }
    expect(await onEach([], 4)).toEqual(['0A000', 'read', 'read', 'read'])
  })
})
