import type { Transaction } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { retrying } from '../connection/retry.ts'
import type { Tables } from '../schema/tables.ts'
import type { Actor, Done } from './audit.ts'
import type { Change } from './audit-lines.ts'
import { checkEffect, withConsent } from './change-guard.ts'
import { keyedTransaction } from './idempotency-key.ts'
import { writeUnderLoans } from './under-loans.ts'
import { NotAlone, type WriteTransaction, writeTransaction } from './write-transaction.ts'

/**
 * The one way in which records change (API, command line, import, job): a transaction with an audit log, made as
 * {@link keyedTransaction} makes it. `work` must do nothing outside the database: it may run
 * again, after a deadlock for one.
 */
export async function write<R>(
  db: Db,
  actor: Actor,
  work: (writing: WriteTransaction) => Promise<R>,
): Promise<R> {
  const attempt = (alone: boolean) =>
    keyedTransaction(db, (tx) => writeWith(tx, actor, work, alone))
  try {
    return await attempt(true)
  } catch (error) {
    if (!(error instanceof NotAlone)) throw error
    return await attempt(false)
  }
}

/** Like {@link write}, in the caller's transaction: several writes succeed or fail together. */
export const writeIn = <R>(
  tx: Transaction<Tables>,
  actor: Actor,
  work: (writing: WriteTransaction) => Promise<R>,
): Promise<R> => writeWith(tx, actor, work, false)

/** What a dry run would have changed, in order. */
export interface DryRun<R> {
  result: R
  changes: readonly Change[]
}

/**
 * Does `work` like {@link write}, notes what it changes, and takes everything back. Like that of `write`, `work` must do
 * nothing outside the database. No audit entry is written.
 */
export async function dryRun<R>(
  db: Db,
  actor: Actor,
  work: (writing: WriteTransaction) => Promise<R>,
): Promise<DryRun<R>> {
  try {
    return await retrying(() =>
      db.transaction().execute(async (tx): Promise<never> => {
        const done: Done = { changes: [], batches: [], events: [], isWritten: false }
        const result = await work(writeTransaction(tx, actor, done, false))
        throw new TakenBack({ result, changes: done.changes })
      }),
    )
  } catch (error) {
    if (error instanceof TakenBack) return error.dryRun as DryRun<R>
    throw error
  }
}

/** Ends the transaction of a dry run, which rolls it back. */
class TakenBack extends Error {
  readonly dryRun: DryRun<unknown>

  constructor(done: DryRun<unknown>) {
    super('the transaction was a dry run')
    this.dryRun = done
  }
}

/** @param alone whether `updateAlone` may write its entry at once */
async function writeWith<R>(
  tx: Transaction<Tables>,
  actor: Actor,
  work: (writing: WriteTransaction) => Promise<R>,
  alone: boolean,
): Promise<R> {
  const done: Done = { changes: [], batches: [], events: [], isWritten: false }
  const result = await work(writeTransaction(tx, actor, done, alone))
  const { changes, batches, events } = done
  const consent = await checkEffect(tx, actor, { kind: 'changes', changes })
  if (!done.isWritten) await writeUnderLoans(tx, withConsent(actor, consent), done)
  else if (changes.length + batches.length + events.length > 0) throw new NotAlone()
  return result
}
