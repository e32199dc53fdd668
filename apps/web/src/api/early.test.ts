// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepRefusedLists, mayAskEarly } from './browser/refused-lists.ts'
import { tokenExpiryKey, viewTokenKey } from './browser/token.ts'
import { takePreloadedAnswer } from './early.ts'

const url = 'https://example.com/api/admin/bills'
const signal = () => new AbortController().signal

function asked(answer: Promise<Response>) {
  globalThis.stewardEarly = {
    own: true,
    config: Promise.resolve({}),
    answers: new Map([[url, { token: 'mine', answer }]]),
  }
}

// Milliseconds since the page began; here, since the worker that runs the tests did.
let sinceStart = 1_000
beforeEach(() => {
  sinceStart = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => sinceStart)
})
afterEach(() => {
  vi.restoreAllMocks()
  globalThis.stewardEarly = undefined
  localStorage.clear()
  sessionStorage.clear()
})

it('gives what was asked for early once, to the session that asked', async () => {
  const answer = new Response('{}')
  asked(Promise.resolve(answer))
  expect(takePreloadedAnswer(`${url}?page=2`, 'mine', signal())).toBeNull()
  expect(await takePreloadedAnswer(url, 'mine', signal())).toBe(answer)
  expect(takePreloadedAnswer(url, 'mine', signal())).toBeNull()
  asked(Promise.resolve(answer))
  expect(takePreloadedAnswer(url, 'another', signal())).toBeNull()
  asked(Promise.resolve(answer))
  sinceStart = 15_001
  expect(takePreloadedAnswer(url, 'mine', signal())).toBeNull()
})

it('waits no longer than whoever asks for it', async () => {
  asked(new Promise(() => {}))
  const ending = new AbortController()
  const taken = takePreloadedAnswer(url, 'mine', ending.signal)
  ending.abort()
  await expect(taken).rejects.toThrow()
})

it('leaves out lists that the session is known not to see, and all of them within a role’s view', () => {
  localStorage.setItem(tokenExpiryKey, '1')
  expect(mayAskEarly('bills')).toBe(true)
  keepRefusedLists(['bills'])
  expect([mayAskEarly('bills'), mayAskEarly('tasks')]).toEqual([false, true])
  localStorage.setItem(tokenExpiryKey, '2')
  expect(mayAskEarly('bills')).toBe(true)
  sessionStorage.setItem(viewTokenKey, 'role')
  expect(mayAskEarly('tasks')).toBe(false)
})
