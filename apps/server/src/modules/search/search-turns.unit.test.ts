import { expect, test } from 'vitest'
import {
  Cancelled,
  onAbort,
  readingSignal,
  readWithin,
  whileAwaited,
} from '../../db/reads/cancellation.ts'
import { SearchTurns } from './search-turns.ts'

/** A read that takes until it is ended. */
const untilEnded = () =>
  readWithin(60_000, '', () => {
    const { promise, reject } = Promise.withResolvers<never>()
    onAbort(readingSignal(), () => reject(new Error('canceling statement due to user request')))
    return promise
  })

test('a search whose place a newer one took says so to whoever still waits for it', async () => {
  const turns = new SearchTurns()
  const older = whileAwaited(new AbortController().signal, () => turns.take('somebody', untilEnded))
  const refused = expect(older).rejects.toMatchObject({
    code: 'too_many',
    message: 'This search was replaced by a newer one.',
    retryAfter: 1,
  })
  const others = turns.take('another', async () => 'theirs')
  expect(await turns.take('somebody', async () => 'newer')).toBe('newer')
  expect(await others).toBe('theirs')
  await refused
})

test('a search that nobody waits for any more is cancelled, and other failures stay what they are', async () => {
  const turns = new SearchTurns()
  const gone = new AbortController()
  const left = whileAwaited(gone.signal, () => turns.take('somebody', untilEnded))
  gone.abort()
  await expect(left).rejects.toBeInstanceOf(Cancelled)
  const failure = new Error('out of order')
  await expect(turns.take('somebody', () => Promise.reject(failure))).rejects.toBe(failure)
})
