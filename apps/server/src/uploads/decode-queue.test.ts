import { expect, test } from 'vitest'
import { Failure } from '../http/failure.ts'
import { decodeQueue } from './pictures.ts'

/** Work that ends when it is told to. */
const pending = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  let begun = false
  const work = () => {
    begun = true
    return promise
  }
  return { work, begun: () => begun, end: () => resolve('done') }
}

const refusalOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.catch((refused: unknown) => refused)
  if (error instanceof Failure) return error
  throw new Error('it was done')
}

const limits = { waiting: 2, perPerson: 2, waitMs: 10_000 }

test('one picture at a time, in the order in which they came, whatever becomes of one', async () => {
  const queue = decodeQueue(limits)
  const [a, b] = [pending(), pending()]
  const all = [queue.run(a.work, { person: 'ann' }), queue.run(b.work, { person: 'bob' })]
  const broken = queue.run(() => Promise.reject(new Error('damaged')), { person: 'eve' })
  await expect.poll(a.begun).toBe(true)
  expect(b.begun()).toBe(false)
  a.end()
  await all[0]
  await expect.poll(b.begun).toBe(true)
  b.end()
  expect(await all[1]).toBe('done')
  await expect(broken).rejects.toThrow('damaged')
  expect(await queue.run(async () => 'done', { person: 'ann' })).toBe('done')
})

test('class: pictures that fill the queue are refused with 503', async () => {
  const queue = decodeQueue(limits)
  const works = [pending(), pending(), pending()]
  const all = works.map(({ work }, i) => queue.run(work, { person: `person ${i}` }))
  const { status, code, retryAfter } = await refusalOf(
    queue.run(async () => 'done', { person: 'late' }),
  )
  expect([status, code]).toEqual([503, 'not_ready'])
  expect(retryAfter).toBeGreaterThan(0)
  for (const [i, work] of works.entries()) {
    work.end()
    await all[i]
  }
  expect(await queue.run(async () => 'done', { person: 'late' })).toBe('done')
})

test('class: pictures of one person take no more than their share of the queue', async () => {
  const queue = decodeQueue({ ...limits, waiting: 8 })
  const works = [pending(), pending()]
  const own = works.map(({ work }) => queue.run(work, { person: 'eve' }))
  const third = await refusalOf(queue.run(async () => 'done', { person: 'eve' }))
  expect([third.status, third.code]).toEqual([429, 'too_many'])
  expect(third.retryAfter).toBeGreaterThan(0)
  const other = queue.run(async () => 'done', { person: 'ann' })
  for (const [i, work] of works.entries()) {
    work.end()
    await own[i]
  }
  expect(await other).toBe('done')
  expect(await queue.run(async () => 'done', { person: 'eve' })).toBe('done')
})

test('class: a picture that waits too long is refused with 503, and is not decoded', async () => {
  const queue = decodeQueue({ ...limits, waitMs: 20 })
  const [slow, late] = [pending(), pending()]
  const first = queue.run(slow.work, { person: 'ann' })
  expect((await refusalOf(queue.run(late.work, { person: 'bob' }))).code).toBe('not_ready')
  slow.end()
  await first
  expect(late.begun()).toBe(false)
  expect(await queue.run(async () => 'done', { person: 'bob' })).toBe('done')
})
