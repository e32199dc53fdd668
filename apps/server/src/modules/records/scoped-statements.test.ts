import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { hasConditions, type RowCondition } from '@steward/contract/permissions/conditions'
import { allPermissions } from '@steward/contract/permissions/permissions'
import { userSubmodule } from '@steward/contract/users/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RecordTable, tableOf } from '../../db/schema/tables.ts'
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
  /\b(from|join) users as (person|creator|owner|starter|author|account|provisioner)\b/,
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
      const hidden = await create(app.db, about, old(), deleted)
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
})
