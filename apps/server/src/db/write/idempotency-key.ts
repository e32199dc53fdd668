import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { mayBeRepeated, OutcomeUnknown } from '../connection/failures.ts'
import { retrying } from '../connection/retry.ts'
import type { Tables } from '../schema/tables.ts'
import { checkCommit } from './change-guard.ts'

/** The idempotency key of a request, which may write in several transactions, each in several attempts. */
export interface IdempotencyKey {
  /**
   * Claims the key in an attempt's transaction, once no other holds it any more; throws if another request has it.
   * @returns false where the attempt before, whose outcome wasn't known, has been committed
   */
  claim(tx: Transaction<Tables>): Promise<boolean>
  /** Notes that the last attempt has been committed. */
  committed(): void
}

const current = new AsyncLocalStorage<{ key: IdempotencyKey | undefined }>()

/** Does the work of a request with a key; what goes on after it is no part of the keyed write. */
export async function withIdempotencyKey<R>(
  key: IdempotencyKey,
  work: () => Promise<R>,
): Promise<R> {
  const held: { key: IdempotencyKey | undefined } = { key }
  try {
    return await current.run(held, work)
  } finally {
    held.key = undefined
  }
}

/**
 * A transaction that also claims the idempotency key of the current request, if any. `work` must do nothing outside the
 * database: it runs again after a conflict, and where the database was away for a moment. Where the connection was
 * lost at COMMIT, the key tells whether the change was made; without one that is an OutcomeUnknown.
 */
export async function keyedTransaction<R>(
  db: Db,
  work: (tx: Transaction<Tables>) => Promise<R>,
): Promise<R> {
  const key = current.getStore()?.key
  let doubt: { error: OutcomeUnknown; result: R } | undefined
  const attempt = async () => {
    let result: R | undefined
    try {
      await db.transaction().execute(async (tx) => {
        if (key && !(await key.claim(tx)) && doubt) {
          result = doubt.result
          return
        }
        doubt = undefined
        result = await work(tx)
        checkCommit()
      })
    } catch (error) {
      if (error instanceof OutcomeUnknown && key) doubt ??= { error, result: result as R }
      throw doubt?.error ?? error
    }
    key?.committed()
    return result as R
  }
  return await retrying(attempt, (error) => mayBeRepeated(error) || error === doubt?.error)
}
