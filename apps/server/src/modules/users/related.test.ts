import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { write } from '../../db/write/write.ts'
import { changeBySql } from '../../testing/change-by-sql.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const areas = [
  ['posts.list', 'posts', 'author_id', 'author'],
  ['bills.list', 'bills', 'payer_id', 'payer'],
  ['shoppingPosts.list', 'shopping_posts', 'seller_id', 'seller'],
  ['tasks.list', 'tasks', 'assignee_id', 'assignee'],
  ['events.list', 'events', 'host_id', 'host'],
] as const

describe.each(oneEngine)('what belongs to a person on %s', (engine) => {
  let server: TestApp
  let token: string
  beforeAll(async () => {
    server = await startTestApp(engine)
    token = (await server.signIn('owner')).token
  })
  afterAll(() => server.dispose())

  test.each(areas)(
    '%s counts it exactly, whatever happens to it',
    async (name, table, column, filter) => {
      const [ada = '', bo = ''] = await create(server.db, 'users', {}, {})
      const total = async (...people: string[]) => {
        const { body } = await server.call(name, { token, query: { [filter]: people, limit: 1 } })
        return (body.pagination ?? body.data.pagination).total
      }
      const ids = await create(
        server.db,
        table,
        ...Array(5).fill({ [column]: ada }),
        { [column]: bo },
        {},
      )
      expect(await total(ada)).toBe(5)
      expect(await total(bo)).toBe(1)
      expect(await total(ada, bo, ada)).toBe(6)

      const change = (id: string | undefined, patch: object) =>
        write(server.db, { system: 'setup' }, async ({ lock, update }) => {
          await update(table, await lock(table, [id ?? '']), patch)
        })
      await change(ids[0], { [column]: bo })
      expect([await total(ada), await total(bo)]).toEqual([4, 2])
      await change(ids[1], { [column]: null })
      expect(await total(ada)).toBe(3)
      if (table !== 'tasks' && table !== 'events') {
        await change(ids[2], { deleted_at: '2026-01-01T00:00:00Z' })
        expect(await total(ada)).toBe(2)
        if (table === 'shopping_posts') {
          const query = { seller: ada, includeDeleted: true }
          const all = await server.call(name, { token, query })
          expect(all.body.data.pagination.total).toBe(3)
        }
        await change(ids[2], { deleted_at: null })
      }
      await changeBySql(server.db)`delete from ${sql.table(table)} where id = ${ids[3]}`
      expect(await total(ada)).toBe(2)
    },
  )
})
