// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useConnection, watchConnection } from '../api/browser/connection.ts'
import { call } from '../api/client.ts'
import { forgetSlowCalls } from '../api/slow-calls.ts'
import { stubBrowser } from '../testing/stub-browser.ts'
import { dismissMessages, Messages } from '../ui/messages/messages.tsx'
import { ConnectionBar } from './connection-bar.tsx'

let hanging: ((answer: Response) => void)[] = []

watchConnection()
beforeEach(() => {
  // Another file may have left a call under way.
  forgetSlowCalls()
  stubBrowser()
  hanging = []
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((done, fail) => {
        hanging.push(done)
        signal?.addEventListener('abort', () => fail(signal.reason))
      }),
  )
  render(
    <>
      <ConnectionBar />
      <Messages />
    </>,
  )
})
afterEach(() => {
  dismissMessages()
  cleanup()
  useConnection.setState({ online: true })
  forgetSlowCalls()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const bar = () => document.querySelector('[aria-live=polite][aria-atomic]')?.textContent
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const answer = (index: number) =>
  act(async () => hanging[index]?.(new Response('{"message":"","data":null}')))

it('says that the browser is offline, and that it is online again', async () => {
  expect(bar()).toBe('')
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(bar()).toContain('You are offline. You can view what has already loaded')
  act(() => void window.dispatchEvent(new Event('online')))
  expect(bar()).toBe('')
  await screen.findByText('You are online again.')
})

it('offers to ask again where the server takes long, and goes with the answer', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime, pointerEventsCheck: 0 })
  const asking = call('bills.list')
  await wait(8000)
  expect(bar()).toContain('The server is taking long to answer. Still waiting…')
  expect(bar()).not.toContain('Your change')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await wait(100)
  expect([bar(), hanging.length]).toEqual(['', 2])
  await wait(8000)
  expect(bar()).toContain('Still waiting')
  await answer(1)
  await asking
  expect(bar()).toBe('')
})

it('says of a change that it may have happened, and never makes it twice', async () => {
  const asking = call('bills.delete', { params: { id: '1' } })
  await wait(8000)
  expect(bar()).toContain('Your change may or may not have been saved. Check before trying again.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await answer(0)
  await asking
  expect(bar()).toBe('')
})
