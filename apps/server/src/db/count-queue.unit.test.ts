import { expect, test } from 'vitest'
import { Cancelled, Ending, readWithin, TookTooLong, whileAwaited } from './cancellation.ts'
import { CountQueue } from './count-queue.ts'

/** Counts that end when the test says so. */
function held() {
  const begun: { name: string; end: () => void }[] = []
  const count = (name: string) => () =>
    new Promise<string>((done) => begun.push({ name, end: () => done(name) }))
  return { begun, count, names: () => begun.map(({ name }) => name) }
}

const turn = () => new Promise<void>((done) => setImmediate(done))

test('two counts run at the same time, the others one after the other as they were asked for', async () => {
  const queue = new CountQueue()
  const { begun, count, names } = held()
  const all = ['a', 'b', 'c', 'd'].map((name) => queue.run(count(name)))
  expect(names()).toEqual(['a', 'b'])
  begun[1]?.end()
  await turn()
  expect(names()).toEqual(['a', 'b', 'c'])
  begun[0]?.end()
  await turn()
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
  for (const each of begun) each.end()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  // A failure gives its place back, too.
  await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run(async () => 'e')).toBe('e')
})

test('a count whose caller has gone, or has waited long enough, never begins', async () => {
  const queue = new CountQueue()
  const { begun, count, names } = held()
  const all = ['a', 'b'].map((name) => queue.run(count(name)))
  const gone = new Ending()
  const left = whileAwaited(gone, () => readWithin(60_000, '', () => queue.run(count('left'))))
  const late = readWithin(20, 'Ask less.', () => queue.run(count('late')))
  gone.end()
  await expect(left).rejects.toBeInstanceOf(Cancelled)
  await expect(late).rejects.toThrow('Ask less.')
  const last = queue.run(count('last'))
  begun[0]?.end()
  await turn()
  expect(names()).toEqual(['a', 'b', 'last'])
  for (const each of begun) each.end()
  await Promise.all([...all, last])
})

test('two hundred wait at the most', async () => {
  const queue = new CountQueue()
  const { begun, count } = held()
  const all = Array.from({ length: 202 }, (_, n) => queue.run(count(String(n))))
  await expect(queue.run(count('more'))).rejects.toBeInstanceOf(TookTooLong)
  for (let n = 0; n < 202; n += 1) {
    begun[n]?.end()
    await turn()
  }
  expect(await Promise.all(all)).toHaveLength(202)
})
