import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { respaceKeys } from '../../modules/categories/tree.store.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { integrityFindings } from '../../testing/integrity.ts'
import { write } from './write.ts'
import type { WriteTransaction } from './write-transaction.ts'

describe.each(oneEngine)('the order of the whole tree of categories on %s', (engine) => {
  let database: TestDatabase
  const [root, other, below, leaf] = [newId(), newId(), newId(), newId()]
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.dispose())

  const change = (work: (writing: WriteTransaction) => Promise<unknown>) =>
    write(database.connection.db, { system: 'setup' }, work)
  const order = async () => {
    const { db } = database.connection
    expect(await integrityFindings(db)).toEqual([])
    const rows = await db.selectFrom('categories').select('slug').orderBy('tree_key').execute()
    return rows.map(({ slug }) => slug)
  }
  const row = (id: string, slug: string, parent_id: string | null, position: number) => ({
    id,
    name: slug,
    slug,
    parent_id,
    position,
  })

  test('follows an insert of a parent with all below it', async () => {
    await change(({ insert }) =>
      insert('categories', [
        row(leaf, 'leaf', below, 0),
        row(root, 'root', null, 5),
        row(below, 'below', root, 0),
        row(other, 'other', null, 7),
      ]),
    )
    expect(await order()).toEqual(['root', 'below', 'leaf', 'other'])
  })

  test('follows a batch, whose rows are not returned', async () => {
    const batch = newId()
    await write(database.connection.db, { user: null, batch }, ({ insert }) =>
      insert('categories', [row(newId(), 'first', null, 1), row(newId(), 'second', null, 2)]),
    )
    expect(await order()).toEqual(['first', 'second', 'root', 'below', 'leaf', 'other'])
  })

  test('follows a move with all below it', async () => {
    await change(async ({ lock, update }) =>
      update('categories', await lock('categories', [below]), { parent_id: other }),
    )
    expect(await order()).toEqual(['first', 'second', 'root', 'other', 'below', 'leaf'])
    await change(async ({ lock, update }) =>
      update('categories', await lock('categories', [other]), { position: -1 }),
    )
    expect(await order()).toEqual(['other', 'below', 'leaf', 'first', 'second', 'root'])
  })

  test('follows siblings that get new sort keys', async () => {
    await respaceKeys(database.connection.db, null)
    expect(await order()).toEqual(['other', 'below', 'leaf', 'first', 'second', 'root'])
  })
})
