import { allPermissions, holds, type Permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { engines } from '../../testing/database.ts'
import { createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { dayAgo, noteUse } from '../../testing/held-model.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

const bills = ['Operations · Bills · list', 'Operations · Bills · update'] as const

describe.each(engines)('taking away permissions on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string; roleId: string }
  let clerks: string
  let readers: string
  let ada: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
    clerks = await createRole(app.db, granting(...bills, 'Operations · Tasks · list'))
    readers = await createRole(app.db, granting('Community · Events · list'))
    ada = (await createAdmin(app.db, clerks, { name: 'Ada' })).id
    await createAdmin(app.db, clerks, { name: 'Bo', status: 'inactive' })
    await noteUse(app.db, ada, bills[0], 3)
    const { id: gus } = await createAdmin(app.db, readers, { name: 'Gus' })
    await app.db
      .insertInto('temporary_roles')
      .values({
        id: newId(),
        user_id: gus,
        role_id: clerks,
        until: new Date(Date.now() + 86_400_000).toISOString(),
        reason: 'Holidays',
        given_by: owner.userId,
        given_by_name: 'Owner',
      })
      .execute()
    await noteUse(app.db, gus, 'Operations · Tasks · list', 1)
  })
  afterAll(() => app.dispose())

  const nameOf = (each: Permission) => `${each.module} · ${each.submodule} · ${each.action}`
  const ofRole = (role: string, ...names: string[]) =>
    named(...names).map((permission) => ({ role, permission }))
  const ask = (
    name: 'preview' | 'takeAway' | 'giveBack',
    permissions: object[],
    token = owner.token,
  ) => app.call(`accessReview.${name}`, { token, body: { permissions } })
  const grantsOf = async (id: string) => {
    const role = await app.db
      .selectFrom('roles')
      .select('permissions')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return allPermissions.filter((each) => holds(role.permissions, each)).map(nameOf)
  }

  test('shows beforehand whom it concerns and what stands in the way', async () => {
    const { status, body } = await ask('preview', [
      ...ofRole(
        clerks,
        bills[1],
        bills[0],
        'Operations · Tasks · list',
        'Community · Events · list',
      ),
      ...ofRole(owner.roleId, bills[1]),
    ])
    expect(status).toBe(200)
    mustFitContract('accessReview.preview', body)
    expect(body.data.permissions).toMatchObject([
      { people: 2, obstacle: null, usedBy: [], usedCount: 0 },
      {
        obstacle: 'used',
        usedBy: [{ _id: ada, name: 'Ada', lastUsed: dayAgo(3) }],
        usedCount: 1,
      },
      { obstacle: 'used', usedBy: [{ name: 'Gus' }], usedCount: 1 },
      { obstacle: 'gone' },
      { obstacle: 'owner' },
    ])
  })

  test('takes from roles what nobody uses, notes it, and gives it back', async () => {
    const before = await grantsOf(clerks)
    const other = await createRole(app.db, granting(...bills))
    const taken = [...ofRole(clerks, bills[1]), ...ofRole(other, bills[1])]
    const answer = await ask('takeAway', taken)
    expect([answer.status, answer.body.message]).toEqual([200, '2 permissions taken away'])
    expect(await grantsOf(clerks)).toEqual(before.filter((name) => name !== bills[1]))
    expect(await grantsOf(other)).toEqual([bills[0]])
    const { body } = await app.call('auditLog.list', {
      token: owner.token,
      query: { area: 'roles', action: 'update', limit: 2 },
    })
    const [first, second] = body.data.entries
    expect([first.actor._id, first.batch]).toEqual([owner.userId, second.batch])
    expect((await ask('giveBack', taken)).status).toBe(200)
    expect(await grantsOf(clerks)).toEqual(before)
    expect(await grantsOf(other)).toEqual([...bills])
  })

  test('takes nothing where one of them is used, or is an owner’s', async () => {
    const before = await grantsOf(clerks)
    const used = await ask('takeAway', ofRole(clerks, bills[1], bills[0]))
    expect([used.status, used.body.code]).toEqual([409, 'conflict'])
    expect(used.body.message).toContain('1 person with the role')
    const owners = await ask('takeAway', [
      ...ofRole(clerks, bills[1]),
      ...ofRole(owner.roleId, bills[1]),
    ])
    expect([owners.status, owners.body.code]).toEqual([409, 'unsafe'])
    expect(await grantsOf(clerks)).toEqual(before)
    expect((await ask('takeAway', ofRole(newId(), bills[1]))).status).toBe(404)
  })

  test('obeys the rules of roles', async () => {
    const { token, roleId } = await app.signIn(
      named('Roles · Roles · list', 'Roles · Roles · update', 'Users · Admins · list', bills[1]),
    )
    const own = await ask('takeAway', ofRole(roleId, bills[1]), token)
    expect([own.status, own.body.code]).toEqual([409, 'unsafe'])
    // What one doesn't hold, one neither takes nor gives.
    const unheld = ofRole(readers, 'Community · Events · list')
    expect((await ask('takeAway', unheld, token)).status).toBe(409)
    const given = await ask('giveBack', ofRole(readers, bills[0]), token)
    expect([given.status, given.body.code]).toEqual([403, 'not_permitted'])
  })

  test('takes at most a hundred', async () => {
    const [one] = ofRole(clerks, bills[1])
    expect((await ask('takeAway', Array(101).fill(one))).status).toBe(422)
  })
})
