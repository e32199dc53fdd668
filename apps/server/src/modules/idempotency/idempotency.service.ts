import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { msg } from '@steward/i18n/reader'
import type { Db } from '../../db/connection/connection.ts'
import { isLost } from '../../db/connection/failures.ts'
import { retrying } from '../../db/connection/retry.ts'
import { type IdempotencyKey, withIdempotencyKey } from '../../db/write/idempotency-key.ts'
import { Failure } from '../../http/failure.ts'
import type { Idempotency, KeyedRequest, SentAnswer } from '../../http/idempotency.ts'
import { newId } from '../../ids.ts'
import type { Secrets } from '../../secrets.ts'
import {
  claimKey,
  findKept,
  forgetExpired,
  forgottenAtOnce,
  type KeptWrite,
  type KeyedWrite,
  keepAnswer,
  rewriteKey,
} from './idempotency.store.ts'

/** How long to wait for the first request with the same key, in milliseconds. */
const usualWaits = {
  /** How long to wait for its end. */
  firstMs: 10_000,
  /** How long to wait for its answer, which another server may still store after the change. */
  answerMs: 3_000,
}

const pauseMs = 100

/**
 * Runs a write with an idempotency key at most once. An idempotency key is claimed in the transaction of the
 * change (`db/write/idempotency-key.ts`), so that a crash can't come between; the answer is kept after it.
 * Failures aren't kept, since they change nothing. `settled` resolves once no write is under way.
 */
export function openIdempotency(
  db: Db,
  secrets: Secrets,
  onError: (error: unknown) => void,
  { firstMs, answerMs } = usualWaits,
): Idempotency & { settled(): Promise<void> } {
  const enter = takingTurns(firstMs)
  const running = new Set<Promise<unknown>>()

  /** Finds the first request with the key, with its answer if that comes in time. */
  const findFirst = async (write: RequestedWrite): Promise<KeptWrite | undefined> => {
    const until = performance.now() + answerMs
    for (;;) {
      const first = await findKept(db, write)
      const mayCome = first?.recent && first.status === null && isSame(first, write)
      if (!mayCome || isOurs(first, write) || performance.now() > until) return first
      await wait(pauseMs)
    }
  }

  const keyOf = (write: KeyedWrite): IdempotencyKey => ({
    claim: async (tx) => {
      const claim = newId()
      write.attempts.push(claim)
      if (await claimKey(tx, write, claim, firstMs)) return true
      const first = await findKept(tx, write)
      if (!first || !isOurs(first, write)) throw new Error('the key is claimed already')
      // An attempt whose outcome wasn't known.
      write.attempts.push(first.claim)
      // The claim has locked that row, so this COMMIT waits for the synchronous standby as the change's should have.
      return false
    },
    committed: () => write.claims.push(write.attempts.at(-1) ?? ''),
  })

  /** Answers before the answer is kept: a repetition on this server waits for that, and on another one asks again. */
  const makeOnce = async (write: RequestedWrite, work: () => Promise<SentAnswer>) => {
    try {
      const answer = await withIdempotencyKey(keyOf(write), work)
      const kept = retrying(() => keepAnswer(db, write, answer)).catch(onError)
      return { answer: { ...answer, replayed: false }, kept }
    } catch (error) {
      if (isLost(error)) throw error
      // Another server's answer counts if it made the change; while that can't be known, a refusal could be wrong.
      const first = await retrying(() => findFirst(write))
      if (first && !isOurs(first, write))
        return { answer: answerAgain(first, write), kept: undefined }
      throw isWaitOver(error) ? inProgress() : error
    }
  }

  const once: Idempotency['once'] = async (request, work) => {
    const write = writeOf(secrets, request)
    const leave = await enter(`${write.userId} ${write.key.toString('hex')}`)
    if (!leave) throw inProgress()
    let keeping: Promise<void> | undefined
    try {
      const first = await retrying(() => findFirst(write))
      // Its server doesn't know the outcome: nobody may, before the synchronous standby has it.
      if (first?.status === null) await db.transaction().execute((tx) => rewriteKey(tx, write))
      if (first) return answerAgain(first, write)
      const { answer, kept } = await makeOnce(write, work)
      keeping = kept
      return answer
    } finally {
      if (keeping) follow(keeping.then(leave))
      else leave()
    }
  }
  const follow = (work: Promise<unknown>) => {
    running.add(work)
    void work.finally(() => running.delete(work)).catch(() => {})
  }
  return {
    once: (request, work) => {
      const made = once(request, work)
      follow(made)
      return made
    },
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

/** Whether the wait ended with `lock_not_available`, as another transaction holds the key. */
const isWaitOver = (error: unknown): boolean => (error as { code?: string }).code === '55P03'

/** Deletes expired keys in batches; returns how many. */
export async function forgetExpiredKeys(db: Db, stopping?: AbortSignal): Promise<number> {
  let forgotten = 0
  while (!stopping?.aborted) {
    const some = await forgetExpired(db)
    forgotten += some
    if (some < forgottenAtOnce) break
  }
  return forgotten
}

interface RequestedWrite extends KeyedWrite {
  /** The fingerprint by the previous key, with which the first request may have been kept. */
  previous: Buffer | undefined
}

function writeOf(secrets: Secrets, { person, key, call, content }: KeyedRequest): RequestedWrite {
  const [fingerprint, previous] = secrets.macs('idempotency', `${call} ${content}`)
  return {
    userId: person,
    key: createHash('sha256').update(key).digest(),
    call,
    fingerprint,
    previous,
    attempts: [],
    claims: [],
  }
}

/** Repeats the first answer; throws a Failure for another request or a missing answer. */
function answerAgain(first: KeptWrite, write: RequestedWrite) {
  const { status, answer } = first
  if (!isSame(first, write)) {
    throw new Failure(
      'key_reused',
      'This Idempotency-Key has already been used for another request. Use a new key for every new change.',
    )
  }
  if (status === null || answer === null) {
    const words = msg('This was already saved, but the answer was lost. Please reload.')
    throw new Failure('already_done', words)
  }
  return { status, text: answer, replayed: true }
}

const isOurs = (first: KeptWrite, write: KeyedWrite): boolean =>
  write.attempts.includes(first.claim)

const isSame = ({ fingerprint: kept }: KeptWrite, write: RequestedWrite): boolean =>
  kept.equals(write.fingerprint) || (write.previous?.equals(kept) ?? false)

const inProgress = () =>
  new Failure(
    'in_progress',
    'The same change is already in progress. Please wait a moment, then try again.',
    { retryAfter: 2 },
  )

/** Makes a queue per name: entering returns a function to leave, undefined after `maxMs`. */
function takingTurns(maxMs: number): (name: string) => Promise<(() => void) | undefined> {
  const inside = new Map<string, Promise<void>>()
  return async (name) => {
    const until = performance.now() + maxMs
    for (let other = inside.get(name); other; other = inside.get(name)) {
      const late = wait(Math.max(0, until - performance.now()), true, { ref: false })
      if (await Promise.race([other, late])) return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    inside.set(name, promise)
    return () => {
      inside.delete(name)
      resolve()
    }
  }
}
