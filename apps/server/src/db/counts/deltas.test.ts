import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { counterFindings } from '../../testing/integrity.ts'
import type { Db } from '../connection/connection.ts'
import { notDeleted } from '../filters/conditions.ts'
import { write } from '../write/write.ts'
import { foldDeltas, foldSome } from './deltas.ts'
import { totalOf } from './totals.ts'

const totals = async (db: Db) => {
  const found = await sql<{ all: number; left: number }>`
    select ${totalOf('posts', [])} as all, ${totalOf('posts', [notDeleted])} as left`.execute(db)
  return found.rows[0]
}

const waiting = async (db: Db) => {
  const found = await sql<{
    n: number
  }>`select count(*) as n from counter_deltas where area = 'posts'`.execute(db)
  return found.rows[0]?.n
}

describe.each(engines)('counters on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  let ids: string[]
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
    const [author = ''] = await create(db, 'users', {})
    ids = Array.from({ length: 40 }, () => newId())
    const posts = ids.map((id) => ({ id, author_id: author, text: 'Market day' }))
    await write(db, { system: 'setup' }, ({ insert }) => insert('posts', posts))
  })
  afterAll(() => database.dispose())

  test('are exact before, between and after folding', async () => {
    // One for the combination that all of them have.
    expect(await waiting(db)).toBe(1)
    expect(await totals(db)).toEqual({ all: 40, left: 40 })
    await foldDeltas(db)
    expect(await waiting(db)).toBe(0)
    expect(await totals(db)).toEqual({ all: 40, left: 40 })
    await write(db, { system: 'setup' }, async ({ lock, update, purge }) => {
      const [first, second, ...others] = await lock('posts', ids.slice(0, 5))
      await update('posts', others, { deleted_at: new Date().toISOString() })
      await update('posts', first ? [first] : [], { text: 'Edited' })
      await purge('posts', second ? [second] : [])
    })
    expect(await totals(db)).toEqual({ all: 39, left: 36 })
    expect(await counterFindings(db)).toEqual([])
    // Some, then others, then all.
    for (const most of [1, 2, 100]) {
      await foldSome(db, most)
      expect(await totals(db)).toEqual({ all: 39, left: 36 })
      expect(await counterFindings(db)).toEqual([])
    }
    expect(await waiting(db)).toBe(0)
  })

  test('go back with what is rolled back', async () => {
    const before = await totals(db)
    const failed = write(db, { system: 'setup' }, async ({ tx, lock, purge }) => {
      await purge('posts', await lock('posts', ids))
      expect(await totals(tx)).toEqual({ all: 0, left: 0 })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await totals(db)).toEqual(before)
  })

  test('say by their version whether anything was changed since', async () => {
    const version = async () => {
      const found = await sql<{ n: number }>`
        select sum(n)::bigint as n from delta_versions where area = 'posts'`.execute(db)
      return found.rows[0]?.n ?? 0
    }
    const before = await version()
    await foldDeltas(db)
    expect(await version()).toBe(before)
    // Text is no facet, and a search depends on it all the same.
    await write(db, { system: 'setup' }, async ({ lock, update }) =>
      update('posts', await lock('posts', ids.slice(9, 10)), { text: 'Other words' }),
    )
    const after = await version()
    expect(after).toBeGreaterThan(before)
    await foldDeltas(db)
    expect(await version()).toBe(after)
  })
})

// Only there do two transactions stand beside each other.
describe.each(engines.filter((engine) => engine === 'postgresql'))('writers on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  let ids: string[]
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
    const [author = ''] = await create(db, 'users', {})
    const posts = Array.from({ length: 1_010 }, () => ({ author_id: author }))
    ids = await create(db, 'posts', ...posts)
    await foldDeltas(db)
  })
  afterAll(() => database.dispose())

  /** A change of one post that fails rather than wait for a lock. */
  const deleteAtOnce = (id: string | undefined) =>
    write(db, { system: 'setup' }, async ({ tx, lock, update }) => {
      await sql`set local lock_timeout = '1ms'`.execute(tx)
      await update('posts', await lock('posts', [id ?? '']), { deleted_at: '2026-01-01T00:00:00Z' })
    })

  const change = (id: string, patch: { text: string } | { deleted_at: null }) =>
    write(db, { system: 'setup' }, async ({ lock, update }) =>
      update('posts', await lock('posts', [id]), patch),
    )
  const setText = (id: string, text: string) => change(id, { text })
  const restore = (id: string) => change(id, { deleted_at: null })

  test('of one area, and one person’s records, never wait for each other, nor for an open batch', async () => {
    await write(db, { system: 'import', batch: newId() }, async ({ lock, update }) => {
      const batch = await lock('posts', ids.slice(10))
      await update('posts', batch, { deleted_at: '2026-01-01T00:00:00Z' })
      await Promise.all(ids.slice(0, 8).map(deleteAtOnce))
      // Nobody sees the batch yet, and everybody the others.
      expect(await totals(db)).toEqual({ all: 1_010, left: 1_002 })
      // Folding takes what there is, and does not wait for it either.
      await foldDeltas(db)
      await deleteAtOnce(ids[8])
    })
    expect(await totals(db)).toEqual({ all: 1_010, left: 1 })
    expect(await counterFindings(db)).toEqual([])
  })

  test('are not waited for by whoever folds', async () => {
    let stopped = false
    const writing = Promise.all(
      ids.slice(0, 4).map(async (id) => {
        for (let n = 0; !stopped; n += 1) await setText(id, `Text ${n}`)
      }),
    )
    for (let time = 0; time < 5; time += 1) await foldDeltas(db)
    stopped = true
    await writing
    expect(await counterFindings(db)).toEqual([])
  }, 20_000)

  test('fold once what several servers fold at once', async () => {
    const { left } = (await totals(db)) ?? { left: 0 }
    // The tenth is not deleted.
    const restored = ids.slice(0, 200)
    let done = false
    const folding = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!done) await foldSome(db, 7)
      }),
    )
    await Promise.all(restored.map((id) => restore(id).then(() => totals(db))))
    done = true
    await folding
    expect(await totals(db)).toEqual({ all: 1_010, left: left + 199 })
    await foldDeltas(db)
    expect(await counterFindings(db)).toEqual([])
  })
})
