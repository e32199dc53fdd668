import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

const question = (text: string, ...options: string[]) => ({
  text,
  options: options.map((each) => ({ text: each })),
})
const voted = (text: string, options: Record<string, number>) => ({
  text,
  options: Object.entries(options).map(([each, votes]) => ({ text: each, votes })),
})
const many = (count: number) => Array.from({ length: count }, (_, n) => `No. ${n}`)

describe.each(oneEngine)('polls and surveys on %s', (engine) => {
  let app: TestApp
  let token: string
  let me: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    const session = await app.signIn(
      (['list', 'create', 'update', 'delete'] as const).map((action) =>
        permission('Community', 'Polls and surveys', action),
      ),
    )
    token = session.token
    me = session.userId
  })
  afterAll(() => app.dispose())
  const make = (body: object = {}) =>
    app.call('polls.create', {
      token,
      body: { title: 'Lunch', questions: [question('Which?', 'Soup', 'Rice')], ...body },
    })
  const update = (id: string, body: object) =>
    app.call('polls.update', { token, params: { id }, body })
  const stored = async (fields: Parameters<typeof create<'polls'>>[2]) =>
    (await create(app.db, 'polls', { status: 'open', ...fields }))[0] as string
  const paths = (body: { errors: { path: string }[] }) => body.errors.map(({ path }) => path)

  test('makes a draft of whoever asks, with no votes whatever is sent', async () => {
    const { status, body } = await make({
      questions: [voted('Which?', { Soup: 7, Rice: 1 })],
      responseCount: 9,
    })
    expect(status).toBe(201)
    mustFitContract('polls.create', body)
    expect(body.data).toMatchObject({
      kind: 'poll',
      status: 'draft',
      author: { _id: me },
      responseCount: 0,
      questions: [voted('Which?', { Soup: 0, Rice: 0 })],
      version: 1,
    })
  })

  test.each([
    ['a poll with two questions', 'poll', [question('A', 'x', 'y'), question('B', 'x', 'y')]],
    ['a survey with one', 'survey', [question('A', 'x', 'y')]],
    ['none', 'poll', []],
    ['two that are the same', 'survey', [question('A', 'x', 'y'), question('a', 'x', 'y')]],
    ['options that are the same', 'poll', [question('A', 'Yes', 'yes')]],
    [
      'more questions than a survey may ask',
      'survey',
      many(51).map((text) => question(text, 'x', 'y')),
    ],
  ])('refuses %s', async (_, kind, questions) => {
    const { status, body } = await make({ kind, questions })
    expect([status, paths(body)]).toEqual([422, ['questions']])
  })

  test('takes 2 to 20 options of a question, and 50 questions', async () => {
    for (const [count, status] of [
      [1, 422],
      [2, 201],
      [20, 201],
      [21, 422],
    ] as const)
      expect((await make({ questions: [question('A', ...many(count))] })).status).toBe(status)
    const questions = many(50).map((text) => question(text, 'x', 'y'))
    expect((await make({ kind: 'survey', questions })).status).toBe(201)
  })

  test('keeps the votes of options that are moved, and adds others beside them', async () => {
    const id = await stored({ questions: [voted('Which?', { Soup: 3, Rice: 0, Fish: 2 })] })
    const { status, body } = await update(id, {
      questions: [question('Which?', 'Fish', 'Bread', 'Soup', 'Plain rice')],
    })
    expect(status).toBe(200)
    expect(body.data.questions).toEqual([
      voted('Which?', { Fish: 2, Bread: 0, Soup: 3, 'Plain rice': 0 }),
    ])
  })

  test.each([
    ['an option is removed', [question('Which?', 'Rice', 'Bread')], /“Soup” has votes/],
    ['an option is reworded', [question('Which?', 'Soup!', 'Rice')], /“Soup” has votes/],
    ['the question is reworded', [question('What?', 'Soup', 'Rice')], /“Which\?” has votes/],
  ])('what has votes stays: %s', async (_, questions, words) => {
    const before = [voted('Which?', { Soup: 3, Rice: 0 })]
    const id = await stored({ questions: before })
    const { status, body } = await update(id, { questions })
    expect([status, body.code, paths(body)]).toEqual([409, 'conflict', ['questions']])
    expect(body.message).toMatch(words)
    expect((await update(id, { kind: 'survey' })).status).toBe(409)
    expect((await update(id, { status: 'draft' })).status).toBe(409)
    expect((await update(id, { title: 'Else' })).body.data.questions).toEqual(before)
  })

  test('what nobody has voted for can be changed as one likes', async () => {
    const { _id } = (await make()).body.data
    const questions = [question('A', 'x', 'y'), question('B', 'x', 'y')]
    expect((await update(_id, { kind: 'survey' })).status).toBe(422)
    const { body } = await update(_id, { kind: 'survey', questions })
    expect(body.data).toMatchObject({ kind: 'survey', version: 2 })
    expect((await update(_id, body.data)).body.data.version).toBe(2)
  })

  test('is closed now, with its time, and opened again without one that has passed', async () => {
    const id = await stored({ closes_at: '2090-01-01T00:00:00.000Z' })
    const closed = (await update(id, { status: 'closed' })).body.data
    expect(closed.status).toBe('closed')
    expect(Math.abs(Date.now() - Date.parse(closed.closesAt))).toBeLessThan(60_000)
    const { body } = await update(id, { status: 'open' })
    expect(body.data).toMatchObject({ status: 'open', closesAt: null })
    expect(body.message).toContain('no longer has a closing time')
    const past = await update(id, { status: 'closed', closesAt: '2020-01-01' })
    expect(past.body.data.closesAt).toBe('2020-01-01T00:00:00.000Z')
    const late = await update(id, { status: 'open', closesAt: '2020-01-02' })
    expect([late.status, paths(late.body)]).toEqual([422, ['closesAt']])
  })

  test('one whose time has passed is opened again, though the row never said closed', async () => {
    const id = await stored({ closes_at: '2020-01-01T00:00:00.000Z' })
    expect((await update(id, { status: 'closed' })).body.data.version).toBe(1)
    expect((await update(id, { status: 'open' })).body.data).toMatchObject({
      status: 'open',
      closesAt: null,
    })
  })

  test('one that is to be closed stays so with a closing time to come, though the row never said closed', async () => {
    const id = await stored({ closes_at: '2020-01-01T00:00:00.000Z' })
    const told = { status: 'closed', closesAt: '2020-01-01' }
    expect((await update(id, told)).body.data.version).toBe(1)
    const fields = { status: 'closed', closesAt: '2090-01-01' }
    const { body } = await update(id, fields)
    expect(body.data).toMatchObject({ status: 'closed', closesAt: '2090-01-01T00:00:00.000Z' })
    expect((await update(id, fields)).body.data.version).toBe(2)
  })

  test('one that is open is not sent as open with a closing time that has passed', async () => {
    const id = await stored({ closes_at: '2090-01-01T00:00:00.000Z' })
    const late = await update(id, { status: 'open', closesAt: '2020-01-01' })
    expect([late.status, paths(late.body)]).toEqual([422, ['closesAt']])
  })

  test('closes after it opens', async () => {
    const times = { opensAt: '2031-01-02', closesAt: '2031-01-02' }
    expect(paths((await make(times)).body)).toEqual(['closesAt'])
    const { _id } = (await make({ ...times, closesAt: '2031-01-03' })).body.data
    expect(paths((await update(_id, { opensAt: '2031-01-04' })).body)).toEqual(['opensAt'])
  })

  test('an older version is refused with the poll as it stands; of two at once one is saved', async () => {
    const { _id } = (await make()).body.data
    await update(_id, { title: 'First', version: 1 })
    const late = await update(_id, { title: 'Second', version: 1 })
    expect(late.body).toMatchObject({ code: 'out_of_date', data: { title: 'First', version: 2 } })
    const both = await Promise.all(['A', 'B'].map((title) => update(_id, { title, version: 2 })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('undo puts questions back, but not below votes that have come since', async () => {
    const owner = (await app.signIn('owner')).token
    const { _id } = (await make()).body.data
    await update(_id, { questions: [question('Which?', 'Soup', 'Rice', 'Bread')] })
    const last = async () => {
      const { body } = await app.call('auditLog.list', { token: owner, query: { record: _id } })
      return body.data.entries[0]._id
    }
    const undo = async () =>
      (await app.call('auditLog.undo', { token: owner, params: { id: await last() } })).status
    expect(await undo()).toBe(200)
    await update(_id, { questions: [question('Which?', 'Soup', 'Rice', 'Bread')] })
    await app.db
      .updateTable('polls')
      .set({
        questions: JSON.stringify([voted('Which?', { Soup: 0, Rice: 0, Bread: 1 })]) as never,
      })
      .where('id', '=', _id)
      .execute()
    expect(await undo()).toBe(409)
  })

  test('each call needs its own permission', async () => {
    const { _id } = (await make()).body.data
    const may = async (action: 'create' | 'update') => {
      const { token } = await app.signIn([permission('Community', 'Polls and surveys', action)])
      const body = { title: 'Lunch', questions: [question('A', 'x', 'y')] }
      const one = await app.call('polls.create', { token, body })
      const other = await app.call('polls.update', { token, params: { id: _id }, body })
      return [one.status, other.status]
    }
    expect([await may('create'), await may('update')]).toEqual([
      [201, 403],
      [403, 200],
    ])
  })
})
