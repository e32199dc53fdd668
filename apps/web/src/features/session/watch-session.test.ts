// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearSession, keepSession } from './guard.ts'
import { watchSession } from './watch-session.ts'

const onEnd = vi.fn()
const onReplaced = vi.fn()
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00Z') })
  vi.resetAllMocks()
  keepSession('one', '2026-05-01T13:00:00Z')
  stop = watchSession({ onEnd, onReplaced })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const fromOtherTab = (key: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key }))

it('notices the moment that the session expires', () => {
  vi.advanceTimersByTime(3_599_000)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('notices after a sleep, when the page is looked at again', () => {
  vi.setSystemTime(Date.parse('2026-05-02T12:00:00Z'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(onEnd).toHaveBeenCalledOnce()
})

it('notices what another tab clears', () => {
  clearSession()
  fromOtherTab('other')
  expect(onEnd).not.toHaveBeenCalled()
  fromOtherTab('token')
  expect(onEnd).toHaveBeenCalledOnce()
})

it('notices that another tab has signed in anew, once', () => {
  keepSession('two', '2026-05-01T14:00:00Z')
  fromOtherTab('tokenExpiry')
  fromOtherTab('token')
  expect(onReplaced).toHaveBeenCalledOnce()
  expect(onEnd).not.toHaveBeenCalled()
})

it('waits out an expiry further away than a timer can reach', () => {
  stop()
  keepSession('one', '2027-05-01T12:00:00Z')
  stop = watchSession({ onEnd, onReplaced })
  vi.advanceTimersByTime(100 * 86_400_000)
  expect(onEnd).not.toHaveBeenCalled()
})

it('stops', () => {
  stop()
  vi.advanceTimersByTime(7_200_000)
  fromOtherTab(null)
  expect(onEnd).not.toHaveBeenCalled()
})
