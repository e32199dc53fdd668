import { expect, it, vi } from 'vitest'
import { Failure, readFailure, unreachable } from '../api/failure.ts'
import { createQueryClient, triesAgain } from './query-client.ts'

it('tries again what may pass, twice at most', () => {
  expect(triesAgain(0, unreachable())).toBe(true)
  expect(triesAgain(1, readFailure(503, {}))).toBe(true)
  expect(triesAgain(2, unreachable())).toBe(false)
  for (const status of [400, 401, 403, 404, 409, 422, 429])
    expect(triesAgain(0, readFailure(status, {}))).toBe(false)
  expect(triesAgain(0, new TypeError('a mistake of ours'))).toBe(false)
})

it('asks for the permissions anew when something is refused, but not when they are', async () => {
  const onRefused = vi.fn()
  const client = createQueryClient(onRefused)
  const refuse = () => Promise.reject(readFailure(403, { message: 'No' }))
  await expect(
    client.fetchQuery({ queryKey: ['permissions.own'], queryFn: refuse }),
  ).rejects.toBeInstanceOf(Failure)
  expect(onRefused).not.toHaveBeenCalled()
  await expect(
    client.fetchQuery({ queryKey: ['bills.list'], queryFn: refuse }),
  ).rejects.toBeInstanceOf(Failure)
  expect(onRefused).toHaveBeenCalledOnce()
})
