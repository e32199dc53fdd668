import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { write } from '../../db/write/write.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { maxReplays } from './replay.service.ts'

const bills = { module: 'Operations', submodule: 'Bills' }
const all = ['list', 'create', 'update', 'delete'].map((each) => `Operations · Bills · ${each}`)
const day = 86_400_000

describe.each(oneEngine)('the replay of a draft of a role on %s', (engine) => {
  let app: TestApp
  let owner = ''
  let role = ''
  let ada = ''
  const ids: string[] = []
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = (await app.signIn('owner')).token
    role = await createRole(app.db, granting(...all))
    ada = (await createAdmin(app.db, role, { name: 'Ada' })).id
    ids.push(
      ...(await create(
        app.db,
        'bills',
        { number: 'S-1', amount: 100 },
        { number: 'L-1', amount: 900 },
      )),
    )
    await change(ids[0], { notes: 'New' }, 1)
    await change(ids[1], { notes: 'New' }, 3)
    await change(ids[1], { title: 'Larger' }, 2)
    await change(ids[1], { title: 'Largest' }, 100)
    await sql`
      insert into permission_uses (user_id, module, submodule, action, day, n)
      select ${ada}, 'Operations', 'Bills', action, (now() at time zone 'UTC')::date - days, n
      from (values ('list', 5, 7), ('list', 91, 50), ('delete', 4, 3), ('delete', 89, 2)) as used (action, days, n)
    `.execute(app.db)
  })
  afterAll(() => app.dispose())

  async function change(id: string | undefined, patch: object, daysAgo: number, user = ada) {
    const at = new Date(Date.now() - daysAgo * day).toISOString()
    await write(app.db, { user, role, at }, async ({ lock, update }) => {
      const [row] = await lock('bills', [id ?? ''])
      if (row) await update('bills', [row], patch)
    })
  }
  const replay = async (draft: object, token = owner) => {
    const body = { _id: role, permissions: granting(...all), ...draft }
    const answer = await app.call('roles.replay', { token, body })
    expect(answer.status).toBe(200)
    mustFitContract('roles.replay', answer.body)
    return answer.body.data
  }
  const upTo500 = (action: string) => ({
    conditions: [{ ...bills, action, where: { 'amount.max': '500' } }],
  })
  const dayBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)

  test('says who would have been stopped at which rows, with the entries', async () => {
    const told = await replay(upTo500('update'))
    expect(told).toMatchObject({ changes: 2, requests: 0, looked: 3, whole: true, unknown: 0 })
    expect(told.refused).toEqual([
      {
        person: { _id: ada, name: 'Ada', image: null },
        permission: named('Operations · Bills · update')[0],
        reason: 'rows',
        field: null,
        requests: 0,
        changes: 2,
        firstDay: dayBefore(3),
        lastDay: dayBefore(2),
        examples: [
          expect.objectContaining({ action: 'update', record: { _id: ids[1], title: 'L-1' } }),
          expect.objectContaining({ action: 'update', record: { _id: ids[1], title: 'L-1' } }),
        ],
      },
    ])
    expect(told.people).toEqual([
      { person: { _id: ada, name: 'Ada', image: null }, requests: 0, changes: 2 },
    ])
  })

  test('a record outside of the list can’t be changed either; lists are counted apart', async () => {
    const told = await replay(upTo500('list'))
    expect(told.refused).toMatchObject([
      { permission: named('Operations · Bills · list')[0], reason: 'rows', changes: 2 },
    ])
    expect(told.narrowed).toEqual([
      { permission: named('Operations · Bills · list')[0], requests: 7 },
    ])
  })

  test('counts requests of a permission that is gone, within 90 days', async () => {
    const permissions = granting(...all.filter((each) => !each.endsWith('delete')))
    const told = await replay({ permissions })
    expect(told.refused).toMatchObject([
      { reason: 'permission', requests: 5, changes: 0, firstDay: dayBefore(89), examples: [] },
    ])
    expect(told.permissions).toEqual([
      { permission: named('Operations · Bills · delete')[0], requests: 5, changes: 0 },
    ])
  })

  test('finds changed fields that are hidden or read-only', async () => {
    const rule = { ...bills, hidden: ['notes'], readOnly: ['title'] }
    const told = await replay({ fieldRules: [rule] })
    expect(
      told.refused.map(({ field, changes }: Record<string, unknown>) => [field, changes]),
    ).toEqual([
      ['notes', 2],
      ['title', 1],
    ])
  })

  test('a draft like the role stops nobody, and nothing is written', async () => {
    const told = await replay({})
    expect(told).toMatchObject({ refused: [], people: [], narrowed: [], changes: 0, requests: 0 })
  })

  test('what the role as it is saved refuses isn’t the draft’s doing', async () => {
    const saved = JSON.stringify(upTo500('update').conditions)
    await sql`update roles set conditions = ${saved}::jsonb where id = ${role}`.execute(app.db)
    const only100 = [{ ...bills, action: 'update', where: { 'amount.max': '50' } }]
    expect(await replay({ conditions: only100 })).toMatchObject({ changes: 1 })
    await sql`update roles set conditions = '[]' where id = ${role}`.execute(app.db)
  })

  test('tells nothing of what the asker may not see', async () => {
    const may = [...named('Roles · Roles · list', 'Roles · Roles · update', ...all)]
    const scoped = await app.signIn(may, {
      conditions: [{ ...bills, action: 'list', where: { 'amount.max': '500' } }],
    })
    const told = await replay(upTo500('update'), scoped.token)
    expect(told).toMatchObject({ refused: [], looked: 3, unseen: 2 })
    const without = await app.signIn(named('Roles · Roles · update'))
    expect(await replay(upTo500('update'), without.token)).toMatchObject({ refused: [], unseen: 3 })
    const seeing = await app.signIn(may)
    const seen = await replay(upTo500('update'), seeing.token)
    expect(seen.refused).toMatchObject([{ changes: 2, examples: [] }])
  })

  test('entries of older versions that don’t tell enough are counted apart', async () => {
    await sql`update audit_entries set state = null where actor_id = ${ada}`.execute(app.db)
    expect(await replay(upTo500('update'))).toMatchObject({ refused: [], unknown: 3 })
  })

  test('one person can’t ask without end', async () => {
    const { token } = await app.signIn('owner')
    const body = { _id: role, permissions: granting(...all) }
    for (let n = 0; n < maxReplays; n += 1)
      expect((await app.call('roles.replay', { token, body })).status).toBe(200)
    const refused = await app.call('roles.replay', { token, body })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
  })
})
