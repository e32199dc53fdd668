import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { Db } from '../connection/connection.ts'
import type { Tables } from '../schema/tables.ts'

/** Records an idempotency key in the transaction of a change; throws if another request has the key. */
type RecordKey = (tx: Transaction<Tables>) => Promise<void>

const current = new AsyncLocalStorage<RecordKey>()

export const withIdempotencyKey = <R>(record: RecordKey, work: () => Promise<R>): Promise<R> =>
  current.run(record, work)

/** Records the key of the current request, if any; must be the first statement of a transaction. */
export async function recordIdempotencyKey(tx: Transaction<Tables>): Promise<void> {
  await current.getStore()?.(tx)
}

/** A transaction that also records the idempotency key, for changes of no records. */
export const keyedTransaction = <R>(db: Db, work: (tx: Transaction<Tables>) => Promise<R>) =>
  db.transaction().execute(async (tx) => {
    await recordIdempotencyKey(tx)
    return await work(tx)
  })
