// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useConnection } from './browser/connection.ts'
import { claimDrafts, forgetDrafts } from './browser/form-drafts.ts'
import { call } from './client.ts'
import { setConfig } from './config.ts'
import { Failure } from './failure.ts'
import { forgetSlowCalls, slowAfter, useSlowCalls } from './slow-calls.ts'

type Answer = () => Response | Promise<Response>
let asked: { path: string; key: string | null; init: RequestInit }[] = []
let answers: Answer[] = []
let honours = true

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...(honours && { 'Accept-Idempotency-Key': 'true' }), ...headers },
  })
const saved: Answer = () => json({ message: 'Done', data: {} })
const cut: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const refused =
  (status: number, code: string, headers = {}): Answer =>
  () =>
    json({ message: 'No', code }, status, headers)

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  claimDrafts(null)
  setConfig({})
  vi.useFakeTimers()
  honours = true
  asked = []
  answers = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, key: new Headers(init.headers).get('Idempotency-Key'), init })
    return (answers.shift() ?? saved)()
  })
  // Any answer tells what the server honours.
  await call('bills.list')
  asked = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  useConnection.setState({ online: true })
  forgetSlowCalls()
})

const keys = () => asked.map(({ key }) => key)
/** Waits for a call and for everything that it waits for. @returns its answer, or its failure */
async function end<R>(calling: Promise<R>): Promise<R | Failure> {
  const ended = calling.catch((thrown: Failure) => thrown)
  await vi.runAllTimersAsync()
  return await ended
}
const codeOf = (ended: unknown) => (ended instanceof Failure ? ended.code : 'done')
const create = (name = 'Crew') => end(call('roles.create', { body: { name } }))
const remove = (id = '1') => end(call('posts.delete', { params: { id } }))
/** Every try of one act finds no answer. */
const cutOff = () => answers.push(cut, cut, cut, cut)

describe('an idempotency key', () => {
  it('goes with writes that take one, a new one with each, and with nothing else', async () => {
    await create()
    await remove()
    await end(call('users.delete', { params: { id: '1' } }))
    expect(keys()).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
    expect(new Set(keys()).size).toBe(3)
    asked = []
    await end(call('bills.list'))
    await end(call('session.login', { body: { email: 'a@b.c', password: 'x' } }))
    await end(call('secondFactor.newRecoveryCodes', { body: { password: 'x' } }))
    expect(keys()).toEqual([null, null, null])
  })

  it('is not sent to a server that doesn’t say that it honours them, and nothing is repeated', async () => {
    honours = false
    await call('bills.list')
    asked = []
    answers.push(cut)
    expect(codeOf(await create())).toBe('unreachable')
    answers.push(cut)
    expect(codeOf(await end(call('users.changeStatus', { params: { id: '1' } })))).toBe(
      'unreachable',
    )
    expect(keys()).toEqual([null, null])
  })

  it('goes again, with the same call, where no answer came', async () => {
    answers.push(cut, cut)
    expect(await create()).toMatchObject({ message: 'Done' })
    expect(asked.map(({ init }) => init.body)).toEqual(Array(3).fill('{"name":"Crew"}'))
    expect(new Set(keys()).size).toBe(1)
  })

  it('goes with a GET that changes something, which is sent again and never cached', async () => {
    answers.push(cut)
    await end(call('users.changeStatus', { params: { id: '1' }, wanted: 'active' }))
    expect(asked.map(({ init }) => [init.method, init.cache])).toEqual([
      ['GET', 'no-store'],
      ['GET', 'no-store'],
    ])
    expect(new Set(keys()).size).toBe(1)
  })

  it('is sent four times, then the person is told, and what they send again has the same', async () => {
    cutOff()
    expect(codeOf(await create())).toBe('unreachable')
    expect(asked).toHaveLength(4)
    await create('Another crew')
    await create()
    await create()
    const [first, , , , other, again, later] = keys()
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    // That one was answered: the same once more is another act.
    expect(later).not.toBe(first)
  })

  it.each([
    [500, 'internal', true],
    [503, 'not_ready', true],
    [401, 'no_session', true],
    [403, 'not_permitted', true],
    [409, 'taken', false],
    [422, 'invalid', false],
    [429, 'too_many', false],
  ])('is the same after %s %s: %s', async (status, code, same) => {
    answers.push(refused(status, code))
    expect(codeOf(await create())).not.toBe('done')
    expect(asked).toHaveLength(1)
    await create()
    expect(keys()[0] === keys()[1]).toBe(same)
  })

  it('is another one where the person wants something else of the same call', async () => {
    const swap = (wanted: string) =>
      end(call('users.changeStatus', { params: { id: '1' }, wanted }))
    cutOff()
    await swap('inactive')
    await swap('active')
    expect(new Set(keys()).size).toBe(2)
  })

  it('is another one once the record was changed by another call, or ten minutes are over', async () => {
    cutOff()
    await remove()
    await end(call('posts.restore', { params: { id: '1' } }))
    await remove()
    expect(keys()[5]).not.toBe(keys()[0])
    asked = []
    cutOff()
    await remove('2')
    vi.setSystemTime(Date.now() + 9 * 60_000)
    cutOff()
    await remove('2')
    vi.setSystemTime(Date.now() + 2 * 60_000)
    await remove('2')
    expect(keys()[4]).toBe(keys()[0])
    expect(keys()[8]).not.toBe(keys()[0])
  })

  it('is the same an hour later where it names no record', async () => {
    cutOff()
    await create()
    vi.setSystemTime(Date.now() + 3_600_000)
    await create()
    expect(keys()[4]).toBe(keys()[0])
  })

  it('outlives the page, without what was typed and without passwords', async () => {
    const body = {
      name: 'Ada',
      email: 'ada@example.com',
      type: 'admin',
      password: 'secret one',
    } as const
    cutOff()
    await end(call('users.create', { body }))
    const kept = JSON.stringify({ ...sessionStorage })
    expect(kept).toContain(keys()[0])
    expect(kept).not.toMatch(/secret|Ada|ada@/)
    sessionStorage.clear()
    cutOff()
    await end(call('users.create', { body }))
    sessionStorage.clear()
    for (const [name, value] of Object.entries(JSON.parse(kept))) {
      sessionStorage.setItem(name, String(value))
    }
    await end(call('users.create', { body }))
    expect([keys()[4] === keys()[0], keys()[8] === keys()[0]]).toEqual([false, true])
  })

  it('tells by nothing that is kept what a password was', async () => {
    const body = (password: string) => {
      const form = new FormData()
      form.set('name', 'Ada')
      form.set('password', password)
      return form
    }
    cutOff()
    await end(call('users.create', { body: body('one') }))
    cutOff()
    await end(call('users.create', { body: body('two') }))
    cutOff()
    await end(call('profile.changePassword', { body: { currentPassword: 'a', password: 'b' } }))
    await end(call('profile.changePassword', { body: { currentPassword: 'c', password: 'd' } }))
    expect([keys()[4] === keys()[0], keys()[12] === keys()[8]]).toEqual([true, true])
  })

  it('leaves nothing behind once it is answered, and never more than fifty', async () => {
    await create()
    expect({ ...sessionStorage }).toEqual({})
    for (let i = 0; i < 55; i += 1) {
      cutOff()
      await create(`Crew ${i}`)
    }
    expect(JSON.parse(Object.values({ ...sessionStorage })[0])).toHaveLength(50)
  })

  it('goes with the drafts when the person signs out', async () => {
    cutOff()
    await create()
    forgetDrafts()
    claimDrafts(null)
    await create()
    expect(keys()[4]).not.toBe(keys()[0])
  })

  it('is waited with while the first one is not done', async () => {
    answers.push(cut, refused(409, 'in_progress', { 'Retry-After': '2' }))
    const creating = create()
    expect(await creating).toMatchObject({ message: 'Done' })
    expect(new Set(keys()).size).toBe(1)
    expect(asked).toHaveLength(3)
  })

  it('whose answer is lost counts as saved where the call can be without an answer', async () => {
    answers.push(cut, refused(409, 'already_done'))
    expect(await create()).toEqual({
      message: 'Saved. The first attempt had already gone through.',
    })
    answers.push(cut, refused(409, 'already_done'))
    const job = call('jobs.create', { body: { area: 'posts', action: 'delete', ids: ['1'] } })
    expect(codeOf(await end(job))).toBe('already_done')
  })

  it('is replaced where what looked the same was something else', async () => {
    cutOff()
    await create()
    answers.push(refused(409, 'key_reused'))
    expect(codeOf(await create())).toBe('done')
    expect(keys()[4]).toBe(keys()[0])
    expect(keys()[5]).not.toBe(keys()[0])
    answers.push(refused(409, 'key_reused'))
    expect(codeOf(await create())).toBe('key_reused')
  })

  it('waits for the person while the browser is offline, who is not told that nothing was saved', async () => {
    answers.push(() => {
      useConnection.setState({ online: false })
      return cut()
    })
    expect(codeOf(await create())).toBe('unreachable')
    expect(codeOf(await create())).toBe('unreachable')
    expect(codeOf(await create('Another crew'))).toBe('offline')
    expect(asked).toHaveLength(1)
    useConnection.setState({ online: true })
    await create('Another crew')
    await create()
    expect(keys()[2]).toBe(keys()[0])
  })

  it('lets the person ask again for a write that takes long', async () => {
    answers.push(() => new Promise(() => {}))
    const fetched = fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      Promise.race([
        fetched(path, init),
        new Promise((_, fail) =>
          init.signal?.addEventListener('abort', () => fail(init.signal?.reason)),
        ),
      ]),
    )
    const creating = call('roles.create', { body: { name: 'Crew' } })
    await vi.advanceTimersByTimeAsync(slowAfter)
    const [slow] = useSlowCalls.getState().slow
    expect(slow?.changes).toBe(false)
    slow?.askAgain?.()
    expect(await creating).toMatchObject({ message: 'Done' })
    expect(keys()).toEqual([keys()[0], keys()[0]])
  })

  it('stops when the call is given up, and is the same for the next', async () => {
    const given = new AbortController()
    answers.push(() => {
      setTimeout(() => given.abort(), 10)
      return cut()
    })
    const ended = await end(call('roles.create', { body: { name: 'Crew' }, signal: given.signal }))
    expect([(ended as Error).name, asked.length]).toEqual(['AbortError', 1])
    await create()
    expect(keys()[1]).toBe(keys()[0])
  })
})
