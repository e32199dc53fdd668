import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import { Failure } from '../../http/failure.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { type Apply, applyToEach, decideStatus } from './bulk.ts'

const post = {
  table: 'shopping_posts' as const,
  what: 'offer',
  name: (row: { title: string }) => row.title,
}
const unknown = '00000000-0000-7000-8000-000000000000'
const before = '2020-01-01T00:00:00.000Z'

describe.each(oneEngine)('actions on many records on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
  })
  afterAll(() => database.dispose())

  const made = async () =>
    (await create(
      db,
      'shopping_posts',
      { title: 'Live', updated_at: before },
      { title: 'Deleted', deleted_at: before, updated_at: before },
    )) as [string, string]
  const run = async (apply: Apply, ids: string[], status?: string) => {
    const patch = status ? { status } : null
    const outcome = await write(db, { system: 'setup' }, (writing) => apply(writing, ids, patch))
    const failures = outcome.failures.map((each) => ({ ...each, message: String(each.message) }))
    return { ...outcome, failures }
  }
  const row = (id: string) =>
    db.selectFrom('shopping_posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('changes, leaves and refuses as is decided, and names what never was', async () => {
    const [live, deleted] = await made()
    const [other] = await made()
    const apply = applyToEach({
      ...post,
      decide: () => (row) => {
        if (row.deleted_at) return 'same'
        if (row.id !== live) throw new Failure('conflict', 'Not this one.')
        return undefined
      },
      change: (writing, rows) => writing.update('shopping_posts', rows, { price: 7 }),
    })
    expect(await run(apply, [unknown, live, deleted, other])).toMatchObject({
      changed: [live],
      unchanged: 1,
      failures: [
        { id: unknown, name: null, message: 'There is no such offer.' },
        { id: other, name: 'Live', message: 'Not this one.' },
      ],
    })
    expect((await row(live)).price).toBe(7)
    for (const id of [deleted, other])
      expect(await row(id)).toMatchObject({ price: 500, updated_at: before })
  })

  test('sets a status where it differs, and not on what is deleted', async () => {
    const [live, deleted] = await made()
    const apply = applyToEach({
      ...post,
      decide: decideStatus('offer'),
      change: (writing, rows, status) =>
        writing.update('shopping_posts', rows, { status: status as 'sold' }),
    })
    const refused = { id: deleted, name: 'Deleted', message: 'The offer was deleted.' }
    expect(await run(apply, [deleted, live], 'sold')).toMatchObject({
      changed: [live],
      unchanged: 0,
      failures: [refused],
    })
    expect((await row(live)).status).toBe('sold')
    expect((await row(deleted)).status).toBe('available')
    expect(await run(apply, [live], 'sold')).toEqual({ changed: [], unchanged: 1, failures: [] })
  })

  test('lets a decision see the locked rows and the status asked for', async () => {
    const [live, deleted] = await made()
    const seen: unknown[] = []
    const apply = applyToEach({
      ...post,
      decide: async ({ actor }, rows, status) => {
        seen.push(actor, rows.map(({ title }) => title).toSorted(), status)
        return () => 'same'
      },
      change: async () => {},
    })
    expect(await run(apply, [live, deleted])).toMatchObject({ unchanged: 2 })
    expect(seen).toEqual([{ system: 'setup' }, ['Deleted', 'Live'], ''])
  })
})
