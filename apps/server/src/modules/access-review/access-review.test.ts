import type { HeldPermission, RolePermission } from '@steward/contract/access-review/access-review'
import { sourceKinds, unusedDays } from '@steward/contract/access-review/access-review.routes'
import type { Where } from '@steward/contract/permissions/conditions'
import type { Permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { parseCsv } from '../../testing/csv.ts'
import { engines } from '../../testing/database.ts'
import { createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import {
  byRole as byRoleModel,
  dayAgo,
  heldRows,
  isUnused,
  noteUse,
} from '../../testing/held-model.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { statementsOf } from '../../testing/statements.ts'
import { fileRate } from './access-review.routes.ts'

const bills = ['Operations · Bills · list', 'Operations · Bills · update'] as const
const ofBills = named(...bills) as [Permission, Permission]
const review = [
  'Roles · Roles · list',
  'Roles · Roles · update',
  'Users · Admins · list',
  ...bills,
] as const

describe.each(engines)('the access review on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string; roleId: string }
  let clerks: string
  let readers: string
  let small: string
  const people: Record<string, string> = {}
  const addTemporary = async (to: string, role: string, ends: 'later' | 'over') => {
    const id = newId()
    await sql`
      insert into temporary_roles (id, user_id, role_id, until, reason, given_by, given_by_name)
      values (${id}, ${people[to]}, ${role}, now() + ${ends === 'later' ? '1 day' : '-1 day'}::interval,
        'Holidays', ${owner.userId}, 'Owner')`.execute(app.db)
    return id
  }
  const lend = async (to: string, name: string, by?: string) => {
    const [permission] = named(name)
    const id = newId()
    await sql`
      insert into loans (id, user_id, area, module, submodule, action, record_ids, reason, minutes,
        one_use, status, decided_by, decided_by_name, ends_at, expires_at)
      values (${id}, ${people[to]}, 'bills', ${permission?.module}, ${permission?.submodule},
        ${permission?.action}, array[${newId()}::uuid, ${newId()}::uuid], 'Duplicates', 60, false,
        'granted', ${by ? people[by] : owner.userId}, 'Owner', now() + interval '1 hour', now())`.execute(
      app.db,
    )
    return id
  }
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
    clerks = await createRole(app.db, granting(...bills, 'Operations · Tasks · list'))
    readers = await createRole(app.db, granting('Community · Events · list'))
    const asleep = await createRole(app.db, granting(...bills))
    await app.db.updateTable('roles').set({ status: 'inactive' }).where('id', '=', asleep).execute()
    const add = async (name: string, role: string, more: object = {}) => {
      people[name] = (await createAdmin(app.db, role, { name, ...more })).id
    }
    await add('Ada', clerks)
    await add('Bo', clerks, { status: 'inactive' })
    await add('Cy', readers)
    await add('Di', asleep)
    await add('Ed', clerks, { deleted_at: '2026-01-01T00:00:00Z' })
    const provider = newId()
    await sql`
      insert into identity_providers (id, name, enabled, issuer, client_id, group_roles)
      values (${provider}, 'Keycloak', true, 'https://id.invalid', 'steward',
        ${JSON.stringify([
          { group: 'events', role: readers },
          { group: 'staff', role: clerks },
        ])}::jsonb)
    `.execute(app.db)
    await add('Flo', readers, { provider_id: provider })
    const narrowed = await createRole(app.db, granting(...bills), 'Small bills', {
      conditions: [{ ...ofBills[0], where: { 'amount.max': '50000', payer: ['me'] } }],
    })
    small = narrowed
    await add('Gus', readers)
    await add('Hal', narrowed)
    await addTemporary('Gus', narrowed, 'later')
    await addTemporary('Gus', clerks, 'later')
    await addTemporary('Cy', clerks, 'over')
    await addTemporary('Cy', asleep, 'later')
    await addTemporary('Di', clerks, 'later')
    await addTemporary('Hal', narrowed, 'later')
    await lend('Gus', 'Operations · Bills · delete')
    await lend('Gus', bills[0])
    await lend('Flo', 'Operations · Bills · delete', 'Cy')
    await lend('Di', 'Operations · Bills · delete')
    await noteUse(app.db, people['Ada'] as string, bills[0], 3, 5)
    await noteUse(app.db, people['Ada'] as string, bills[0], 60, 2)
    await noteUse(app.db, people['Ada'] as string, 'Operations · Tasks · list', 100)
    await noteUse(app.db, people['Bo'] as string, 'Operations · Tasks · list', 89)
    await noteUse(app.db, people['Cy'] as string, 'Community · Events · list', 400)
  })
  afterAll(() => app.dispose())

  const list = async (query: Record<string, unknown> = {}) => {
    const answer = await app.call('accessReview.list', {
      token: owner.token,
      query: { limit: 100, ...query },
    })
    expect([query, answer.status]).toEqual([query, 200])
    mustFitContract('accessReview.list', answer.body)
    return answer.body.data
  }
  const byRole = async (query: Record<string, unknown> = {}) => {
    const answer = await app.call('accessReview.listRoles', { token: owner.token, query })
    expect([query, answer.status]).toEqual([query, 200])
    mustFitContract('accessReview.listRoles', answer.body)
    return answer.body.data
  }
  const linesOf = async (query: string, token: string) => {
    const answer = await app.app.inject({
      url: `/api/admin/access-review/file?${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(200)
    return parseCsv(answer.body)
  }
  const fileOf = async (query: string, token: string) => (await linesOf(query, token)).slice(1)
  const nameOf = (each: HeldPermission['permission']) =>
    `${each.module} · ${each.submodule} · ${each.action}`

  const sourcesOf = (
    sources: readonly {
      id: string | null
      kind: string
      role: { name: string | null } | null
      condition: Where | null
    }[],
  ) =>
    sources
      .map(({ id, kind, role, condition }) => [kind, role?.name ?? null, id, condition])
      .toSorted()

  test('agrees with the tables row by row', async () => {
    const pages = [await list(), await list({ page: 2 }), await list({ page: 3 })]
    const model = await heldRows(app.db)
    expect(pages[0].pagination.total).toBe(model.length)
    const shown = pages.flatMap(({ held }) => held)
    const modelled = model.map((row) => ({
      _id: row.id,
      person: row.person.name,
      service: row.person.service,
      permission: row.permission,
      sources: sourcesOf(row.sources),
      lastUsed: row.lastUsed,
      uses: row.uses,
    }))
    const plain = shown.map(({ person, sources, ...row }: HeldPermission) => ({
      ...row,
      person: person.name,
      service: person.service,
      sources: sourcesOf(sources.map(({ _id, ...source }) => ({ ...source, id: _id }))),
    }))
    // Asking is a use of the owner's, too.
    const others = <R extends { _id: string }>(rows: R[]) =>
      rows
        .filter(({ _id }) => !_id.startsWith(owner.userId))
        .toSorted((a, b) => (a._id < b._id ? -1 : 1))
    expect(others(plain)).toEqual(others(modelled))
    expect(plain).toHaveLength(model.length)
  })

  test('finds what was not used, up to the very day', async () => {
    for (const unused of unusedDays) {
      const { held, pagination } = await list({ unused })
      const model = (await heldRows(app.db)).filter((row) => isUnused(row, unused))
      expect(pagination.total).toBe(model.length)
      const others = held.filter(({ person }: HeldPermission) => person._id !== owner.userId)
      const ids = model.filter(({ person }) => person.id !== owner.userId).map((row) => row.id)
      expect(others.map(({ _id }: HeldPermission) => _id).toSorted()).toEqual(ids.toSorted())
    }
  })

  test('names the groups of an identity provider through which a role is held', async () => {
    const { held } = await list({ person: people['Flo'] })
    expect(held).toHaveLength(1)
    expect(held[0].sources).toEqual([
      {
        _id: null,
        kind: 'group',
        role: { _id: readers, name: expect.any(String) },
        condition: null,
        until: null,
        records: null,
        provider: { _id: expect.any(String), name: 'Keycloak' },
        groups: ['events'],
      },
    ])
  })

  test('says of a role who holds a permission, and when any of them used it last', async () => {
    const { held } = await byRole({ role: clerks })
    expect(
      held.map((row: RolePermission) => ({
        ...row,
        permission: nameOf(row.permission),
      })),
    ).toMatchObject([
      { permission: 'Operations · Tasks · list', people: 3, lastUsed: dayAgo(89), uses: 1 },
      { permission: bills[0], people: 3, lastUsed: dayAgo(3), uses: 7 },
      { permission: bills[1], people: 3, lastUsed: null, uses: 0 },
    ])
    const unused = await byRole({ role: clerks, unused: '90d' })
    expect(unused.held.map(({ permission }: RolePermission) => nameOf(permission))).toEqual([
      bills[1],
    ])
  })

  test('agrees with the tables role by role, of people with temporary roles, too', async () => {
    const model = byRoleModel(await heldRows(app.db)).filter(({ role }) => !role.system)
    expect(model.some(({ role, people: count }) => role.id === small && count === 2)).toBe(true)
    for (const role of [clerks, readers, small]) {
      const { held } = await byRole({ role, limit: 100 })
      expect(
        held.map(({ _id, condition, people: count, lastUsed, uses }: RolePermission) => ({
          id: _id,
          condition,
          people: count,
          lastUsed,
          uses,
        })),
      ).toEqual(
        model
          .filter((row) => row.role.id === role)
          .toSorted((a, b) => a.place - b.place)
          .map(({ id, condition, people: count, lastUsed, uses }) => ({
            id,
            condition,
            people: count,
            lastUsed,
            uses,
          })),
      )
    }
  })

  test('finds by source, role and condition what one source has, and shows the others', async () => {
    const model = await heldRows(app.db)
    for (const source of sourceKinds)
      for (const condition of [true, false])
        for (const role of [undefined, clerks, small]) {
          const found = await list({ source, condition, ...(role && { role }) })
          const rows = model.filter(({ sources }) =>
            sources.some(
              (each) =>
                each.kind === source &&
                (each.condition !== null) === condition &&
                (!role || each.role?.id === role),
            ),
          )
          expect([source, condition, role, found.pagination.total]).toEqual([
            source,
            condition,
            role,
            rows.length,
          ])
        }
    const { held } = await list({ person: people['Gus'], submodule: 'Bills', action: 'list' })
    expect(held[0].sources).toMatchObject([
      { kind: 'loan', role: null, records: 2, until: expect.any(String) },
      ...[
        { role: { _id: clerks }, condition: null },
        { role: { _id: small }, condition: { 'amount.max': '50000', payer: ['me'] } },
      ]
        .toSorted((a, b) => (a.role._id < b.role._id ? -1 : 1))
        .map((each) => ({ ...each, kind: 'temporaryRole', until: expect.any(String) })),
    ])
    const file = await fileOf('source=loan&action=list', owner.token)
    expect(file.map((row) => [row[0], row[6], row[9]])).toEqual([
      ['Gus', 'loan; temporaryRole; temporaryRole', 'payer=me&amount.max=50000'],
    ])
  })

  test('ends a temporary role and a loan by what a row names', async () => {
    const [role, loan] = [
      await addTemporary('Flo', clerks, 'later'),
      await lend('Flo', 'Operations · Bills · purge'),
    ]
    const ids = async () => {
      const { held } = await list({ person: people['Flo'] })
      return held.flatMap(({ sources }: HeldPermission) => sources.flatMap(({ _id }) => _id ?? []))
    }
    expect(new Set(await ids())).toEqual(new Set([role, loan]))
    const { token } = owner
    expect((await app.call('loans.end', { token, params: { id: loan } })).status).toBe(200)
    expect((await app.call('temporaryRoles.end', { token, params: { id: role } })).status).toBe(200)
    expect(await ids()).toEqual([])
  })

  describe('with a condition on the list of admins', () => {
    let bounded: string
    beforeAll(async () => {
      const { token, roleId } = await app.signIn(named(...review))
      const [list] = named('Users · Admins · list')
      await app.db
        .updateTable('roles')
        .set({
          conditions: sql`${JSON.stringify([{ ...list, where: { role: [readers, clerks] } }])}::jsonb`,
        })
        .where('id', '=', roleId)
        .execute()
      bounded = token
    })
    const read = async (name: 'list' | 'listRoles', query: object = {}) => {
      const answer = await app.call(`accessReview.${name}`, {
        token: bounded,
        query: { limit: 100, ...query },
      })
      expect(answer.status).toBe(200)
      return answer.body.data
    }

    test('lists, counts and exports the people who are seen alone', async () => {
      const seen = (await heldRows(app.db)).filter(({ person }) =>
        [readers, clerks].includes(person.role_id ?? ''),
      )
      const { held, pagination } = await read('list')
      expect(pagination.total).toBe(seen.length)
      expect(held.map(({ _id }: HeldPermission) => _id).toSorted()).toEqual(
        seen.map(({ id }) => id).toSorted(),
      )
      const file = await fileOf('', bounded)
      expect(file).toHaveLength(seen.length)
      expect(new Set(file.map(([name]) => name))).toEqual(
        new Set(seen.map(({ person }) => person.name)),
      )
      // Hal isn't seen; Gus, who has the same role until a time, is.
      const roles = await read('listRoles', { role: small })
      expect(roles.held.map((row: RolePermission) => row.people)).toEqual([1, 1])
      expect((await read('listRoles', { role: owner.roleId })).pagination.total).toBe(0)
    })

    test('takes nothing away, and counts and names nobody who isn’t seen', async () => {
      await noteUse(app.db, people['Hal'] as string, bills[1], 2)
      const body = { permissions: [{ role: small, permission: ofBills[1] }] }
      const shown = await app.call('accessReview.preview', { token: bounded, body })
      expect(shown.body.data.permissions).toMatchObject([
        { people: 1, obstacle: 'unseen', usedBy: [], usedCount: 0 },
      ])
      const taken = await app.call('accessReview.takeAway', { token: bounded, body })
      expect([taken.status, taken.body.code]).toEqual([403, 'not_permitted'])
      const all = await app.call('accessReview.preview', { token: owner.token, body })
      expect(all.body.data.permissions).toMatchObject([
        { people: 2, obstacle: 'used', usedBy: [{ name: 'Hal' }], usedCount: 1 },
      ])
    })
  })

  test('counts what the caller has just done', async () => {
    const { userId, token } = await app.signIn(named(...review))
    await app.call('bills.list', { token })
    const { held } = await list({ person: userId, submodule: 'Bills', action: 'list' })
    expect(held[0]).toMatchObject({ lastUsed: dayAgo(0), uses: 1 })
  })

  test('asks the database as often for a hundred rows as for one', async () => {
    await list()
    const one = await statementsOf(() => list({ limit: 1 }))
    const many = await statementsOf(() => list({ limit: 100 }))
    expect(many.length).toBe(one.length)
    expect(many.length).toBeLessThan(8)
  })

  test('is for who may list roles and admins, and tells others nothing', async () => {
    for (const names of [['Roles · Roles · list'], ['Users · Admins · list']]) {
      const { token } = await app.signIn(named(...names))
      for (const name of [
        'accessReview.list',
        'accessReview.listRoles',
        'accessReview.file',
      ] as const)
        expect((await app.call(name, { token })).status).toBe(403)
    }
    const { token, roleId } = await app.signIn(named('Roles · Roles · update'))
    const body = { permissions: [{ role: roleId, permission: named(bills[0])[0] }] }
    for (const name of ['preview', 'takeAway', 'giveBack'] as const)
      expect((await app.call(`accessReview.${name}`, { token, body })).status).toBe(403)
  })

  test('writes everything as CSV, without formulas', async () => {
    await createAdmin(app.db, readers, { name: '=cmd()' })
    const [heading, ...rows] = await linesOf('module=Community&source=role', owner.token)
    expect(heading?.slice(0, 6)).toEqual([
      'Person',
      'Service account',
      'Status',
      'Module',
      'Submodule',
      'Action',
    ])
    expect(rows.map(([name]) => name)).toEqual(["'=cmd()", 'Cy', 'Gus'])
    expect(rows[1]?.slice(-2)).toEqual([dayAgo(400), '0'])
  })

  test('class: files of the access review without end', async () => {
    const { token } = await app.signIn(named(...review))
    for (let n = 0; n < fileRate.max; n += 1)
      expect((await app.call('accessReview.file', { token })).status).toBe(200)
    expect((await app.call('accessReview.file', { token })).status).toBe(429)
  })
})
