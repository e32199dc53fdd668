import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('events on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    const may = (['list', 'create', 'update', 'delete'] as const).map((action) =>
      permission('Community', 'Events', action),
    )
    token = (await app.signIn([...may, permission('System', 'Audit log', 'undo')])).token
  })
  afterAll(() => app.dispose())
  const make = (body: object) =>
    app.call('events.create', {
      token,
      body: { title: 'Walk', startsAt: '2031-12-12T19:00:00Z', ...body },
    })
  const update = (id: string, body: object) =>
    app.call('events.update', { token, params: { id }, body })
  const made = async (body: object = {}) => (await make(body)).body.data
  const paths = (body: { errors: { path: string }[] }) => body.errors.map(({ path }) => path)

  test('makes one with a zone of its own, whatever its case', async () => {
    const [host = ''] = await create(app.db, 'users', { name: 'Ada' })
    const { status, body } = await make({ timeZone: 'europe/lisbon', host: { _id: host } })
    expect(status).toBe(201)
    mustFitContract('events.create', body)
    expect(body.data).toMatchObject({
      timeZone: 'Europe/Lisbon',
      host: { _id: host, name: 'Ada' },
      status: 'scheduled',
      attendeeCount: 0,
      version: 1,
    })
    expect((await made()).timeZone).toBe(null)
  })

  test.each([
    ['timeZone', 'Europe/Nowhere'],
    ['timeZone', '+01:00'],
    ['timeZone', 'Europe/Lisbon\0'],
    ['timeZone', `Europe/${'x'.repeat(100_000)}`],
    ['timeZone', 7],
    ['title', ' '],
    ['title', 'x'.repeat(201)],
    ['description', 'x'.repeat(10_001)],
    ['startsAt', null],
    ['endsAt', '2031-12-12T18:59:59Z'],
    ['capacity', -1],
    ['capacity', 1.5],
    ['capacity', 2 ** 31],
    ['online', 'yes'],
    ['host', 'Ada'],
    ['host', { _id: '00000000-0000-7000-8000-000000000000' }],
    ['status', 'gone'],
    ['image', 'https://example.com/a.png'],
  ])('refuses %s %j at its field, of a new one and of one that is there', async (field, value) => {
    const refused = await make({ [field]: value })
    expect(refused.status).toBe(422)
    expect(paths(refused.body)).toEqual([field])
    const { _id } = await made()
    const again = await update(_id, { [field]: value })
    expect([again.status, paths(again.body)]).toEqual([422, [field]])
  })

  test('takes the whole record back as it was given out, which changes nothing', async () => {
    const event = await made({ timeZone: 'Asia/Kolkata', host: { _id: null, name: 'The club' } })
    const { status, body } = await update(event._id, event)
    expect([status, body.data]).toEqual([200, event])
  })

  test('an end before the start is refused at whichever was sent', async () => {
    const { _id } = await made({ endsAt: '2031-12-12T21:00:00Z' })
    expect(paths((await update(_id, { startsAt: '2031-12-13' })).body)).toEqual(['startsAt'])
    expect(paths((await update(_id, { endsAt: '2031-12-12' })).body)).toEqual(['endsAt'])
    expect((await update(_id, { endsAt: '2031-12-12T19:00:00Z' })).status).toBe(200)
    expect((await update(_id, { endsAt: null, startsAt: '2032-01-01' })).status).toBe(200)
  })

  test('holds everybody who comes already', async () => {
    const [id = ''] = await create(app.db, 'events', { attendee_count: 12, capacity: 5 })
    const few = await update(id, { capacity: 11 })
    expect([few.status, paths(few.body)]).toEqual([422, ['capacity']])
    expect(few.body.errors[0].msg).toContain('12')
    expect((await update(id, { capacity: 5, title: 'As it was' })).status).toBe(200)
    expect((await update(id, { capacity: 12 })).status).toBe(200)
    expect((await update(id, { capacity: null })).body.data.capacity).toBe(null)
  })

  test('is cancelled, and that can be taken back, by its status and by the audit log', async () => {
    const { _id } = await made()
    const cancelled = await update(_id, { status: 'cancelled' })
    expect(cancelled.body.message).toBe('“Walk” cancelled.')
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', version: 2 })
    expect((await update(_id, { status: 'scheduled' })).body.data.status).toBe('scheduled')
    await update(_id, { status: 'cancelled', timeZone: 'Europe/Lisbon' })
    const owner = (await app.signIn('owner')).token
    const entries = await app.call('auditLog.list', { token: owner, query: { record: _id } })
    const [last] = entries.body.data.entries
    expect(last.after).toEqual({ cancelled: true, timeZone: 'Europe/Lisbon' })
    const undone = await app.call('auditLog.undo', { token: owner, params: { id: last._id } })
    expect(undone.status).toBe(200)
    const { body } = await app.call('events.list', { token, query: { limit: 100 } })
    const now = body.data.events.find((each: { _id: string }) => each._id === _id)
    expect(now).toMatchObject({ status: 'scheduled', timeZone: null, version: 5 })
  })

  test('an older version is refused with the event as it stands; of two at once one is saved', async () => {
    const { _id } = await made()
    await update(_id, { title: 'First', version: 1 })
    const late = await update(_id, { title: 'Second', version: 1 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'out_of_date', data: { title: 'First', version: 2 } })
    const both = await Promise.all(['A', 'B'].map((title) => update(_id, { title, version: 2 })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a deleted one is not changed', async () => {
    const { _id } = await made()
    await app.call('events.delete', { token, params: { id: _id } })
    expect((await update(_id, { title: 'Late' })).status).toBe(404)
  })

  test('each call needs its own permission', async () => {
    const { _id } = await made()
    const may = async (action: 'create' | 'update') => {
      const { token } = await app.signIn([permission('Community', 'Events', action)])
      const body = { title: 'Walk', startsAt: '2031-01-01' }
      const one = await app.call('events.create', { token, body })
      const other = await app.call('events.update', { token, params: { id: _id }, body })
      return [one.status, other.status]
    }
    expect([await may('create'), await may('update')]).toEqual([
      [201, 403],
      [403, 200],
    ])
  })

  test('stood at a moment with the zone that it had', async () => {
    const { _id } = await made({ timeZone: 'Europe/Lisbon' })
    const pause = () => new Promise((go) => setTimeout(go, 30))
    await pause()
    const asOf = new Date().toISOString()
    await pause()
    await update(_id, { timeZone: 'Asia/Tokyo' })
    const { body } = await app.call('events.list', {
      token,
      query: { limit: 100, asOf },
    })
    const then = body.data.events.find((each: { _id: string }) => each._id === _id)
    expect(then).toMatchObject({ timeZone: 'Europe/Lisbon', version: 1 })
  })
})
