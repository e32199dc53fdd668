import { afterEach, expect, test, vi } from 'vitest'
import { noteWrite, writesDone } from './pending-writes.ts'

afterEach(() => void vi.useRealTimers())

test('loads wait for a slow write, and ten seconds at most', async () => {
  vi.useFakeTimers()
  const route = { method: 'PUT', path: 'admin/bills/{id}', needs: 'session' } as const
  let answer: (value: Record<string, unknown> | null) => void = () => {}
  const write = () =>
    void noteWrite(route, { params: { id: 'b1' } }, new Promise((done) => (answer = done)))
  const done = vi.fn()

  write()
  void writesDone().then(done)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(done).not.toHaveBeenCalled()
  answer(null)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toHaveBeenCalledTimes(1)

  write()
  void writesDone().then(done)
  await vi.advanceTimersByTimeAsync(10_100)
  expect(done).toHaveBeenCalledTimes(2)
  answer(null)
  await vi.advanceTimersByTimeAsync(0)
})
