import type { Route } from '@steward/contract/calls/route'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { RowCondition } from '@steward/contract/permissions/conditions'
import { allPermissions } from '@steward/contract/permissions/permissions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RecordTable, tableOf } from '../../db/schema/tables.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { guardedCalls } from '../../testing/calls.ts'
import { seedCommunity } from '../../testing/community.ts'
import { narrowedAreas, submodulesOf } from '../../testing/conditions-model.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import type { GuardedName } from '../../testing/guarded-call.ts'
import { atScale } from '../../testing/scale.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

/** What answers that may tell of anything are compared without. */
const exceptions: Partial<Record<GuardedName, string>> = {
  'bills.nextNumber': 'a number is used once, whoever sees its bill',
  'permissions.why': 'names colleagues to whoever works here',
  'permissions.holders': 'names colleagues to whoever works here',
  'identityProviders.list': 'makes an id for the next one',
  'users.activity': 'counts these calls, of one’s own account',
  'live.stream': 'has no end; live.test.ts reads it',
  'accessReview.file': 'is noted in the audit log',
}

/** The columns of hidden fields, and of what people change, by table. */
const changed = {
  users: { phone: '0999', location: 'Elsewhere' },
  events: { title: 'Angstrom elsewhere', attendee_count: 99 },
  polls: { title: 'Angstrom elsewhere', response_count: 99 },
  tasks: { title: 'Angstrom elsewhere', status: 'done' },
  bills: { title: 'Angstrom elsewhere', amount: 123_456, status: 'due' },
  posts: { text: 'Angstrom elsewhere', report_count: 50 },
  shopping_posts: { title: 'Angstrom elsewhere', price: 1, status: 'sold' },
} as const
const hidden = {
  events: { description: 'Angstrom hidden' },
  polls: { description: 'Hidden' },
  tasks: { description: 'Hidden' },
  bills: { notes: 'Angstrom hidden' },
} as const

const names = Object.keys(guardedCalls) as GuardedName[]
const reading = names.filter((name) => {
  const route: Route = routes[name as EndpointName]
  return route.method === 'GET' && !route.changesState && !(name in exceptions)
})

const round = fc.record({
  /** The day before which records aren't seen, for each area. */
  days: fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 8, maxLength: 8 }),
  does: fc.constantFrom('change', 'delete', 'add', 'purge', 'hidden field'),
})

describe.each(oneEngine)('what isn’t seen, on %s', (engine) => {
  let app: TestApp
  let token = ''
  let role = ''
  beforeAll(async () => {
    app = await startTestApp(engine, { trashDays: 100_000 })
    const me = await app.signIn(allPermissions)
    ;({ token, roleId: role } = me)
    await seedCommunity(app.db, me.userId)
  })
  afterAll(() => app.dispose())

  /** Everything that the person is answered, without times of changes. */
  const answers = async () => {
    const told: Record<string, string> = {}
    const add = async (name: EndpointName, call: object = {}, key: string = name) => {
      const { status, headers, body } = await app.call(name, { token, ...call })
      const text = JSON.stringify({ status, body, etag: headers['etag'] })
      told[key] = text
        .replaceAll(
          /"(updatedAt|lastSeenAt|lastActiveAt|lastUsedAt|expiresAt)":("[^"]*"|null)/g,
          '',
        )
        .replaceAll(/"(version|uses)":\d+/g, '')
    }
    for (const name of reading) {
      const { about, request } = guardedCalls[name]
      const ids = about ? (firstIds.get(about) ?? []) : ['']
      for (const id of ids)
        await add(name, request({ id, plainRole: '', need: undefined }) as object, `${name} ${id}`)
      if (!/\.list/.test(name)) continue
      for (const query of [
        { search: 'angstrom' },
        { deleted: 'all', limit: 3 },
        { total: 'later' },
      ])
        await add(name, { query }, `${name} ${JSON.stringify(query)}`)
    }
    for (const search of ['angstrom', 'angstram', 'elsewhere', 'zebra', 'b'])
      await add('search.everywhere', { query: { search } }, `search ${search}`)
    return told
  }
  const firstIds = new Map<string, string[]>()

  /** Changes what isn't seen of the records from before a day, or hidden fields of the others. */
  const interfere = async (does: string, before: ReadonlyMap<RecordTable, string>) => {
    for (const [table, day] of before) {
      const { rows } = await sql<{ id: string; old: boolean; gone: boolean }>`
        select id, created_at < ${day}::timestamptz as old, deleted_at is not null as gone
        from ${sql.table(table)}
        where id not in (select user_id from sessions)
        order by id`.execute(app.db)
      const actor = { system: 'setup' } as const
      const old = rows.filter((row) => row.old)
      const patch = changed[table as keyof typeof changed]
      const more = {
        users: { email: `${newId()}@example.com`, type: 'member' },
        bills: { number: newId() },
      }
      if (does === 'add') {
        await create(app.db, table, {
          ...patch,
          ...more[table as keyof typeof more],
          created_at: '2001-01-01T00:00:00.000Z',
        } as never)
        continue
      }
      const of = hidden[table as keyof typeof hidden]
      if (does === 'hidden field' && !of) continue
      const picked =
        does === 'hidden field'
          ? rows.filter((row) => !row.old)
          : does === 'purge'
            ? old.filter((row) => row.gone).slice(0, 1)
            : old.slice(0, 4)
      await write(app.db, actor, async ({ lock, update, purge }) => {
        const locked = await lock(
          table,
          picked.map(({ id }) => id),
        )
        if (does === 'purge' && table !== 'users') await purge(table, locked)
        else if (does === 'delete')
          await update(table, locked, { deleted_at: new Date().toISOString() } as never)
        else if (does === 'hidden field') await update(table, locked, of as never)
        else await update(table, locked, patch as never)
      })
    }
  }

  test('changes no answer, whatever becomes of it', async () => {
    for (const area of narrowedAreas) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(tableOf(area))} order by created_at desc, id limit 1`.execute(
        app.db,
      )
      firstIds.set(
        tableOf(area),
        rows.map(({ id }) => id),
      )
    }
    await fc.assert(
      fc.asyncProperty(round, async ({ days, does }) => {
        const before = new Map<RecordTable, string>()
        const conditions: RowCondition[] = narrowedAreas.flatMap((area, n) => {
          const day = new Date(Date.UTC(2001, 0, days[n] ?? 2)).toISOString()
          before.set(tableOf(area) as RecordTable, day)
          const where = { 'createdAt.from': day }
          return submodulesOf(area).map((of) => ({ ...of, action: 'list', where }))
        })
        const fieldRules = [
          ['Community', 'Events', 'description'],
          ['Community', 'Polls and surveys', 'description'],
          ['Operations', 'Tasks', 'description'],
          ['Operations', 'Bills', 'notes'],
        ].map(([module, submodule, field]) => ({
          module,
          submodule,
          hidden: [field],
          readOnly: [],
        }))
        await sql`update roles set conditions = ${JSON.stringify(conditions)}::jsonb,
          field_rules = ${JSON.stringify(fieldRules)}::jsonb where id = ${role}`.execute(app.db)
        const first = await answers()
        await interfere(does, before)
        const second = await answers()
        const different = Object.entries(second).flatMap(([name, text]) => {
          const before = first[name] ?? ''
          if (text === before) return []
          const at = [...text].findIndex((letter, n) => letter !== before[n])
          const about = (some: string) => some.slice(Math.max(0, at - 120), at + 120)
          return [{ does, name, before: about(before), after: about(text) }]
        })
        expect(different).toEqual([])
      }),
      { numRuns: atScale ? 200 : 5, endOnFailure: true },
    )
  }, 600_000)
})
