// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.useRealTimers())

test('what opens by a key or a click is loaded without a movement, too, once the page has long been there', async () => {
  vi.useFakeTimers()
  vi.resetModules()
  const { loadOnIntent } = await import('./on-intent.ts')
  const load = vi.fn(async () => {})
  loadOnIntent(load)
  await vi.advanceTimersByTimeAsync(2000)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3000)
  expect(load).toHaveBeenCalledOnce()
})
