// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useConnection } from './browser/connection.ts'
import { call, fillPath, onSessionLost } from './client.ts'
import { setConfig } from './config.ts'
import { Failure } from './failure.ts'
import { readListing } from './listing.ts'
import { queryText } from './query-text.ts'
import { useStepUp } from './step-up.ts'

const lost = vi.fn()
let answers: (request: { url: string; init: RequestInit }) => Response | Promise<Response>
let asked: { url: string; init: RequestInit }[] = []

beforeEach(() => {
  localStorage.clear()
  lost.mockReset()
  onSessionLost(lost)
  setConfig({})
  asked = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return answers({ url, init })
  })
})
afterEach(() => vi.unstubAllGlobals())

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const header = (index: number, name: string) => new Headers(asked[index]?.init.headers).get(name)
const failureOf = (promise: Promise<unknown>): Promise<Failure> =>
  promise.then(
    () => Promise.reject(new Error('It did not fail')),
    (thrown: unknown) => thrown as Failure,
  )

describe('a call', () => {
  it('reads the token anew each time', async () => {
    answers = () => json({ message: '', data: [] })
    await call('permissions.own')
    localStorage.setItem('token', 'one')
    await call('permissions.own')
    localStorage.setItem('token', 'two')
    await call('permissions.own')
    expect([0, 1, 2].map((index) => header(index, 'Authorization'))).toEqual([
      null,
      'Bearer one',
      'Bearer two',
    ])
  })

  it('goes to the configured host below api/', async () => {
    answers = () => json({ data: {} })
    setConfig({ host: 'https://api.example.org/v1/' })
    await call('users.details', { params: { id: 'a/b' } })
    expect(asked[0]?.url).toBe('https://api.example.org/v1/api/admin/user/details/a%2Fb')
  })

  it('sends JSON', async () => {
    answers = () => json({ data: {} })
    await call('session.login', { body: { email: 'a@b.c', password: 'x' } })
    expect(asked[0]?.init.body).toBe('{"email":"a@b.c","password":"x"}')
    expect(header(0, 'Content-Type')).toBe('application/json')
  })

  it('tells of a lost session on a guarded 401 only', async () => {
    answers = () => json({ message: 'No' }, 401)
    await failureOf(call('session.login', { body: { email: 'a', password: 'b' } }))
    expect(lost).not.toHaveBeenCalled()
    localStorage.setItem('token', 'dead')
    expect((await failureOf(call('permissions.own'))).code).toBe('no_session')
    expect(lost).toHaveBeenCalledOnce()
  })

  it('lets a late 401 of the session before go by', async () => {
    localStorage.setItem('token', 'old')
    answers = () => {
      localStorage.setItem('token', 'new')
      return json({}, 401)
    }
    await failureOf(call('permissions.own'))
    expect(lost).not.toHaveBeenCalled()
  })

  it.each([
    ['a page of HTML', () => new Response('<html>'), 'unknown'],
    ['a number', () => json(1), 'unknown'],
    ['a gateway’s refusal', () => new Response('Bad gateway', { status: 502 }), 'unknown'],
    ['nothing at all', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  ])('fails with words on %s', async (_, answer, code) => {
    answers = answer
    const failure = await failureOf(call('permissions.own'))
    expect(failure).toBeInstanceOf(Failure)
    expect(failure.code).toBe(code)
  })

  it('takes an array for its data, with the total that a header tells', async () => {
    const headers = { 'X-Total-Count': '60' }
    answers = () => new Response('[{"id":"b1"}]', { headers })
    const answer = await call('bills.list')
    expect(readListing(answer)).toMatchObject({ rows: [{ id: 'b1' }], pagination: { total: 60 } })
    answers = () => json([{ id: 'b1' }])
    expect(readListing(await call('bills.list')).pagination).toBeNull()
  })

  it('takes an empty success for one', async () => {
    answers = () => new Response(null, { status: 204 })
    expect(await call('session.logout')).toEqual({ message: '' })
  })

  it('passes an abort on as what it is', async () => {
    const stop = new AbortController()
    stop.abort()
    answers = () => Promise.reject(new DOMException('stopped', 'AbortError'))
    const thrown = await failureOf(call('permissions.own', { signal: stop.signal }))
    expect(thrown.name).toBe('AbortError')
  })
})

describe('a call that needs a step-up', () => {
  const refused = () => json({ message: 'Confirm', code: 'step_up_required' }, 403)
  const question = () => vi.waitUntil(() => useStepUp.getState().question)

  it('is made again as it was, once the person has proved who they are', async () => {
    answers = () => (asked.length <= 2 ? refused() : json({ data: { name: 'New' } }))
    const body = { name: 'New' }
    const both = [1, 2].map((id) => call('users.update', { params: { id: `${id}` }, body }))
    ;(await question()).answer(true)
    expect(await Promise.all(both)).toHaveLength(2)
    expect(asked.map(({ init }) => init.body)).toEqual(Array(4).fill('{"name":"New"}'))
    expect(useStepUp.getState().question).toBeNull()
  })

  it('fails in words where they don’t want to', async () => {
    answers = refused
    const failed = failureOf(call('users.delete', { params: { id: '1' } }))
    ;(await question()).answer(false)
    const { code, message } = await failed
    expect([code, message.includes('Nothing was changed'), asked.length]).toEqual([
      'step_up_required',
      true,
      1,
    ])
  })
})

describe('the address of a call', () => {
  it('repeats the key of a list and leaves out what is empty', () =>
    expect(queryText({ a: 'x y', b: ['1', '', '2'], c: undefined, d: '', e: false, f: 0 })).toBe(
      '?a=x+y&b=1&b=2&e=false&f=0',
    ))

  it('wants every parameter', () => {
    expect(fillPath('a/{id}/b', { id: 'ü?' })).toBe('a/%C3%BC%3F/b')
    expect(() => fillPath('a/{id}', {})).toThrow('lacks its id')
  })
})

describe('a call while the browser is offline', () => {
  beforeEach(() => useConnection.setState({ online: false }))
  afterEach(() => useConnection.setState({ online: true }))

  it.each([
    ['a change', () => call('bills.delete', { params: { id: '1' } }), 'Nothing was saved'],
    ['a GET that changes', () => call('users.delete', { params: { id: '1' } }), 'was saved'],
    [
      'a sign-in',
      () => call('session.login', { body: { email: 'a', password: 'b' } }),
      'Nothing was sent',
    ],
  ])('is refused before it is sent: %s', async (_, make, words) => {
    const { code, message } = await failureOf(make())
    expect([code, message.includes(words), asked.length]).toEqual(['offline', true, 0])
  })

  it('is made where it changes nothing: the browser may be wrong', async () => {
    answers = () => json({ message: '', data: [] })
    await call('permissions.own')
    expect(asked).toHaveLength(1)
  })
})
