import type { RowCondition } from '@steward/contract/permissions/conditions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/database.ts'
import { create, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(engines)(
  'a temporary role and one’s own, each a grant of its own, on %s',
  (engine) => {
    let app: TestApp
    let owner: { token: string; userId: string }
    beforeAll(async () => {
      app = await startTestApp(engine)
      owner = await app.signIn('owner')
    })
    afterAll(() => app.dispose())

    const list = 'Operations · Bills · list'
    const ofBills = { module: 'Operations', submodule: 'Bills' }
    const update = 'Operations · Bills · update'

    /** Somebody with a role, and beside it another one until a time. */
    const withTwo = async (
      own: readonly [string[], RowCondition[]],
      further: readonly [string[], RowCondition[]],
    ) => {
      const person = await app.signIn(named(...own[0]), { conditions: own[1] })
      const role = await createRole(app.db, granting(...further[0]))
      await sql`update roles set conditions = ${JSON.stringify(further[1])}::jsonb
      where id = ${role}`.execute(app.db)
      const given = await app.call('temporaryRoles.give', {
        token: owner.token,
        params: { id: person.userId },
        body: { role, until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'Holidays' },
      })
      expect(given.status).toBe(201)
      return person
    }

    test('permit no edit from what one of them picks to what the other one does', async () => {
      const of = (currency: string): RowCondition[] => [
        { ...ofBills, action: 'update', where: { currency: [currency] } },
      ]
      const person = await withTwo([[list, update], of('EUR')], [[list, update], of('USD')])
      const [euros = '', dollars = '', swedish = ''] = await create(
        app.db,
        'bills',
        { currency: 'EUR' },
        { currency: 'USD' },
        { currency: 'SEK' },
      )
      const change = (id: string, data: object) =>
        app.call('bills.update', { token: person.token, params: { id }, body: { data } })
      const moved = await change(euros, { currency: 'USD' })
      // The bill itself can be changed, so that nothing can be asked for.
      expect([moved.status, moved.body.data.records]).toEqual([403, undefined])
      expect((await change(dollars, { currency: 'EUR' })).status).toBe(403)
      expect((await change(swedish, { title: 'Mine' })).body.data.records).toHaveLength(1)
      expect((await change(euros, { title: 'Mine' })).status).toBe(200)
      expect((await change(dollars, { title: 'Mine' })).status).toBe(200)
    })

    test('permit what each does by itself', async () => {
      const shown = { ...ofBills, action: 'list', where: { currency: ['EUR'] } }
      const create_ = 'Operations · Bills · create'
      const person = await withTwo([[list, update, create_], [shown]], [[list], []])
      const [euros = ''] = await create(app.db, 'bills', { currency: 'EUR' })
      // A list's condition is for what is seen before, not for what it becomes.
      const edited = await app.call('bills.update', {
        token: person.token,
        params: { id: euros },
        body: { data: { currency: 'USD' } },
      })
      expect(edited.status).toBe(200)
      const { body } = await app.call('permissions.own', { token: person.token })
      mustFitContract('permissions.own', body)
      expect(body.conditions).toEqual([{ ...shown, action: 'update' }])
    })

    test('open only the people whom the role that opens them lists', async () => {
      const listing = 'Users · Members · list'
      const active = { module: 'Users', submodule: 'Members', action: 'list' }
      const person = await withTwo(
        [
          [listing, 'Users · Members · view', 'System · Personal data · erase'],
          [{ ...active, where: { status: ['active'] } }],
        ],
        [[listing], []],
      )
      const [open = '', closed = ''] = await create(
        app.db,
        'users',
        { status: 'active' },
        { status: 'inactive' },
      )
      const { token } = person
      const reads = (id: string) =>
        Promise.all([
          app.call('users.details', { token, params: { id } }),
          app.call('users.activity', { token, params: { id } }),
          app.call('privacy.preview', { token, params: { id } }),
        ])
      const statuses = async (id: string) => (await reads(id)).map(({ status }) => status)
      expect(await statuses(open)).toEqual([200, 200, 200])
      expect(await statuses(closed)).toEqual([403, 403, 403])
      const moment = new Date().toISOString()
      const changed = { token: owner.token, params: { id: open } }
      expect((await app.call('users.changeStatus', changed)).status).toBe(200)
      expect(await statuses(open)).toEqual([403, 403, 403])
      const then = { token, params: { id: open }, query: { asOf: moment } }
      expect((await app.call('users.details', then)).status).toBe(200)
    })

    test('comment only on tasks that the role which comments lists', async () => {
      const [listing, comment] = ['Operations · Tasks · list', 'Operations · Tasks · comment']
      const tasks = { module: 'Operations', submodule: 'Tasks' }
      const person = await withTwo(
        [
          [listing, comment, 'Operations · Tasks · delete'],
          [{ ...tasks, action: 'list', where: { priority: ['low'] } }],
        ],
        [[listing], []],
      )
      const [low = '', high = ''] = await create(
        app.db,
        'tasks',
        { priority: 'low' },
        { priority: 'high' },
      )
      const say = (id: string, by: { token: string } = person) =>
        app.call('tasks.comment', { token: by.token, params: { id }, body: { text: 'Mine' } })
      expect((await say(low)).status).toBe(201)
      const refused = await say(high)
      expect([refused.status, refused.body.data.records]).toMatchObject([403, [{ _id: high }]])

      const theirs = async (id: string) => {
        const commentId: string = (await say(id, owner)).body.data._id
        const { body } = await app.call('tasks.comments', { token: person.token, params: { id } })
        const found = body.data.comments.find(({ _id }: { _id: string }) => _id === commentId)
        const { status } = await app.call('tasks.deleteComment', {
          token: person.token,
          params: { id, commentId },
        })
        return [found.canDelete, status]
      }
      expect([await theirs(low), await theirs(high)]).toEqual([
        [true, 200],
        [false, 403],
      ])

      const asked = await app.call('loans.ask', {
        token: person.token,
        body: { ...tasks, action: 'comment', records: [high], reason: 'Once', minutes: 60 },
      })
      expect(asked.status).toBe(201)
      const granted = await app.call('loans.grant', {
        token: owner.token,
        params: { id: asked.body.data._id },
        body: {},
      })
      expect(granted.status).toBe(200)
      expect((await say(high)).status).toBe(201)
      expect((await say(low)).status).toBe(201)
    })
  },
)
