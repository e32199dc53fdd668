import { expect, test } from 'vitest'
import { Queue } from './queue.ts'

/** Work that ends when the test says so. */
function held() {
  const begun: { name: string; end: () => void }[] = []
  const work = (name: string) => () =>
    new Promise<string>((done) => begun.push({ name, end: () => done(name) }))
  return { begun, work, names: () => begun.map(({ name }) => name).join('') }
}

const turn = () => new Promise<void>((done) => setImmediate(done))

test('runs so many at a time, the others in the order of asking', async () => {
  const queue = new Queue({ concurrency: 2 })
  const { begun, work, names } = held()
  const all = ['a', 'b', 'c', 'd'].map((name) => queue.run(work(name)))
  await turn()
  expect(names()).toBe('ab')
  expect(queue.waiting).toBe(2)
  begun[1]?.end()
  await turn()
  expect(names()).toBe('abc')
  begun[0]?.end()
  await turn()
  expect(names()).toBe('abcd')
  for (const each of begun) each.end()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  expect(queue.waiting).toBe(0)
})

test('people take turns', async () => {
  const queue = new Queue({ concurrency: 1 })
  const done: string[] = []
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) =>
    queue.run(
      async () => {
        await turn()
        done.push(name)
      },
      { person: name.charAt(0) },
    ),
  )
  await Promise.all(all)
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('work that fails gives its place back', async () => {
  const queue = new Queue({ concurrency: 1 })
  const failing = queue.run(() => Promise.reject(new Error('no')))
  const next = queue.run(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('refuses what would wait beside too many, and what is one too many of a person', async () => {
  const queue = new Queue({
    concurrency: 1,
    waiting: 2,
    perPerson: 2,
    refuse: (reason) => new Error(`no ${reason}`),
  })
  const { begun, work } = held()
  const all = ['a', 'a', 'b'].map((person, n) => queue.run(work(String(n)), { person }))
  await expect(queue.run(work('a'), { person: 'a' })).rejects.toThrow('person')
  await expect(queue.run(work('c'), { person: 'c' })).rejects.toThrow('no full')
  for (let n = 0; n < all.length; n += 1) {
    await turn()
    begun[n]?.end()
    await all[n]
  }
  expect(await queue.run(async () => 'done', { person: 'a' })).toBe('done')
})

test('what waits too long, or is aborted while it waits, never begins', async () => {
  const queue = new Queue({ concurrency: 1, waitMs: 20 })
  const { begun, work, names } = held()
  const first = queue.run(work('a'))
  const aborting = new AbortController()
  const aborted = queue.run(work('b'), { signal: aborting.signal })
  const late = queue.run(work('c'))
  const gone = queue.run(work('d'), { signal: AbortSignal.abort(new Error('gone')) })
  aborting.abort(new Error('left'))
  await expect(aborted).rejects.toThrow('left')
  await expect(gone).rejects.toThrow('gone')
  await expect(late).rejects.toThrow('late')
  begun[0]?.end()
  await first
  expect(await queue.run(async () => 'last')).toBe('last')
  expect(names()).toBe('a')
})
