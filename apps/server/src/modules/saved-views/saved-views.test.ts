import { isDeepStrictEqual } from 'node:util'
import type { Permission } from '@steward/contract/permissions/permissions'
import { maxViews } from '@steward/contract/saved-views/saved-views'
import { viewedListNeeds, viewedLists } from '@steward/contract/saved-views/viewed-lists'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { nextNumber } from '../../testing/factories.ts'
import { named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

const sees = named('Community · Feed posts · list', 'Operations · Tasks · list')
const shares = [...sees, ...named('System · Saved views · share')]

describe.each(oneEngine)('saved views on %s', (engine) => {
  let server: TestApp
  let lead: { token: string; userId: string; roleId: string }
  let moderator: typeof lead
  beforeAll(async () => {
    server = await startTestApp(engine, {}, { writesBySql: true })
    lead = await server.signIn(shares)
    moderator = await server.signIn(sees)
  })
  afterAll(() => server.dispose())

  const call = async (
    name: Parameters<TestApp['call']>[0],
    by: { token: string },
    body?: object,
    id?: string,
  ) => {
    const answer = await server.call(name, {
      token: by.token,
      ...(body && { body }),
      ...(id && { params: { id } }),
    })
    return { ...answer, data: answer.body.data }
  }
  const add = (by: { token: string }, fields: object = {}) =>
    call('savedViews.create', by, {
      name: `View ${nextNumber()}`,
      list: 'posts',
      search: { search: 'scam', author: ['me'] },
      ...fields,
    })
  const seenBy = async (by: { token: string }): Promise<string[]> => {
    const { body } = await call('savedViews.list', by)
    mustFitContract('savedViews.list', body)
    return body.data.map((each: { name: string }) => each.name)
  }

  test('one’s own are seen by nobody else, and need no permission beyond the list’s', async () => {
    const { status, data, body } = await add(moderator, { name: 'قائمة 👩‍👩‍👧 mine' })
    expect(status).toBe(201)
    mustFitContract('savedViews.create', body)
    expect(data).toMatchObject({
      search: { search: 'scam', author: ['me'] },
      scope: 'me',
      isMine: true,
      isForMe: true,
      version: 1,
    })
    expect(await seenBy(moderator)).toContain(data.name)
    expect(await seenBy(lead)).not.toContain(data.name)
    expect((await call('savedViews.update', lead, { name: 'x' }, data._id)).status).toBe(404)
    expect((await call('savedViews.delete', lead, undefined, data._id)).status).toBe(404)
    expect((await add(moderator, { list: 'bills' })).status).toBe(403)
  })

  test('a view holds no page, record or form that stood open, also where it was kept with one', async () => {
    const beside = { page: '3', limit: '10', open: 'p1', edit: 'new', saved: 'v1', theme: 'dark' }
    const kept = { author: ['me'], 'reportCount.min': '1', sort: '-reportCount', columns: ['text'] }
    const { data } = await add(lead, { scope: 'everyone', search: { ...kept, ...beside } })
    expect(data.search).toEqual(kept)
    const changed = await call('savedViews.update', lead, { search: beside }, data._id)
    expect(changed.data.search).toEqual({})
    const older = JSON.stringify({ ...kept, ...beside })
    await sql`update saved_views set search = ${older}::jsonb where id = ${data._id}`.execute(
      server.db,
    )
    const { body } = await call('savedViews.list', moderator)
    const found = body.data.find((each: { _id: string }) => each._id === data._id)
    expect(found.search).toEqual(kept)
  })

  test('a view of a role is seen by its people, whoever may share, and nobody else', async () => {
    const other = await server.signIn(sees)
    const { data } = await add(lead, { scope: 'role', role: moderator.roleId })
    expect(data).toMatchObject({ role: { _id: moderator.roleId }, isForMe: false })
    expect(await seenBy(moderator)).toContain(data.name)
    expect(await seenBy(lead)).toContain(data.name)
    expect(await seenBy(other)).not.toContain(data.name)
  })

  test('a view of a list that one may not see is not there', async () => {
    const blind = await server.signIn(named('Operations · Tasks · list'))
    const { data } = await add(lead, { scope: 'everyone' })
    expect(await seenBy(moderator)).toContain(data.name)
    expect(await seenBy(blind)).not.toContain(data.name)
    expect((await call('savedViews.delete', blind, undefined, data._id)).status).toBe(404)
  })

  test('sharing, and changing what is shared, takes the permission', async () => {
    expect((await add(moderator, { scope: 'everyone' })).status).toBe(403)
    expect((await add(moderator, { scope: 'role', role: moderator.roleId })).status).toBe(403)
    const own = await add(moderator)
    const shared = await add(lead, { scope: 'everyone' })
    const change = (by: { token: string }, body: object, id: string) =>
      call('savedViews.update', by, body, id)
    expect((await change(moderator, { scope: 'everyone' }, own.data._id)).status).toBe(403)
    expect((await change(moderator, { name: 'x' }, shared.data._id)).status).toBe(403)
    expect((await change(moderator, { scope: 'me' }, shared.data._id)).status).toBe(403)
    expect((await call('savedViews.delete', moderator, undefined, shared.data._id)).status).toBe(
      403,
    )
    const second = await server.signIn(shares)
    expect((await change(second, { scope: 'me' }, shared.data._id)).status).toBe(422)
    expect((await change(second, { name: `New ${nextNumber()}` }, shared.data._id)).status).toBe(
      200,
    )
  })

  test('whoever made a view deletes it, though they may share no more', async () => {
    const maker = await server.signIn(shares)
    const { data } = await add(maker, { scope: 'everyone' })
    await sql`update users set role_id = ${moderator.roleId} where id = ${maker.userId}`.execute(
      server.db,
    )
    expect((await call('savedViews.update', maker, { name: 'x' }, data._id)).status).toBe(403)
    expect((await call('savedViews.delete', maker, undefined, data._id)).status).toBe(200)
    expect((await call('savedViews.restore', maker, undefined, data._id)).status).toBe(403)
  })

  test('a name is there once among those of a scope, whatever its case', async () => {
    const name = `Zoë ${nextNumber()}`
    const first = await add(lead, { name })
    const again = await add(lead, { name: name.toUpperCase() })
    expect([again.status, again.body.code]).toEqual([409, 'taken'])
    expect(again.body.errors).toMatchObject([{ path: 'name' }])
    expect((await add(lead, { name, list: 'tasks' })).status).toBe(201)
    expect((await add(lead, { name, scope: 'everyone' })).status).toBe(201)
    expect((await add(moderator, { name })).status).toBe(201)
    const shared = await call('savedViews.update', lead, { scope: 'everyone' }, first.data._id)
    expect([shared.status, shared.body.code]).toEqual([409, 'taken'])
  })

  test('one default a list for each role, and one for everyone', async () => {
    const isDefault = true
    const forRole = { scope: 'role', role: moderator.roleId, isDefault }
    const first = await add(lead, forRole)
    const everyone = await add(lead, { scope: 'everyone', isDefault })
    const second = await add(lead, forRole)
    const { body } = await call('savedViews.list', moderator)
    const defaults = body.data.filter((each: { isDefault: boolean }) => each.isDefault)
    expect(defaults.map((each: { _id: string }) => each._id)).toEqual([
      second.data._id,
      everyone.data._id,
    ])
    await call('savedViews.delete', lead, undefined, second.data._id)
    await call('savedViews.update', lead, { isDefault }, first.data._id)
    const back = await call('savedViews.restore', lead, undefined, second.data._id)
    expect(back.data.isDefault).toBe(false)
    expect((await add(moderator, { isDefault })).status).toBe(422)
  })

  test('an edit that is out of date gets the view as it stands', async () => {
    const { data } = await add(lead)
    const search = { author: ['me'], search: 'scam' }
    const same = await call('savedViews.update', lead, { version: 1, search }, data._id)
    expect(same.data.version).toBe(1)
    const first = await call('savedViews.update', lead, { version: 1, search: {} }, data._id)
    expect(first.data).toMatchObject({ version: 2, search: {} })
    const late = await call('savedViews.update', lead, { version: 1, name: 'x' }, data._id)
    expect([late.status, late.body.code]).toEqual([409, 'out_of_date'])
    expect(late.data).toEqual(first.data)
  })

  test('views stand in the order that they are moved to', async () => {
    const person = await server.signIn(sees)
    const views: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) views.push((await add(person, { name })).data._id)
    const move = (at: number, position: number) =>
      call('savedViews.update', person, { position }, views[at])
    await move(3, 0)
    expect(await seenBy(person)).toEqual(expect.arrayContaining(['d', 'a', 'b', 'c']))
    const own = async () => (await seenBy(person)).slice(0, 4)
    expect(await own()).toEqual(['d', 'a', 'b', 'c'])
    await move(0, 2)
    expect(await own()).toEqual(['d', 'b', 'a', 'c'])
    await move(1, 99)
    expect(await own()).toEqual(['d', 'a', 'c', 'b'])
    await move(2, 2)
    expect(await own()).toEqual(['d', 'a', 'c', 'b'])
  })

  test('what is deleted comes back, to whoever deleted it alone, for the latest twenty', async () => {
    const person = await server.signIn(shares)
    const { data } = await add(person, { scope: 'everyone' })
    await call('savedViews.delete', person, undefined, data._id)
    expect(await seenBy(lead)).not.toContain(data.name)
    expect((await call('savedViews.restore', lead, undefined, data._id)).status).toBe(404)
    expect((await call('savedViews.restore', person, undefined, data._id)).status).toBe(200)
    expect(await seenBy(lead)).toContain(data.name)
    await call('savedViews.delete', person, undefined, data._id)
    for (let n = 0; n < 20; n += 1) {
      const each = await add(person)
      await call('savedViews.delete', person, undefined, each.data._id)
    }
    expect((await call('savedViews.restore', person, undefined, data._id)).status).toBe(404)
  })

  test('addresses are bounded', async () => {
    const keys = (n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, k) => [`k${k}`, '1']))
    expect((await add(lead, { search: keys(60) })).status).toBe(201)
    expect((await add(lead, { search: keys(61) })).status).toBe(422)
    const most = 4096 - JSON.stringify({ search: '' }).length
    expect((await add(lead, { search: { search: 'x'.repeat(most) } })).status).toBe(201)
    expect((await add(lead, { search: { search: 'x'.repeat(most + 1) } })).status).toBe(422)
    expect((await add(lead, { search: { search: '€'.repeat(1400) } })).status).toBe(422)
    expect((await add(lead, { search: { status: Array(101).fill('a') } })).status).toBe(422)
    for (const search of [{ a: 1 }, { a: { b: '' } }, { a: '\0' }, { 'a b': '' }, [], 'a'])
      expect((await add(lead, { search })).status).toBe(422)
  })

  test('a person has a hundred, and all share two hundred', async () => {
    const fill = (scope: 'me' | 'everyone', owner: string | null, most: number) =>
      sql`
      insert into saved_views (id, name, list, search, scope, owner_id, created_by, position)
      select gen_random_uuid(), 'Filler ' || n, 'posts', '{}', ${scope}, ${owner}::uuid, ${lead.userId}::uuid, n
      from generate_series(1, ${most} - (
        select count(*)::int from saved_views
        where owner_id is not distinct from ${owner}::uuid and deleted_at is null)) as n
    `.execute(server.db)
    const person = await server.signIn(shares)
    await fill('me', person.userId, maxViews.own - 1)
    expect((await add(person)).status).toBe(201)
    expect((await add(person)).body.code).toBe('conflict')
    await fill('everyone', null, maxViews.shared - 1)
    const last = await add(person, { scope: 'everyone' })
    expect(last.status).toBe(201)
    expect((await add(person, { scope: 'everyone' })).body.code).toBe('conflict')
    await call('savedViews.delete', person, undefined, last.data._id)
    expect((await add(lead, { scope: 'everyone' })).status).toBe(201)
    expect((await call('savedViews.restore', person, undefined, last.data._id)).status).toBe(409)
    await sql`delete from saved_views where name like 'Filler %'`.execute(server.db)
  })

  test('views go with their role and their person; what a person shared stays', async () => {
    const owner = await server.signIn('owner')
    const { body } = await server.call('roles.create', {
      token: owner.token,
      body: { name: `Short-lived ${nextNumber()}` },
    })
    const role = body.data._id
    const { data } = await add(lead, { scope: 'role', role })
    const remove = (name: 'roles.delete' | 'roles.purge') =>
      server.call(name, { token: owner.token, params: { id: role } })
    await remove('roles.delete')
    expect(await seenBy(lead)).toContain(data.name)
    expect((await add(lead, { scope: 'role', role })).status).toBe(422)
    expect((await remove('roles.purge')).status).toBe(200)
    expect(await seenBy(lead)).not.toContain(data.name)

    const person = await server.signIn(shares)
    const own = await add(person)
    const shared = await add(person, { scope: 'everyone' })
    await server.call('users.delete', { token: owner.token, params: { id: person.userId } })
    const gone = await server.call('users.purge', {
      token: owner.token,
      params: { id: person.userId },
    })
    expect(gone.status).toBe(200)
    const left = await sql<{ id: string; created_by: string | null }>`
      select id, created_by from saved_views where id in (${own.data._id}, ${shared.data._id})
    `.execute(server.db)
    expect(left.rows).toEqual([{ id: shared.data._id, created_by: null }])
  })

  test('the audit log tells of what is shared, and of nothing else', async () => {
    const owner = await server.signIn('owner')
    const { data } = await add(lead)
    const told = async () => {
      const { body } = await server.call('auditLog.list', {
        token: owner.token,
        query: { area: 'saved-views', record: data._id },
      })
      mustFitContract('auditLog.list', body)
      return body.data.entries
    }
    await call('savedViews.update', lead, { name: `Own ${nextNumber()}` }, data._id)
    expect(await told()).toEqual([])
    await call('savedViews.update', lead, { scope: 'everyone' }, data._id)
    await call('savedViews.update', lead, { search: { search: 'spam' } }, data._id)
    await call('savedViews.delete', lead, undefined, data._id)
    expect(await told()).toMatchObject([
      { action: 'delete', actor: { _id: lead.userId } },
      {
        action: 'update',
        before: { search: { search: 'scam', author: ['me'] } },
        after: { search: { search: 'spam' } },
      },
      { action: 'create', before: null, after: { scope: 'everyone', list: 'posts' } },
    ])
    const undone = await server.call('auditLog.undo', {
      token: owner.token,
      params: { id: (await told())[1]._id },
    })
    expect(undone.status).toBe(409)
  })

  test('the audit log tells of them whoever may share them and see every list', async () => {
    const { data } = await add(lead, { scope: 'everyone' })
    const everyList = viewedLists.flatMap((list) => viewedListNeeds[list].slice(0, 1))
    const [share] = named('System · Saved views · share')
    const [bills] = named('Operations · Bills · list')
    if (!share || !bills) throw new Error('there are no such permissions')
    const toldTo = async (permissions: readonly Permission[]) => {
      const { token } = await server.signIn(permissions)
      const query = { record: data._id }
      const { status, body } = await server.call('auditLog.list', { token, query })
      expect(status).toBe(200)
      return body.data.entries.length
    }
    expect(await toldTo([...everyList, share])).toBe(1)
    expect(await toldTo(everyList)).toBe(0)
    const allButBills = everyList.filter((need) => !isDeepStrictEqual(need, bills))
    expect(await toldTo([...allButBills, share])).toBe(0)
  })

  test('who looks at everything as a role does sees that role’s, and none of their own', async () => {
    const owner = await server.signIn('owner')
    const own = await add(owner)
    const theirs = await add(lead, { scope: 'role', role: moderator.roleId })
    const look = await server.call('roles.preview', {
      token: owner.token,
      body: { _id: moderator.roleId },
    })
    const seen = await seenBy({ token: look.body.data.token })
    expect(seen).toContain(theirs.data.name)
    expect(seen).not.toContain(own.data.name)
    expect((await add({ token: look.body.data.token })).status).toBe(403)
  })
})
