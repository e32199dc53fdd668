// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './client.ts'
import { setConfig } from './config.ts'
import { forgetSlowCalls, slowAfter, useSlowCalls } from './slow-calls.ts'

/** What the server got, each with what answers it; until then it hangs. */
let asked: { token: string | null; answer: () => void }[] = []
const slow = () => useSlowCalls.getState().slow

beforeEach(() => {
  asked = []
  forgetSlowCalls()
  setConfig({})
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    (_: string, { signal, headers }: { signal: AbortSignal; headers: Headers }) =>
      new Promise((done, fail) => {
        const answer = () => done(new Response('{"message":"","data":[]}'))
        asked.push({ token: headers.get('Authorization'), answer })
        signal.addEventListener('abort', () => fail(signal.reason))
      }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
  forgetSlowCalls()
})

it('tells of a call from eight seconds on, and no longer than until it is answered', async () => {
  const asking = call('bills.list')
  await vi.advanceTimersByTimeAsync(slowAfter - 1)
  expect(slow()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(slow()).toMatchObject([{ changes: false }])
  asked[0]?.answer()
  await asking
  expect(slow()).toEqual([])
  await vi.advanceTimersByTimeAsync(slowAfter)
  expect(slow()).toEqual([])
})

it('says nothing of a call that was answered in time, failed, or was given up', async () => {
  const quick = call('bills.list')
  const given = new AbortController()
  const stopped = call('bills.list', { signal: given.signal }).catch(() => {})
  asked[0]?.answer()
  await quick
  given.abort()
  await stopped
  await vi.advanceTimersByTimeAsync(slowAfter)
  expect(slow()).toEqual([])
})

it('asks again with the token of that moment, for the same caller', async () => {
  const asking = call('bills.list')
  await vi.advanceTimersByTimeAsync(slowAfter)
  localStorage.setItem('token', 'newer')
  slow()[0]?.askAgain?.()
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.map(({ token }) => token), slow()]).toEqual([[null, 'Bearer newer'], []])
  asked[1]?.answer()
  expect(await asking).toEqual({ message: '', data: [] })
})

it('never makes a change twice, whatever its method', async () => {
  void call('bills.delete', { params: { id: '1' } })
  void call('users.changeStatus', { params: { id: '1' } })
  void call('session.login', { body: { email: 'a', password: 'b' } })
  await vi.advanceTimersByTimeAsync(slowAfter)
  expect(slow()).toEqual([
    { changes: true, askAgain: null },
    { changes: true, askAgain: null },
    { changes: false, askAgain: null },
  ])
  for (const { answer } of asked) answer()
  await vi.advanceTimersByTimeAsync(0)
})

it('says nothing of files on their way, nor of what was announced to take long', async () => {
  const form = new FormData()
  form.append('image', new Blob(['x']))
  void call('roles.updateImage', { body: form })
  void call('bills.list', { mayTakeLong: true })
  await vi.advanceTimersByTimeAsync(slowAfter)
  expect([asked.length, slow()]).toEqual([2, []])
  for (const { answer } of asked) answer()
  await vi.advanceTimersByTimeAsync(0)
})

it('forgets what a session that is over has asked', async () => {
  void call('bills.list').catch(() => {})
  void call('posts.list').catch(() => {})
  await vi.advanceTimersByTimeAsync(slowAfter)
  expect(slow()).toHaveLength(2)
  void call('tasks.list').catch(() => {})
  forgetSlowCalls()
  await vi.advanceTimersByTimeAsync(slowAfter)
  expect(slow()).toEqual([])
})
