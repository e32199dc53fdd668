import { listings } from '@steward/contract/areas/listings'
import type { EndpointName } from '@steward/contract/calls/routes'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordTable } from '../../db/schema/tables.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { atScale } from '../../testing/scale.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const tables = {
  roles: 'roles.list',
  users: 'users.list',
  events: 'events.list',
  polls: 'polls.list',
  tasks: 'tasks.list',
  bills: 'bills.list',
  posts: 'posts.list',
  categories: 'categories.list',
  shopping_posts: 'shoppingPosts.list',
} as const satisfies Partial<Record<RecordTable, EndpointName>>
type Table = keyof typeof tables
const names = Object.keys(tables) as Table[]

/** Words that records are called by and searched for; some fold alike. */
const words = ['Ångström', 'angstrom', 'Straße', 'b', 'zebra', 'Éclair']
const word = fc.constantFrom(...words)
const nth = fc.nat(1000)
const soon = (n: number) => new Date(Date.UTC(2026, 0, 1 + (n % 20))).toISOString()

/** What is done to records; `pick` chooses among those that there are. */
type Step =
  | { does: 'create' | 'update' | 'batch'; table: Table; pick: number; word: string; n: number }
  | { does: 'delete' | 'restore' | 'purge'; table: Table; pick: number }
  | { does: 'move'; pick: number; below: number; place: number }
  | { does: 'add on top' | 'undo'; pick: number; word: string }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'create' as const,
        'update' as const,
        'update' as const,
        'batch' as const,
      ),
      table: fc.constantFrom(...names),
      pick: nth,
      word,
      n: nth,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('delete' as const, 'restore' as const, 'purge' as const),
      table: fc.constantFrom(...names),
      pick: nth,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      pick: nth,
      below: nth,
      place: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('add on top' as const, 'undo' as const),
      pick: nth,
      word,
    }),
  },
)

/** What a list is asked; the sorts and filters of the area, all of which any list can bear. */
const query = (table: Table): fc.Arbitrary<Record<string, string>> => {
  const area = listings[table === 'shopping_posts' ? 'shoppingPosts' : table]
  const search = 'search' in area ? area.search : 'search'
  const { status } = area.filters as { status?: unknown }
  const statuses = status ? area.statuses : []
  return fc
    .record({
      sort: fc.constantFrom(
        ...area.sorts
          .filter((sort) => sort !== 'lastActiveAt')
          .flatMap((sort) => [sort, `-${sort}`]),
      ),
      deleted: fc.constantFrom('none', 'none', 'only', 'all'),
      limit: fc.constantFrom('3', '100'),
      page: fc.constantFrom('1', '2'),
      [search]: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 2, arbitrary: word }),
      ...(statuses.length > 0 && { status: fc.constantFrom('', ...statuses) }),
    })
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')))
}

describe.each(oneEngine)('what stood at a moment, on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(
      engine,
      {},
      { logger: (await import('pino')).pino({ level: 'error' }) },
    )
    token = (await app.signIn('owner')).token
    await create(app.db, 'categories', {}, {})
    await create(app.db, 'users', ...words.map((name) => ({ name })))
  })
  afterAll(() => app.dispose())

  const idsOf = async (table: RecordTable, which = sql`true`): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where ${which} order by id`.execute(app.db)
    return rows.map(({ id }) => id)
  }
  const pickOf = async (table: RecordTable, n: number, which?: ReturnType<typeof sql<boolean>>) => {
    const ids = await idsOf(table, which)
    return ids[n % Math.max(1, ids.length)]
  }
  const actor = { system: 'setup' } as const

  /** Columns that somebody might change, of every kind that the lists sort, filter, join and sum by. */
  const columnsFor = async (table: Table, name: string, n: number): Promise<object> => {
    const who = n % 3 === 0 ? null : ((await pickOf('users', n)) ?? null)
    const category = n % 4 === 0 ? null : ((await pickOf('categories', n)) ?? null)
    const unique = `${name} ${newId().slice(-6)}`
    switch (table) {
      case 'roles':
        return { name: unique, description: name }
      case 'users': {
        const role = n % 2 === 0 ? ((await pickOf('roles', n)) ?? null) : null
        return {
          name,
          location: name,
          type: 'admin',
          role_id: role,
          email: `${newId()}@example.com`,
        }
      }
      case 'events':
        return {
          title: name,
          starts_at: soon(n),
          host_id: who,
          host_name: who ? null : name,
          attendee_count: n,
          online: n % 2 === 0,
        }
      case 'polls':
        return {
          title: name,
          author_id: who,
          response_count: n,
          status: n % 2 ? 'open' : 'draft',
          closes_at: n % 3 ? soon(n) : null,
        }
      case 'tasks':
        return {
          title: name,
          assignee_id: who,
          due_at: n % 3 ? soon(n) : null,
          priority: n % 2 ? 'high' : 'low',
          status: n % 3 ? 'todo' : 'done',
        }
      case 'bills':
        return {
          number: unique,
          title: name,
          payer_id: who,
          payer_name: name,
          amount: n,
          currency: n % 2 ? 'EUR' : 'USD',
          status: n % 3 ? 'due' : 'void',
          due_at: n % 3 ? soon(n) : null,
        }
      case 'posts':
        return { text: name, author_id: who, category_id: category, like_count: n }
      case 'categories':
        return { name: unique, description: name, ...(n % 2 && { status: 'inactive' }) }
      case 'shopping_posts':
        return {
          title: name,
          seller_id: who,
          category_id: category,
          price: n,
          status: n % 2 ? 'available' : 'sold',
        }
    }
  }

  const changeOne = (
    table: Table,
    id: string | undefined,
    change: (writing: WriteTransaction, rows: never[]) => Promise<unknown>,
  ) =>
    id &&
    write(app.db, actor, async (writing) =>
      change(writing, (await writing.lock(table, [id])) as never[]),
    )

  const isLive = (table: Table) =>
    table === 'roles'
      ? sql<boolean>`not system and status <> 'deleted'`
      : sql<boolean>`deleted_at is null`
  const isGone = (table: Table) =>
    table === 'roles' ? sql<boolean>`status = 'deleted'` : sql<boolean>`deleted_at is not null`

  /** Who signs in, and their role, stay as they are. */
  const besides = sql<boolean>`id not in (select user_id from sessions) and id not in (select role_id from users where role_id is not null)
    and id not in (select parent_id from categories where parent_id is not null)`

  const take = async (step: Step): Promise<void> => {
    switch (step.does) {
      case 'create':
        await create(app.db, step.table, (await columnsFor(step.table, step.word, step.n)) as never)
        return
      case 'batch': {
        const columns = await columnsFor(
          step.table === 'categories' || step.table === 'roles' ? 'posts' : step.table,
          step.word,
          step.n,
        )
        const table = step.table === 'categories' || step.table === 'roles' ? 'posts' : step.table
        const [like] = await create(app.db, table, columns as never)
        const row = await app.db
          .selectFrom(table as 'posts')
          .selectAll()
          .where('id', '=', like ?? '')
          .executeTakeFirstOrThrow()
        const {
          search: _,
          priority_rank: __,
          tree_key: ___,
          ...own
        } = row as typeof row & Record<string, unknown>
        const rows = [1, 2, 3].map(() => {
          const id = newId()
          const fresh = { email: `${id}@example.com`, number: id }
          return {
            ...own,
            id,
            ...Object.fromEntries(Object.entries(fresh).filter(([column]) => column in own)),
          }
        })
        await write(app.db, { system: 'import', batch: newId() }, ({ insert }) =>
          insert(table as 'posts', rows as never),
        )
        return
      }
      case 'update': {
        const columns = await columnsFor(step.table, step.word, step.n)
        const id = await pickOf(
          step.table,
          step.pick,
          sql<boolean>`${isLive(step.table)} and ${besides}`,
        )
        await changeOne(step.table, id, ({ update }, rows) =>
          update(step.table, rows, columns as never),
        )
        return
      }
      case 'delete':
      case 'restore': {
        const deletes = step.does === 'delete'
        const which = deletes ? isLive(step.table) : isGone(step.table)
        const at = deletes ? new Date().toISOString() : null
        const id = await pickOf(step.table, step.pick, sql<boolean>`${which} and ${besides}`)
        const status = step.table === 'roles' ? { status: deletes ? 'deleted' : 'active' } : {}
        await changeOne(step.table, id, ({ update }, rows) =>
          update(step.table, rows, { deleted_at: at, ...status } as never),
        )
        return
      }
      case 'purge': {
        const id = await pickOf(
          step.table,
          step.pick,
          sql<boolean>`${isGone(step.table)} and ${besides}`,
        )
        await changeOne(step.table, id, ({ purge }, rows) => purge(step.table, rows))
        return
      }
      case 'move': {
        const id = (await pickOf('categories', step.pick, isLive('categories'))) ?? ''
        const below =
          step.below % 3 === 0 ? null : await pickOf('categories', step.below, isLive('categories'))
        await app.call('categories.update', {
          token,
          params: { id },
          body: { parent: below ?? null, position: step.place },
        })
        return
      }
      case 'add on top': {
        // As far up as a sort key goes, so that they are dealt anew.
        const which = sql<boolean>`parent_id is null and deleted_at is null and position > -999999999`
        const id = await pickOf('categories', step.pick, which)
        await changeOne('categories', id, ({ update }, rows) =>
          update('categories', rows, { position: -999_999_999 }),
        )
        await app.call('categories.create', {
          token,
          body: { name: `${step.word} ${newId().slice(-6)}` },
        })
        return
      }
      case 'undo': {
        const { rows } = await sql<{ id: number }>`
          select id from audit_entries where area not in ('accounts', 'users', 'roles') and action <> 'purge'
          order by id desc limit 8`.execute(app.db)
        const id = String(rows[step.pick % Math.max(1, rows.length)]?.id ?? 0)
        await app.call('auditLog.undo', { token, params: { id } })
      }
    }
  }

  const asks = fc.record(
    Object.fromEntries(
      names.map((table) => [table, fc.array(query(table), { minLength: 2, maxLength: 2 })]),
    ),
  )

  const ask = async (name: EndpointName, query: object) => {
    const { status, body } = await app.call(name, { token, query: { ...query } })
    expect([name, query, status, body.message]).toEqual([name, query, 200, body.message])
    // When people were last active is no change that anything tells of.
    return JSON.parse(
      JSON.stringify(body).replaceAll(/"lastActiveAt":("[^"]*"|null)/g, '"lastActiveAt":null'),
    )
  }

  const now = async (): Promise<string> => {
    await new Promise((go) => setTimeout(go, 3))
    const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(app.db)
    await new Promise((go) => setTimeout(go, 3))
    return rows[0]?.at ?? ''
  }

  type Copy = { moment: string; list: EndpointName; query: object; body: unknown }
  const copies: Copy[] = []

  test('is what the lists answered then', async () => {
    const histories = fc.record({
      stretches: fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), {
        minLength: 2,
        maxLength: 4,
      }),
      asks,
    })
    await fc.assert(
      fc.asyncProperty(histories, async ({ stretches, asks }) => {
        const own: Copy[] = []
        for (const steps of stretches) {
          for (const step of steps) await take(step)
          const moment = await now()
          for (const table of names) {
            const queries = [...(asks[table] ?? [])]
            for (const query of queries) {
              const list = tables[table]
              own.push({ moment, list, query, body: await ask(list, query) })
              if (table === 'bills')
                own.push({
                  moment,
                  list: 'bills.totals',
                  query,
                  body: await ask('bills.totals', query),
                })
            }
          }
          // Some of what stood before, too, with all that has come since.
          for (const copy of own.slice(0, 12)) {
            expect({
              ...copy,
              body: await ask(copy.list, { ...copy.query, asOf: copy.moment }),
            }).toEqual(copy)
          }
        }
        for (const copy of [...own, ...copies.slice(-20)]) {
          expect({
            ...copy,
            body: await ask(copy.list, { ...copy.query, asOf: copy.moment }),
          }).toEqual(copy)
        }
        copies.push(...own)
      }),
      { numRuns: atScale ? 20 : 3, endOnFailure: true },
    )
  }, 180_000)
})
