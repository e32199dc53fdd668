// @vitest-environment jsdom
import { routes } from '@steward/contract/calls/routes'
import { type SpecifiedCall, specifiedCalls } from '@steward/contract/calls/specified-calls'
import { act, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissMessages, Messages, notice } from '../ui/messages/messages.tsx'
import { send } from './client.ts'
import { fileUrl, setConfig } from './config.ts'
import { Failure } from './failure.ts'
import type { Sent } from './query-text.ts'

interface Request {
  url: string
  init: RequestInit
}

let asked: Request[] = []
let answer: (request: Request) => Promise<Response>

beforeEach(() => {
  localStorage.clear()
  setConfig({})
  asked = []
  answer = async () => new Response('{"message":"","data":{}}')
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return await answer({ url, init })
  })
})
afterEach(() => {
  setConfig({})
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const make = (name: SpecifiedCall, options: Sent = {}) =>
  send(routes[name], { params: { id: '1', userId: '1' }, ...options })
const makeAll = () => Promise.all(specifiedCalls.map((name) => make(name)))
const authorizations = () => asked.map(({ init }) => new Headers(init.headers).get('Authorization'))

/** What one of the calls ends in where `fetch` gives this; the failures of all are the same. */
const failuresOf = async (given: typeof answer) => {
  answer = given
  return await Promise.all(
    specifiedCalls.map((name) => make(name).then(null, (thrown: unknown) => thrown)),
  )
}

describe('the HTTP client, as specification section 7 has it', () => {
  it('All paths are relative to the API base, a fixed {host} with the prefix api/.', async () => {
    setConfig({ host: 'https://host.example' })
    await makeAll()
    expect(asked).toHaveLength(40)
    for (const { url } of asked)
      expect(url).toMatch(/^https:\/\/host\.example\/api\/(auth|admin)\//)
  })

  it('A second root address for the server without that prefix also exists.', () => {
    setConfig({ host: 'https://host.example' })
    expect(fileUrl('/uploads/a.webp')).toBe('https://host.example/uploads/a.webp')
  })

  it('Every request carries a bearer Authorization header built from a token in browser local storage.', async () => {
    localStorage.setItem('token', 'stored')
    await makeAll()
    await make('roles.updateImage', { body: new FormData() })
    expect(authorizations()).toEqual(Array(41).fill('Bearer stored'))
  })

  it('has no header to build where no token is stored', async () => {
    await make('session.login')
    expect(authorizations()).toEqual([null])
  })

  it('The token is re-read on every request.', async () => {
    for (const token of ['one', 'two', 'three']) {
      localStorage.setItem('token', token)
      await make('bills.list')
    }
    expect(authorizations()).toEqual(['Bearer one', 'Bearer two', 'Bearer three'])
  })

  it('The HTTP client has no default timeout.', async () => {
    vi.useFakeTimers()
    const { promise, resolve } = Promise.withResolvers<Response>()
    answer = () => promise
    const slow = make('bills.list')
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(asked.map(({ init }) => init.signal?.aborted ?? false)).toEqual([false])
    resolve(new Response('{"message":"at last"}'))
    expect(await slow).toEqual({ message: 'at last' })
  })
})

// What the client gives instead: docs/decisions/0023-failures-reach-their-caller.md
describe('the client’s response error handler (specification section 8)', () => {
  const refused = async () => new Response('{"message":"No"}', { status: 500 })
  const unreachable = async () => {
    throw new TypeError('Failed to fetch')
  }

  it.each([
    ['an answer that refuses', refused],
    ['no answer', unreachable],
  ])('rethrows nothing of the transport, but gives a Failure, on %s', async (_, given) => {
    const failures = await failuresOf(given)
    expect(failures.every((failure) => failure instanceof Failure)).toBe(true)
  })

  it('shows nothing at that level', async () => {
    const { unmount } = render(createElement(Messages))
    // Has what draws messages loaded, so that another would be drawn too.
    notice('Another message')
    await screen.findByText('Another message')
    const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const before = document.body.textContent
    await failuresOf(refused)
    await failuresOf(unreachable)
    // A message that was called for is drawn a moment later.
    await act(() => new Promise((done) => setTimeout(done, 50)))
    expect(document.body.textContent).toBe(before)
    for (const each of said) expect(each).not.toHaveBeenCalled()
    for (const each of said) each.mockRestore()
    dismissMessages()
    unmount()
  })
})
