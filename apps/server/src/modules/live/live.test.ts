import { finished } from 'node:stream/promises'
import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { type Heard, listen } from '../../testing/live-stream.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { presenceRate } from './live.routes.ts'
import { openLiveHub } from './live-hub.ts'

describe.each(oneEngine)('live changes on %s', (engine) => {
  let app: TestApp
  let url: string
  let token: string
  beforeAll(async () => {
    // No beat: what streams learn of who may be told, they learn by the changes.
    app = await startTestApp(engine, {}, { live: { beatMs: 3_600_000 } })
    url = await app.app.listen({ port: 0, host: '127.0.0.1' })
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const told = (heard: readonly Heard[]) =>
    heard.map(({ data }) => [data.area, data.action, data.ids])
  const about = (heard: readonly Heard[], id: string) =>
    heard.filter(({ data }) => data.ids?.includes(id)).map(({ data }) => data.action)

  test('tells a change, and nothing before it', async () => {
    const [id = ''] = await create(app.db, 'posts', { text: 'Before' })
    await expect.poll(unsealed).toBe(0)
    const stream = await listen(url, token)
    expect([stream.status, stream.type, stream.encoding]).toEqual([200, 'text/event-stream', null])
    await app.call('posts.delete', { token, params: { id } })
    await expect.poll(() => stream.heard.length).toBe(1)
    expect(told(stream.heard)).toEqual([['posts', 'delete', [id]]])
    expect(stream.heard[0]?.id).toMatch(/^\d+$/)
    await stream.close()
  })

  test('says at the beginning from where it goes on, and for how long nothing has changed', async () => {
    const [id = ''] = await create(app.db, 'posts', {})
    await app.call('posts.delete', { token, params: { id } })
    await expect.poll(unsealed).toBe(0)
    const stream = await listen(url, token)
    await expect.poll(() => stream.state.welcome).toBeDefined()
    const { id: from = '', quiet } = stream.state.welcome ?? {}
    expect(quiet).toBeLessThan(60_000)
    await stream.close()
    await app.call('posts.restore', { token, params: { id } })
    const back = await listen(url, token, from)
    await expect.poll(() => about(back.heard, id)).toEqual(['restore'])
    expect(back.state.welcome).toBeUndefined()
    await back.close()
  })

  test('goes on after the last event without a gap, in the same order for all', async () => {
    const whole = await listen(url, token)
    const cut = await listen(url, token)
    const ids = await create(app.db, 'bills', {}, {}, {}, {})
    const [first = '', second = ''] = ids
    await app.call('bills.delete', { token, params: { id: first } })
    await expect.poll(() => about(cut.heard, first)).toContain('delete')
    await cut.close()
    await app.call('bills.delete', { token, params: { id: second } })
    await app.call('bills.restore', { token, params: { id: first } })
    await expect.poll(() => about(whole.heard, first)).toContain('restore')
    const back = await listen(url, token, cut.heard.at(-1)?.id)
    await app.call('bills.restore', { token, params: { id: second } })
    await expect.poll(() => about(back.heard, second)).toContain('restore')
    await expect.poll(() => about(whole.heard, second)).toContain('restore')
    const all = [...cut.heard, ...back.heard].flatMap(({ data }) => data.ids ?? [])
    expect(all).toEqual(whole.heard.flatMap(({ data }) => data.ids ?? []))
    await Promise.all([whole.close(), back.close()])
  })

  test('begins anew where it can’t go on', async () => {
    for (const unknown of ['999999999', 'x', '-1']) {
      const stream = await listen(url, token, unknown)
      await expect.poll(() => stream.heard.map(({ event }) => event)).toEqual(['reset'])
      await stream.close()
    }
  })

  test('obeys permissions, as they change', async () => {
    const bills = await app.signIn([permission('Operations', 'Bills', 'list')])
    const stream = await listen(url, bills.token)
    const all = await listen(url, token)
    const [post = ''] = await create(app.db, 'posts', {})
    const [bill = ''] = await create(app.db, 'bills', {})
    await expect.poll(() => about(all.heard, bill)).toEqual(['create'])
    await expect.poll(() => about(stream.heard, bill)).toEqual(['create'])
    expect(about(stream.heard, post)).toEqual([])
    const body = { _id: bills.roleId, permissions: [] }
    expect((await app.call('roles.update', { token, body })).status).toBe(200)
    const told = (heard: readonly Heard[]) => heard.filter(({ event }) => event === 'permissions')
    await expect.poll(() => told(stream.heard)).toHaveLength(1)
    expect(told(all.heard)).toEqual([])
    const [hidden = ''] = await create(app.db, 'bills', {})
    await expect.poll(() => about(all.heard, hidden)).toEqual(['create'])
    expect(about(stream.heard, hidden)).toEqual([])
    await app.call('users.changeStatus', { token, params: { id: bills.userId } })
    await expect.poll(() => stream.state.ended).toBe(true)
    expect((await listen(url, bills.token)).status).toBe(401)
    await all.close()
  })

  test('tells of people of those types alone that one may list, gone for good or not', async () => {
    const person = async (type: 'admin' | 'member') => {
      const [id = ''] = await create(app.db, 'users', { type, email: `${newId()}@example.com` })
      return id
    }
    const [admin, member] = [await person('admin'), await person('member')]
    await expect.poll(unsealed).toBe(0)
    const members = await app.signIn([permission('Users', 'Members', 'list')])
    const [stream, all] = [await listen(url, members.token), await listen(url, token)]
    for (const id of [admin, member]) {
      for (const name of ['users.delete', 'users.purge'] as const)
        expect((await app.call(name, { token, params: { id } })).status).toBe(200)
    }
    await expect.poll(() => about(all.heard, member)).toEqual(['delete', 'purge'])
    await expect.poll(() => about(stream.heard, member)).toEqual(['delete', 'purge'])
    expect([about(all.heard, admin), about(stream.heard, admin)]).toEqual([['delete', 'purge'], []])
    await Promise.all([stream.close(), all.close()])
  })

  test('ends with the session, and takes only so many pages of one', async () => {
    const person = await app.signIn('owner')
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(url, person.token)))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    expect((await listen(url, person.token)).status).toBe(429)
    await app.call('session.logout', { token: person.token })
    await expect.poll(() => streams.every(({ state }) => state.ended)).toBe(true)
  })

  test('takes no more pages of one that come at once', async () => {
    const person = await app.signIn('owner')
    const streams = await Promise.all(Array.from({ length: 30 }, () => listen(url, person.token)))
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(20)
    await app.call('session.logout', { token: person.token })
  })

  test('class: all streams taken by one person, who signs in again and again', async () => {
    const role = await createRole(app.db, [])
    const { email, password } = await createAdmin(app.db, role)
    const begin = async () => {
      const { body } = await app.call('session.login', { body: { email, password } })
      return body.data.token as string
    }
    const sessions = await Promise.all([begin(), begin(), begin()])
    const streams = await Promise.all(
      sessions.flatMap((own) => Array.from({ length: 20 }, () => listen(url, own))),
    )
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(40)
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(20)
    const other = await listen(url, token)
    expect(other.status).toBe(200)
    await Promise.all([...streams, other].map((stream) => stream.close()))
  })

  test('ends at a stop, also what was just being opened, which would hold the stop up', async () => {
    const hub = openLiveHub(app.db, {
      staffOf: async () => () => undefined,
      onError: (error) => expect(error).toBeUndefined(),
    })
    const session = { id: 'one', user: { id: 'somebody' }, permissions: [] } as unknown as Session
    const before = (await hub.open(session, null)).resume()
    const opening = hub.open(session, null)
    const stopping = hub.close()
    for (const stream of [before, (await opening).resume()]) await finished(stream)
    await stopping
  })

  test('tells who else has a record open, and that they came, edit and went', async () => {
    const [record = ''] = await create(app.db, 'bills', {})
    const [one, two] = [await app.signIn('owner'), await app.signIn('owner')]
    const stream = await listen(url, one.token)
    const say = async (by: typeof one, open: object | null, tab = 'tab') => {
      const answer = await app.call('live.presence', { token: by.token, body: { tab, open } })
      expect(answer.status).toBe(200)
      mustFitContract('live.presence', answer.body)
      return answer.body.data.others
    }
    const bill = { area: 'bills', record }
    expect(await say(one, bill)).toEqual([])
    expect(await say(one, bill, 'another tab of mine')).toEqual([])
    expect(await say(two, bill)).toMatchObject([{ _id: one.userId, editing: false }])
    const told = () => stream.heard.filter(({ event }) => event === 'presence').length
    await expect.poll(told).toBe(3)
    await say(two, bill)
    await say(two, { ...bill, editing: true })
    await expect.poll(told).toBe(4)
    expect(await say(one, bill)).toMatchObject([{ _id: two.userId, editing: true }])
    await say(two, null)
    await expect.poll(told).toBe(5)
    expect(await say(one, bill)).toEqual([])
    await say(two, bill)
    await app.db
      .updateTable('presence')
      .set({ seen_at: '2020-01-01T00:00:00.000Z' })
      .where('record_id', '=', record)
      .execute()
    expect(await say(one, bill)).toEqual([])
    const stranger = await app.signIn([permission('Catalogue', 'Categories', 'list')])
    const body = { tab: 't', open: bill }
    const refused = await app.call('live.presence', { token: stranger.token, body })
    expect(refused.status).toBe(403)
    await app.call('session.logout', { token: two.token })
    await stream.close()
  })

  test('class: presence as a way to learn of people and records', async () => {
    const [member = '', admin = ''] = await create(
      app.db,
      'users',
      { type: 'member' },
      { type: 'admin', email: 'openable@example.com' },
    )
    const [bill = ''] = await create(app.db, 'bills', {})
    const one = await app.signIn([
      permission('Users', 'Members', 'list'),
      permission('Operations', 'Bills', 'list'),
    ])
    const colleagues = [await app.signIn('owner'), await app.signIn('owner')]
    const stream = await listen(url, one.token)
    const say = (by: string, area: string, record: string, editing = false) =>
      app.call('live.presence', {
        token: by,
        body: { tab: 'tab', open: { area, record, editing } },
      })
    // Who else is there shows, but not who they are; they come as one.
    for (const { token: by } of colleagues) {
      expect((await say(by, 'bills', bill, by === colleagues[0]?.token)).status).toBe(200)
    }
    const { body } = await say(one.token, 'bills', bill)
    expect(body.data.others).toEqual([
      { _id: null, name: 'A colleague', image: null, editing: true },
    ])
    mustFitContract('live.presence', body)
    // Nobody is told of records that they may not list.
    expect((await say(one.token, 'users', admin)).status).toBe(404)
    expect((await say(one.token, 'users', member)).status).toBe(200)
    expect((await say(token, 'users', admin)).status).toBe(200)
    expect((await say(token, 'users', member)).status).toBe(200)
    await expect.poll(() => stream.heard.filter(({ event }) => event === 'presence').length).toBe(6)
    const told = stream.heard.filter(({ event }) => event === 'presence')
    expect(new Set(told.flatMap(({ data }) => data.ids))).toEqual(new Set([bill, member]))
    // Nor does anybody open what isn’t there.
    for (const [area, record] of [
      ['bills', newId()],
      ['users', newId()],
      ['bills', member],
    ] as const) {
      expect((await say(one.token, area, record)).status).toBe(404)
    }
    for (const area of ['accounts', 'saved-views']) {
      expect((await say(token, area, bill)).status).toBe(403)
    }
    await stream.close()
  })

  test('class: presence said without end', async () => {
    const person = await app.signIn('owner')
    const say = (by: string) =>
      app.call('live.presence', { token: by, body: { tab: 'tab', open: null } })
    const statuses: number[] = []
    for (let n = 0; n < presenceRate.max; n += 1) statuses.push((await say(person.token)).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = await say(person.token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await say(token)).status).toBe(200)
  })

  const unsealed = async () => {
    const counts = await app.db
      .selectFrom('audit_entries')
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    const seals = await app.db.selectFrom('audit_seals').select('entries').execute()
    return counts.n - seals.reduce((sum, { entries }) => sum + entries.length, 0)
  }
})
