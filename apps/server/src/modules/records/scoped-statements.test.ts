import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import {
  type FieldRule,
  hasConditions,
  type RowCondition,
} from '@steward/contract/permissions/conditions'
import { allPermissions } from '@steward/contract/permissions/permissions'
import { userSubmodule } from '@steward/contract/users/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RecordTable, tableOf } from '../../db/schema/tables.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { guardedCalls, typeOf } from '../../testing/calls.ts'
import { seedCommunity } from '../../testing/community.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import type { GuardedName } from '../../testing/guarded-call.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { statementsOf } from '../../testing/statements.ts'

const narrowed = (Object.keys(areas) as AreaName[]).filter(hasConditions)
const tables = narrowed.map(tableOf) as RecordTable[]
const where = { 'createdAt.from': '1999-01-01T00:00:00.000Z', 'createdAt.last': '3650d' }
/** The condition of every scope, as it's compiled. */
const condition =
  /created_at"? >= \$\d+::timestamptz and .{0,40}created_at"? >= now\(\) \+ make_interval/

const conditions: RowCondition[] = narrowed.flatMap((name) => {
  const { module, title }: Area = areas[name]
  const submodules = name === 'users' ? Object.values(userSubmodule) : [title]
  return submodules.map((submodule) => ({ module, submodule, action: 'list', where }))
})

/** The record tables that a statement reads. */
const readBy = (text: string): RecordTable[] =>
  tables.filter((table) => new RegExp(`\\b(from|join) "?${table}"?(?![\\w."])`).test(text))

/** Statements that read records without the scope of who asks, and may. */
const exceptions: readonly RegExp[] = [
  // Who asks, what they may do, and that they did.
  /^ select session\.id, session\.token_hash/,
  / insert into (permission_uses|audit_entries) /,
  // Colleagues by their names: who did something, who has a role or an account of a program.
  /\b(from|join) users as (person|creator|owner|starter|author|account|provisioner|granter)\b/,
  // The names of what a shown entry or record refers to.
  / select id, name from users where id = any\(\$1::uuid\[\]\) union all /,
  // The search shows neither the people of a role nor the posts of a category.
  / from \(select t\.\* from "(roles|categories)" as t where t\.id in /,
  // The number of people in a group of an identity provider, which isn't about records here.
  / from scim_group_members as membership join users as t /,
  // What is locked is looked at before anything is done with it; then it is one's own change.
  / select \* from "users" where .* for update /,
  // One's own account, or one that the caller has changed just now.
  / from "users" as t .* where t\.id = \$\d+::uuid order by t\.id/,
  // How much of the whole community falls due, for who sets how long it is kept.
  / from \(select deleted_at as at from "roles" /,
  // A bill's number is used once, whoever sees the bill.
  / from bill_numbers, /,
]

describe.each(oneEngine)('statements of somebody whose rights are narrowed, on %s', (engine) => {
  let app: TestApp
  let token = ''
  let plainRole = ''
  beforeAll(async () => {
    app = await startTestApp(engine)
    const me = await app.signIn(allPermissions, { conditions })
    token = me.token
    await seedCommunity(app.db, me.userId)
    ;[plainRole = ''] = await create(app.db, 'roles', {})
  })
  afterAll(() => app.dispose())

  const names = Object.keys(guardedCalls) as GuardedName[]
  const reading = names.filter((name) => routes[name as EndpointName].method === 'GET')

  test.each(reading)('%s reads records within their scope', async (name) => {
    const { about, request } = guardedCalls[name]
    const [id = ''] = about ? await create(app.db, about, {}) : ['']
    const { needs } = routes[name as EndpointName]
    const need = typeof needs === 'string' ? undefined : needs[0]
    const { query = {}, ...call } = request({ id, plainRole: '', need }) as { query?: object }
    const queries: object[] = [query]
    if (/\.list/.test(name)) queries.push({ ...query, search: 'ang', total: 'exact' })
    if (name === 'search.everywhere')
      queries.push({ search: 'angstrom' }, { search: 'strasze' }, { search: id })
    for (const asked of queries) {
      const statements = await statementsOf(() =>
        app.call(name, { token, ...call, query: { ...asked } }),
      )
      const loose = statements
        .map((text) => text.replaceAll(/\s+/g, ' '))
        .filter((text) => readBy(text).length > 0 && !condition.test(text))
        .filter((text) => !exceptions.some((each) => each.test(text)))
      expect([...new Set(loose)]).toEqual([])
    }
  })

  const aboutRecords = names.filter((name) => {
    const { about } = guardedCalls[name]
    return about && tables.includes(about)
  })

  test.each(aboutRecords)('%s answers of an unseen record as of none', async (name) => {
    const { about = 'bills', request } = guardedCalls[name]
    const { needs } = routes[name as EndpointName]
    for (const need of typeof needs === 'string' ? [undefined] : needs) {
      const old = () => ({
        ...(about === 'users' && { type: typeOf(need), email: `${newId()}@example.com` }),
        created_at: '1990-01-01T00:00:00.000Z',
      })
      const deleted = { ...old(), deleted_at: '1991-01-01T00:00:00.000Z' }
      const hidden = await create(app.db, about, old() as object, deleted as object)
      const ask = async (id: string) => {
        const given = request({ id, plainRole: plainRole, need }) as object
        const { status, headers, body } = await app.call(name, { token, ...given })
        const { date: _, ...kept } = headers
        for (const each of Object.keys(kept))
          if (/ratelimit|request-id|timing/.test(each)) delete kept[each]
        return JSON.parse(JSON.stringify({ status, kept, body }).replaceAll(id, 'ID'))
      }
      const none = await ask(newId())
      for (const id of hidden) expect(await ask(id)).toEqual(none)
    }
  })

  const secret = 'unheard-of words'
  const secrets: Partial<Record<RecordTable, object>> = {
    users: { about: secret, location: secret, phone: secret, business_name: secret },
    events: { description: secret, location: secret },
    polls: { description: secret },
    tasks: { description: secret },
    bills: { notes: secret },
    categories: { description: secret },
    shopping_posts: { description: secret },
  }
  const hiding: FieldRule[] = [
    ...Object.values(userSubmodule).map((submodule) => ({
      module: 'Users',
      submodule,
      hidden: ['about', 'location', 'phone', 'businessName'],
      readOnly: [],
    })),
    ...(['events', 'polls', 'tasks', 'bills', 'categories', 'shoppingPosts'] as const).map(
      (name) => ({
        module: areas[name].module,
        submodule: areas[name].title,
        hidden: { events: ['description', 'location'], bills: ['notes'] }[name as string] ?? [
          'description',
        ],
        readOnly: [],
      }),
    ),
  ]

  test('no answer has the value of a hidden field', async () => {
    const hidden = await app.signIn(allPermissions, { fieldRules: hiding })
    const told: string[] = []
    const ask = async (name: GuardedName, call: object) => {
      const { status, body } = await app.call(name, { token: hidden.token, ...call })
      if (JSON.stringify(body)?.includes(secret)) told.push(`${name} ${JSON.stringify(call)}`)
      return { status, body }
    }
    for (const name of names) {
      const { about, request } = guardedCalls[name]
      const { needs } = routes[name as EndpointName]
      const each = typeof needs === 'string' ? [undefined] : needs
      for (const need of about ? each : each.slice(0, 1)) {
        const fields = () => ({
          ...(about === 'users' && { type: typeOf(need), email: `${newId()}@example.com` }),
          ...(about && secrets[about]),
        })
        const gone: object = { ...fields(), deleted_at: new Date().toISOString() }
        for (const id of about ? await create(app.db, about, fields() as object, gone) : [''])
          if (name !== 'session.logout') await ask(name, request({ id, plainRole, need }) as object)
      }
    }
    for (const name of names.filter((name) => /[.]list|search|waiting/.test(name)))
      for (const query of [{ limit: 100 }, { search: 'unheard' }, { search: 'unheard-og' }])
        await ask(name, { query })
    // What they undo, too: of a creation, a change and a deletion.
    const owner = await app.signIn('owner')
    for (const table of ['bills', 'tasks'] as const) {
      const [id = ''] = await create(app.db, table, { title: 'Undone', ...secrets[table] })
      const change = { title: 'Again' }
      await app.call(`${table}.update`, {
        token: owner.token,
        params: { id },
        body: table === 'bills' ? { data: change } : change,
      })
      await app.call(`${table}.delete`, { token: owner.token, params: { id } })
      const { body } = await ask('auditLog.list', { query: { record: id, sort: '-at' } })
      expect(body.data.entries).toHaveLength(3)
      for (const { _id } of body.data.entries)
        expect((await ask('auditLog.undo', { params: { id: _id } })).status).toBe(200)
    }
    // And what an import made, of which the log has one entry.
    const [first = '', second = ''] = [newId(), newId()]
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
    await write(app.db, { system: 'import', batch: newId() }, ({ insert }) =>
      insert(
        'tasks',
        [first, second].map((id) => ({
          ...times,
          id,
          title: 'Made',
          description: secret,
          status: 'todo' as const,
          priority: 'normal' as const,
        })),
      ),
    )
    const { body } = await ask('auditLog.list', { query: { record: first } })
    expect(body.data.entries[0]?.after).toMatchObject({ title: 'Made' })
    expect(told).toEqual([])
  })
})
