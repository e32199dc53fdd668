import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { Db } from '../connection/connection.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * Writes with a change or not at all that it was made under an idempotency key.
 * @throws where somebody else has claimed it; the transaction must then be undone
 */
type Claim = (tx: Transaction<Tables>) => Promise<void>

const current = new AsyncLocalStorage<Claim>()

/** Does something whose transactions take a claim. */
export const withClaim = <R>(claim: Claim, work: () => Promise<R>): Promise<R> =>
  current.run(claim, work)

/** Takes the claim of whatever is being done, if it has one. To come first in a transaction. */
export async function takeClaim(tx: Transaction<Tables>): Promise<void> {
  await current.getStore()?.(tx)
}

/** A transaction that changes no records, and is made once like one that does (`write.ts`). */
export const claimingTransaction = <R>(
  db: Db,
  work: (tx: Transaction<Tables>) => Promise<R>,
): Promise<R> =>
  db.transaction().execute(async (tx) => {
    await takeClaim(tx)
    return await work(tx)
  })
