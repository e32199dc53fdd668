import type { Endpoint } from '@steward/contract/calls/endpoint'
import { endpoints } from '@steward/contract/calls/endpoints'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import {
  allPermissions,
  type Permission,
  permissionName,
} from '@steward/contract/permissions/permissions'
import { userTypes } from '@steward/contract/users/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../areas.ts'
import type { RecordTable } from '../db/schema/tables.ts'
import { newId } from '../ids.ts'
import { guardedCalls, typeOf } from '../testing/calls.ts'
import { oneEngine } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import type { GuardedName, Which } from '../testing/guarded-call.ts'
import { mustFitContract, startTestApp, type TestApp } from '../testing/server.ts'

type Caller = { token: string; userId: string; roleId: string }

const names = (Object.keys(routes) as EndpointName[]).filter(
  (name): name is GuardedName => routes[name].needs !== 'public',
)
const needsOf = (name: GuardedName): readonly Permission[] => {
  const { needs }: Endpoint = endpoints[name]
  return typeof needs === 'string' ? [] : needs
}
/** Each call with each permission that lets it through; with none where a session is enough. */
const grants = names.flatMap((name): [GuardedName, string, Permission | undefined][] => {
  const needs = needsOf(name)
  if (needs.length === 0) return [[name, 'a session alone', undefined]]
  return needs.map((need) => [name, permissionName(need), need])
})

const tables = areas.all.map(({ listing }) => listing.table as RecordTable)
const deletedBy: { [table in string]?: Record<string, unknown> } = {
  ...Object.fromEntries(tables.map((table) => [table, { deleted_at: '2026-01-01T00:00:00.000Z' }])),
  roles: { status: 'deleted', status_before_deletion: 'active' },
}

describe.each(oneEngine)('who may make which call on %s', (engine) => {
  let server: TestApp
  let plainRole: string
  beforeAll(async () => {
    server = await startTestApp(engine)
    const [role = ''] = await create(server.db, 'roles', {})
    plainRole = role
    // So that nothing that is tried here is refused for being done to the last owner.
    await server.signIn('owner')
  })
  afterAll(() => server.dispose())

  /** The record that a call is about. A person is of the type that the permission covers. */
  const record = async (
    table: RecordTable,
    which: Which,
    need: Permission | undefined,
    caller: Caller | undefined,
  ): Promise<string> => {
    if (which === 'unknown') return newId()
    if (which === 'own') return (table === 'roles' ? caller?.roleId : caller?.userId) ?? newId()
    const type = typeOf(need)
    const fields: Record<string, unknown> =
      table === 'users' ? { type, email: `${newId()}@example.com` } : {}
    const deleted = which === 'deleted' ? deletedBy[table] : {}
    const [id = ''] = await create(server.db, table, { ...fields, ...deleted })
    return id
  }

  const whichOf = (name: GuardedName): Which[] => {
    const { about, answers } = guardedCalls[name]
    if (!about || typeof answers === 'number') return ['unknown']
    return Object.keys(answers) as Which[]
  }

  /** Calls that are made of a record each, and made later. */
  const prepare = async (
    name: GuardedName,
    whiches: readonly Which[],
    need: Permission | undefined,
    callerOf: () => Caller | Promise<Caller>,
  ) => {
    const { about, request } = guardedCalls[name]
    const calls: { which: Which; make: (token?: string) => ReturnType<TestApp['call']> }[] = []
    for (const which of whiches) {
      const caller = await callerOf()
      const id = about ? await record(about, which, need, caller) : ''
      const make = (token: string | undefined = caller.token) =>
        server.call(name, { token, ...request({ id, plainRole, need }) })
      calls.push({ which, make })
    }
    return calls
  }

  /** All records as one short text. */
  const everything = async (): Promise<string> => {
    const sums = [...tables, 'credentials', 'sessions'].map(
      (table) => sql`(select sum(hashtextextended(t::text, 0)) from ${sql.table(table)} as t)`,
    )
    const { rows } = await sql<{ sums: string }>`
      select array[${sql.join(sums)}]::text as sums`.execute(server.db)
    return rows[0]?.sums ?? ''
  }

  test.each(names)('%s: nobody without a live session', async (name) => {
    const gone = await server.signIn('owner')
    await server.call('session.logout', { token: gone.token })
    const calls = await prepare(name, whichOf(name), needsOf(name)[0], () => gone)
    const before = await everything()
    for (const { which, make } of calls) {
      for (const token of ['', 'null', gone.token, `${gone.token}x`]) {
        const { status, body } = await make(token)
        expect([which, status, body.code]).toEqual([which, 401, 'no_session'])
      }
    }
    expect(await everything()).toBe(before)
  })

  test.each(names.filter((name) => needsOf(name).length > 0))(
    '%s: nobody who holds everything but the permission, whatever the record',
    async (name) => {
      const needs = needsOf(name).map(permissionName)
      const others = allPermissions.filter((each) => !needs.includes(permissionName(each)))
      const caller = await server.signIn(others)
      const calls = await prepare(name, whichOf(name), needsOf(name)[0], () => caller)
      const before = await everything()
      for (const { which, make } of calls) {
        const { status, body } = await make()
        expect([which, status, body.code]).toEqual([which, 403, 'not_permitted'])
        expect(needs).toContain(permissionName(body.data.permission))
      }
      expect(await everything()).toBe(before)
    },
  )

  test.each(grants)('%s: whoever holds exactly %s', async (name, _, need) => {
    const { answers } = guardedCalls[name]
    // Whoever signs in is an admin, whom a permission over others does not cover.
    const covers = (which: Which) =>
      which !== 'own' || needsOf(name).length === 1 || typeOf(need) === 'admin'
    const expected = (which: Which): number =>
      covers(which) ? (typeof answers === 'number' ? answers : (answers[which] ?? 0)) : 403
    const signIn = () => server.signIn(need ? [need] : [])

    const refused = whichOf(name).filter((which) => expected(which) >= 400)
    const refusedCalls = await prepare(name, refused, need, signIn)
    const before = await everything()
    for (const { which, make } of refusedCalls) {
      const { status } = await make()
      expect([which, status]).toEqual([which, expected(which)])
    }
    expect(await everything()).toBe(before)

    const allowed = whichOf(name).filter((which) => expected(which) < 400)
    for (const { which, make } of await prepare(name, allowed, need, signIn)) {
      const { status, body } = await make()
      expect([which, status]).toEqual([which, expected(which)])
      mustFitContract(name, body)
    }
  })

  test.each(
    grants.filter(([name]) => needsOf(name).length > 1 && guardedCalls[name].about === 'users'),
  )('%s: %s covers no other type of people', async (name, _, need) => {
    const caller = await server.signIn(need ? [need] : [])
    for (const type of userTypes.filter((each) => each !== typeOf(need))) {
      const other = needsOf(name).find((each) => typeOf(each) === type)
      const [call] = await prepare(name, ['other'], other, () => caller)
      const before = await everything()
      const answer = await call?.make()
      expect([type, answer?.status]).toEqual([type, 403])
      expect(await everything()).toBe(before)
    }
  })
})
