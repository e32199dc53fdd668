import { maxCategoryLevels } from '@steward/contract/categories/categories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connection/connection.ts'
import type { Failure } from '../../http/failure.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { freeSlug, keyOfPlace, mustFitBelow } from './categories.rules.ts'

const deleted_at = '2026-01-01T00:00:00.000Z'

describe.each(oneEngine)('places in the tree of categories on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
  })
  afterAll(() => database.dispose())
  beforeEach(async () => {
    await db.deleteFrom('categories').execute()
  })

  /** Categories each below the one before. */
  const chain = async (levels: number, parent: string | null = null) => {
    const ids: string[] = []
    for (let level = 0; level < levels; level += 1) {
      const [id = ''] = await create(db, 'categories', { parent_id: ids.at(-1) ?? parent })
      ids.push(id)
    }
    return ids as [string, ...string[]]
  }
  const refused = (parent: string, id: string | null) =>
    mustFitBelow(db, parent, id).then(
      () => null,
      (failure: Failure) => ({
        code: failure.code,
        message: failure.message,
        errors: failure.fields(),
      }),
    )
  const atParent = (msg: string) => ({
    code: 'invalid',
    message: msg,
    errors: [{ path: 'parent', msg }],
  })

  test('a parent must be there, and not deleted', async () => {
    const absent = atParent('The parent category doesn’t exist.')
    const [gone = ''] = await create(db, 'categories', { deleted_at })
    expect(await refused(gone, null)).toEqual(absent)
    expect(await refused('00000000-0000-7000-8000-000000000000', null)).toEqual(absent)
    const [root] = await chain(1)
    expect(await refused(root, null)).toBeNull()
  })

  test('nothing stands below itself', async () => {
    const [root, middle = '', leaf = ''] = await chain(3)
    const circle = atParent('A category can’t be moved into itself or one of its subcategories.')
    expect(await refused(root, root)).toEqual(circle)
    expect(await refused(leaf, root)).toEqual(circle)
    expect(await refused(leaf, middle)).toEqual(circle)
    expect(await refused(root, leaf)).toBeNull()
  })

  test('levels are counted with all that moves along', async () => {
    const tooDeep = atParent(`Categories can be nested at most ${maxCategoryLevels} levels deep.`)
    const ids = await chain(maxCategoryLevels)
    const last = ids.at(-1) ?? ''
    const above = ids.at(-2) ?? ''
    expect(await refused(last, null)).toEqual(tooDeep)
    expect(await refused(above, null)).toBeNull()
    const [two] = await chain(2)
    const [one] = await chain(1)
    expect(await refused(above, two)).toEqual(tooDeep)
    expect(await refused(above, one)).toBeNull()
    expect(await refused(ids.at(-3) ?? '', two)).toBeNull()
  })

  const siblings = async (...positions: number[]) =>
    await create(db, 'categories', ...positions.map((position) => ({ position })))
  const positions = async () => {
    const rows = await db.selectFrom('categories').select(['id', 'position']).execute()
    return new Map(rows.map(({ id, position }) => [id, position]))
  }

  test('a place is a key before, between or after its siblings', async () => {
    expect(await keyOfPlace(db, null, null, 0)).toBe(0)
    await siblings(0, 100, 1001)
    expect(await keyOfPlace(db, null, null, 0)).toBe(-1024)
    expect(await keyOfPlace(db, null, null, 1)).toBe(50)
    expect(await keyOfPlace(db, null, null, 2)).toBe(550)
    expect(await keyOfPlace(db, null, null, 3)).toBe(1001 + 1024)
    expect(await keyOfPlace(db, null, null, 99)).toBe(1001 + 1024)
  })

  test('the one that moves is no sibling of its own', async () => {
    const [first = ''] = await siblings(0, 100)
    expect(await keyOfPlace(db, null, first, 0)).toBe(100 - 1024)
    expect(await keyOfPlace(db, null, first, 1)).toBe(100 + 1024)
  })

  test('keys are dealt anew where there is no room between two', async () => {
    const [first = '', second = ''] = await siblings(7, 8)
    expect(await keyOfPlace(db, null, null, 1)).toBe(1024 + 512)
    expect(await positions()).toEqual(
      new Map([
        [first, 1024],
        [second, 2048],
      ]),
    )
    const [twin = ''] = await siblings(2048)
    // Between two equal keys there is no room either, and twins stay in the order of their ids.
    expect(await keyOfPlace(db, null, null, 2)).toBe(2048 + 512)
    expect((await positions()).get(twin)).toBe(3072)
  })

  test('keys are dealt anew before they grow beyond what is stored', async () => {
    const [last = ''] = await siblings(999_999_990)
    expect(await keyOfPlace(db, null, null, 1)).toBe(2048)
    expect((await positions()).get(last)).toBe(1024)
    await db.updateTable('categories').set({ position: -999_999_990 }).execute()
    expect(await keyOfPlace(db, null, null, 0)).toBe(0)
    await db
      .updateTable('categories')
      .set({ position: 1_000_000_000 - 1025 })
      .execute()
    expect(await keyOfPlace(db, null, null, 1)).toBe(999_999_999)
    await db
      .updateTable('categories')
      .set({ position: 1_000_000_000 - 1024 })
      .execute()
    expect(await keyOfPlace(db, null, null, 1)).toBe(2048)
  })

  test('a slug that is taken gets a number', async () => {
    expect(await freeSlug(db, 'Music')).toBe('music')
    await create(db, 'categories', { slug: 'music' }, { slug: 'music-2' }, { slug: 'music-4' })
    expect(await freeSlug(db, 'Music')).toBe('music-3')
    expect(await freeSlug(db, 'Mus')).toBe('mus')
    await create(db, 'categories', { slug: 'gone', deleted_at })
    expect(await freeSlug(db, 'Gone')).toBe('gone')
  })
})
