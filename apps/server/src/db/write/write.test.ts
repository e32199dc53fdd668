import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { taskStore } from '../../modules/tasks/tasks.store.ts'
import { citusUrl } from '../../testing/citus.ts'
import { engines, oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { counterFindings } from '../../testing/integrity.ts'
import { statementsOf } from '../../testing/statements.ts'
import type { Db } from '../connection/connection.ts'
import { dryRun, write } from './write.ts'
import type { WriteTransaction } from './write-transaction.ts'

const actor = { system: 'setup' } as const

/** Raises an error of the database with a code. */
const raise = (tx: Db, code: string) =>
  sql`do ${sql.raw(`$$ begin raise exception using errcode = '${code}', message = 'on purpose'; end $$`)}`.execute(
    tx,
  )

describe.each(oneEngine)('writes on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
  })
  afterAll(() => database.dispose())

  const task = async (id: string) =>
    await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const bill = async (id: string) =>
    await db.selectFrom('bills').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('adds rows in one statement, with defaults for what is left out', async () => {
    const ids = await create(db, 'tasks', { title: 'One' }, { title: 'Two', priority: 'urgent' })
    expect((await task(ids[0] ?? '')).priority).toBe('normal')
    expect((await task(ids[1] ?? '')).priority).toBe('urgent')
    const rows = [1, 2, 3].map((n) => ({
      id: `00000000-0000-7000-8000-00000000010${n}`,
      title: `Row ${n}`,
      description: null,
      assignee_id: null,
      due_at: null,
    }))
    await write(db, actor, ({ insert }) => insert('tasks', rows))
    for (const { id, title } of rows) expect((await task(id)).title).toBe(title)
  })

  test('adds nothing where there are no rows, and changes nothing where none is given', async () => {
    await write(db, actor, async ({ insert, update }) => {
      await insert('tasks', [])
      expect(await update('tasks', [], { title: 'Nobody' })).toEqual([])
    })
  })

  test('locks what exists, deleted or not, in one order', async () => {
    const ids = await create(db, 'posts', {}, { deleted_at: '2020-01-01T00:00:00.000Z' }, {})
    const unknown = '00000000-0000-7000-8000-000000000000'
    const found = await write(db, actor, ({ lock }) =>
      lock('posts', [...ids].reverse().concat(unknown)),
    )
    expect(found.map(({ id }) => id)).toEqual(ids)
  })

  test('changes exactly the rows given, and answers with them as they stand now', async () => {
    const ids = await create(db, 'bills', {}, {}, {})
    const [first = '', second = '', third = ''] = ids
    const before = await bill(first)
    const untouched = await bill(third)
    const after = await write(db, actor, async ({ lock, update }) =>
      update('bills', (await lock('bills', [second, first])).reverse(), {
        title: 'Changed',
        notes: 'by a test',
      }),
    )
    expect(after.map(({ id }) => id)).toEqual([first, second])
    expect(after[0]).toEqual(await bill(first))
    expect(after[0]).toMatchObject({ title: 'Changed', notes: 'by a test', amount: before.amount })
    expect(after[0]?.version).toBe(before.version + 1)
    expect(Date.parse(after[0]?.updated_at ?? '')).toBeGreaterThan(Date.parse(before.updated_at))
    expect(await bill(third)).toEqual(untouched)
  })

  test('leaves records that hold what is written already: version, time and audit log', async () => {
    const [same = '', other = ''] = await create(db, 'bills', { notes: 'n' }, { notes: 'o' })
    const [post = ''] = await create(db, 'posts', { text: 'As it is' })
    const entries = () => db.selectFrom('audit_entries').select('id').execute()
    const before = { bill: await bill(same), other: await bill(other), entries: await entries() }
    const after = await write(db, actor, async ({ lock, update }) => {
      await update('posts', await lock('posts', [post]), { text: 'As it is' })
      return await update('bills', await lock('bills', [same, other]), { notes: 'n' })
    })
    expect(after).toEqual([before.bill, await bill(other)])
    expect(await bill(same)).toEqual(before.bill)
    expect((await bill(other)).version).toBe(before.other.version + 1)
    const { created_at, updated_at } = await db
      .selectFrom('posts')
      .select(['created_at', 'updated_at'])
      .where('id', '=', post)
      .executeTakeFirstOrThrow()
    expect(updated_at).toBe(created_at)
    expect(await entries()).toHaveLength(before.entries.length + 1)
  })

  describe('of one row that is likely the only change', () => {
    const entriesOf = (id: string) =>
      db
        .selectFrom('audit_entries')
        .select(['action', 'before', 'after', 'batch'])
        .where('record_id', '=', id)
        .where('action', '<>', 'create')
        .orderBy('id')
        .execute()

    // Citus takes several statements for a table that it doesn’t know.
    test.skipIf(citusUrl)('are one statement with its audit entry and its counters', async () => {
      const [id = ''] = await create(db, 'tasks', { title: 'Alone' })
      const texts = await statementsOf(() =>
        write(db, actor, async ({ lock, updateAlone }) => {
          const [row] = await lock('tasks', [id])
          if (row)
            await updateAlone('tasks', row, { title: 'Changed', status: 'done' }, taskStore.listing)
        }),
      )
      expect(texts).toHaveLength(3)
      // A list of ids would be planned anew each time.
      expect(texts[0]).toMatch(/where "?id"? = \$1::uuid/)
      expect(texts[1]).toMatch(/where t\.id = \$\d+::uuid/)
      expect((await task(id)).title).toBe('Changed')
      expect(await entriesOf(id)).toEqual([
        {
          action: 'update',
          before: { title: 'Alone', status: 'todo' },
          after: { title: 'Changed', status: 'done' },
          batch: null,
        },
      ])
      expect(await counterFindings(db)).toEqual([])
    })

    // As above: the entry is written behind the change.
    test.skipIf(citusUrl)(
      'are written again where the database keeps another value than was given',
      async () => {
        const [id = ''] = await create(db, 'tasks', {})
        let runs = 0
        await write(db, actor, async ({ lock, updateAlone }) => {
          runs += 1
          const [row] = await lock('tasks', [id])
          if (row)
            await updateAlone(
              'tasks',
              row,
              { due_at: '2026-05-01T12:00:00+02:00' },
              taskStore.listing,
            )
        })
        expect(runs).toBe(2)
        const [entry, ...more] = await entriesOf(id)
        expect(more).toEqual([])
        expect(entry?.after).toEqual({ due_at: '2026-05-01T10:00:00.000Z' })
        expect((await task(id)).version).toBe(2)
      },
    )

    test('are one batch with whatever else changes, before or after', async () => {
      const [one = '', other = ''] = await create(db, 'tasks', {}, {})
      for (const order of [
        ['update', 'updateAlone'],
        ['updateAlone', 'update'],
      ] as const) {
        const title = order.join()
        await write(db, actor, async ({ lock, update, updateAlone }) => {
          const [first, second] = await lock('tasks', [one, other])
          for (const how of order) {
            if (how === 'update' && first) await update('tasks', [first], { title })
            else if (second) await updateAlone('tasks', second, { title }, taskStore.listing)
          }
        })
      }
      const entries = [await entriesOf(one), await entriesOf(other)]
      expect(entries.map((of) => of.length)).toEqual([2, 2])
      for (const n of [0, 1]) {
        expect(entries[0]?.[n]?.batch).not.toBeNull()
        expect(entries[0]?.[n]?.batch).toBe(entries[1]?.[n]?.batch)
      }
      expect(await counterFindings(db)).toEqual([])
    })

    test('write nothing where nothing changes', async () => {
      const [id = ''] = await create(db, 'tasks', { title: 'Same' })
      await write(db, actor, async ({ lock, updateAlone }) => {
        const [row] = await lock('tasks', [id])
        // Somebody's statement has made it so already; the row in hand doesn't know.
        if (row)
          await updateAlone(
            'tasks',
            { ...row, title: 'Older' },
            { title: 'Same' },
            taskStore.listing,
          )
      })
      expect(await entriesOf(id)).toEqual([])
      expect((await task(id)).version).toBe(1)
    })
  })

  test('writes of a record whose title has an emoji where it is clipped', async () => {
    const text = `${'x'.repeat(199)}😀 and more`
    const [id = ''] = await create(db, 'posts', { text })
    await write(db, actor, async ({ lock, update }) => {
      await update('posts', await lock('posts', [id]), { deleted_at: new Date().toISOString() })
    })
    const entries = await db
      .selectFrom('audit_entries')
      .select('title')
      .where('record_id', '=', id)
      .execute()
    expect(entries.map(({ title }) => title)).toEqual(['x'.repeat(199), 'x'.repeat(199)])
  })

  test('changes records that have no version', async () => {
    const [id = ''] = await create(db, 'posts', {})
    const post = () =>
      db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await post()
    await write(db, actor, async ({ lock, update }) => {
      await update('posts', await lock('posts', [id]), { text: 'Without a version' })
    })
    const after = await post()
    expect(after.text).toBe('Without a version')
    expect(after).not.toHaveProperty('version')
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
  })

  test('knows who acts, answers with what the work answers, and keeps nothing of work that fails', async () => {
    const [id = ''] = await create(db, 'tasks', { title: 'Kept' })
    const acted = await write(db, { user: id }, async (writing) => writing.actor)
    expect(acted).toEqual({ user: id })
    const failing = write(db, actor, async ({ lock, update }) => {
      await update('tasks', await lock('tasks', [id]), { title: 'Lost' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect((await task(id)).title).toBe('Kept')
  })

  /** Runs work that fails with a code so many times. @returns how often it ran, and what came of it */
  const failing = async (code: string, times: number) => {
    let runs = 0
    const end = await write(db, actor, async ({ tx }) => {
      runs += 1
      if (runs <= times) await raise(tx, code)
      return 'done'
    }).catch((error: { code?: string }) => error.code)
    return { runs, end }
  }

  test.each(['40001', '40P01'])(
    'runs work again that fails with %s, three times at the most',
    async (code) => {
      expect(await failing(code, 0)).toEqual({ runs: 1, end: 'done' })
      expect(await failing(code, 1)).toEqual({ runs: 2, end: 'done' })
      expect(await failing(code, 2)).toEqual({ runs: 3, end: 'done' })
      expect(await failing(code, 3)).toEqual({ runs: 3, end: code })
    },
  )

  test.each(['23505', '40002', '57014'])('runs work once that fails with %s', async (code) => {
    expect(await failing(code, 1)).toEqual({ runs: 1, end: code })
  })

  test('makes a dry run: says what it changes, and keeps neither that nor an entry', async () => {
    const [id = ''] = await create(db, 'tasks', { title: 'As it is' })
    const entries = async () =>
      (await sql`select 1 from audit_entries where record_id = ${id}`.execute(db)).rows.length
    const before = [await task(id), await entries(), await counterFindings(db)]
    const { result, changes } = await dryRun(db, actor, async ({ lock, updateAlone }) => {
      const [row] = await lock('tasks', [id])
      if (!row) throw new Error('no task')
      return await updateAlone('tasks', row, { title: 'As it would be' }, taskStore.listing)
    })
    expect(result).toMatchObject({ title: 'As it would be' })
    expect(changes).toMatchObject([
      { table: 'tasks', before: { title: 'As it is' }, after: { id, title: 'As it would be' } },
    ])
    expect([await task(id), await entries(), await counterFindings(db)]).toEqual(before)
    const failing = dryRun(db, actor, async () => {
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
  })

  test('runs work once that fails by itself', async () => {
    let runs = 0
    const work = async () => {
      runs += 1
      throw new Error('no code')
    }
    await expect(write(db, actor, work)).rejects.toThrow('no code')
    expect(runs).toBe(1)
  })
})

// The connections of the embedded engine share a session: there, nothing runs beside a transaction.
describe.each(engines.filter((engine) => engine === 'postgresql'))(
  'writes that meet on %s',
  (engine) => {
    let database: TestDatabase
    let db: Db
    beforeAll(async () => {
      database = await openTestDatabase(engine)
      db = database.connection.db
    })
    afterAll(() => database.dispose())

    const titles = async (ids: readonly string[]) => {
      const rows = await db.selectFrom('tasks').select('title').where('id', 'in', ids).execute()
      return rows.map(({ title }) => title).toSorted()
    }
    const change = async ({ lock, update }: WriteTransaction, id: string, title: string) => {
      await update('tasks', await lock('tasks', [id]), { title })
    }

    test('two that wait for each other both come through', async () => {
      const [a = '', b = ''] = await create(db, 'tasks', {}, {})
      let runs = 0
      const ended = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
      const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
      const work = async (me: 0 | 1, first: string, second: string) => {
        const other = me === 0 ? 1 : 0
        let tries = 0
        await write(db, actor, async (writing) => {
          runs += 1
          tries += 1
          // The one that was given up would only meet the other again.
          if (tries > 1) await ended[other].promise
          await change(writing, first, `By ${me}`)
          begun[me].resolve()
          await begun[other].promise
          await change(writing, second, `By ${me}`)
        })
        ended[me].resolve()
      }
      await Promise.all([work(0, a, b), work(1, b, a)])
      expect(runs).toBe(3)
      const [one, other] = await titles([a, b])
      expect(one).toBe(other)
    })

    /** Reads a record, has somebody else change it, and changes it then. @returns how often that ran */
    const overtaken = async (id: string, times: number) => {
      let runs = 0
      const end = await write(db, actor, async (writing) => {
        runs += 1
        await sql`set transaction isolation level repeatable read`.execute(writing.tx)
        await writing.tx.selectFrom('tasks').select('title').where('id', '=', id).execute()
        if (runs <= times) await write(db, actor, (other) => change(other, id, `Other ${runs}`))
        await change(writing, id, 'Mine')
        return 'done'
      }).catch((error: { code?: string }) => error.code)
      return { runs, end }
    }

    test('one that is overtaken runs again, and gives up after the third time', async () => {
      const [id = ''] = await create(db, 'tasks', {})
      expect(await overtaken(id, 2)).toEqual({ runs: 3, end: 'done' })
      expect(await titles([id])).toEqual(['Mine'])
      expect(await overtaken(id, 3)).toEqual({ runs: 3, end: '40001' })
      expect(await titles([id])).toEqual(['Other 3'])
    })
  },
)
