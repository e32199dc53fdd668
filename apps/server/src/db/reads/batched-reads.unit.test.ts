import { describe, expect, test } from 'vitest'
import { BatchedReads, SharedReads } from './batched-reads.ts'
import { Cancelled, readWithin, requestSignal, whileAwaited } from './cancellation.ts'

/** Reads that end when the test says so, and what each was asked. */
function held() {
  const begun: {
    questions: readonly string[]
    signal: AbortSignal | undefined
    end: () => void
  }[] = []
  const reads = new BatchedReads<string, string>(async (questions) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    begun.push({ questions, signal: requestSignal(), end: resolve })
    const number = begun.length
    await promise
    return (question) => `${question} by ${number}`
  })
  return { begun, reads }
}

const turn = () => new Promise<void>((done) => setImmediate(done))
const aWhile = () => new Promise<void>((done) => setTimeout(done, 60))

describe('a read that many ask for', () => {
  test('is one read more, which begins once the one under way has ended', async () => {
    const { begun, reads } = held()
    const first = reads.ask('a')
    const others = ['b', 'a', 'c'].map((question) => reads.ask(question))
    expect(begun.map(({ questions }) => questions)).toEqual([['a']])
    begun[0]?.end()
    expect(await first).toBe('a by 1')
    await turn()
    expect(begun.map(({ questions }) => questions)).toEqual([['a'], ['b', 'a', 'c']])
    // It has begun: what is asked now may be newer than what it finds.
    const later = reads.ask('b')
    begun[1]?.end()
    expect(await Promise.all(others)).toEqual(['b by 2', 'a by 2', 'c by 2'])
    await turn()
    begun[2]?.end()
    expect(await later).toBe('b by 3')
    expect(reads.isIdle).toBe(true)
  })

  test('waits a moment only for one that takes long', async () => {
    const { begun, reads } = held()
    const slow = reads.ask('a')
    const next = reads.ask('a')
    await aWhile()
    begun[1]?.end()
    expect(await next).toBe('a by 2')
    begun[0]?.end()
    expect(await slow).toBe('a by 1')
  })

  test('answers a hundred at the most', async () => {
    const { begun, reads } = held()
    const asked = Array.from({ length: 251 }, (_, n) => reads.ask(String(n)))
    await turn()
    expect(begun.map(({ questions }) => questions.length)).toEqual([1, 100, 100])
    for (const read of begun) read.end()
    await turn()
    begun[3]?.end()
    expect(new Set(await Promise.all(asked)).size).toBe(251)
  })

  test('fails for those whom it would have answered alone', async () => {
    let n = 0
    const reads = new BatchedReads<string, string>(async () => {
      n += 1
      await turn()
      if (n === 2) throw new Error('gone')
      return (question) => question
    })
    const [first, second, third] = [reads.ask('a'), reads.ask('b'), reads.ask('c')]
    expect(await first).toBe('a')
    await expect(second).rejects.toThrow('gone')
    await expect(third).rejects.toThrow('gone')
    expect(await reads.ask('d')).toBe('d')
  })

  test('is cancelled once all who asked are gone, and not before', async () => {
    const { begun, reads } = held()
    const gone = [new AbortController(), new AbortController(), new AbortController()]
    const first = reads.ask('a')
    const others = gone.slice(0, 2).map(async (each) => {
      await expect(whileAwaited(each.signal, () => reads.ask('b'))).rejects.toBeInstanceOf(
        Cancelled,
      )
    })
    gone[0]?.abort()
    begun[0]?.end()
    await first
    await turn()
    expect(begun[1]?.signal?.aborted).toBe(false)
    gone[1]?.abort()
    expect(begun[1]?.signal?.aborted).toBe(true)
    // All of these leave before it has begun.
    const last = whileAwaited((gone[2] as AbortController).signal, () => reads.ask('c'))
    gone[2]?.abort()
    await expect(last).rejects.toBeInstanceOf(Cancelled)
    await Promise.all(others)
    begun[1]?.end()
    await turn()
    expect(begun[2]?.signal?.aborted).toBe(true)
  })

  test('is waited for as long as who asks may wait', async () => {
    const { begun, reads } = held()
    const first = reads.ask('a')
    const next = readWithin(30, 'Ask less.', () => reads.ask('a'))
    await expect(next).rejects.toThrow('Ask less.')
    for (const read of begun) read.end()
    expect(await first).toBe('a by 1')
  })
})

test('reads that are the same are shared, others are not', async () => {
  const shared = new SharedReads()
  let n = 0
  const read = async () => {
    await turn()
    n += 1
    return n
  }
  const same = Array.from({ length: 20 }, () => shared.read('a', read))
  const other = shared.read('b', async () => 'b')
  expect(await other).toBe('b')
  expect(await Promise.all(same)).toEqual([1, ...new Array(19).fill(2)])
  expect(await shared.read('a', read)).toBe(3)
})
