import type { Said } from '@steward/i18n/sentence'
import type { Selectable, Updateable } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { Failure, notFound } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import type { Apply, MailedUser, SoftDeleted } from './bulk.ts'

/** A mail to the owners about a change of who may do what, which needs a step-up. */
export interface OwnerNotice {
  subject: Said
  /** What a person of this name did, as a sentence. */
  did: (name: string) => Said
  /** The id of an owner who isn't mailed, as the change is about them. */
  about?: string
}

/** The context of an undo, with what the person may do at this moment. */
export interface Reverting {
  writing: WriteTransaction
  session: Session
  /** The idle limit of sessions whose role sets none, in minutes; 0 for no limit. */
  sessionIdleMinutes: number
  /** What to mail after the transaction: to the owners, and to users. */
  notices: OwnerNotice[]
  mailed: MailedUser[]
}

export type Columns = Readonly<Record<string, unknown>>

/** Restores records under the rules of the calls that changed them; all throw a {@link Failure}. */
export interface Revert {
  delete(at: Reverting, id: string): Promise<void>
  /** Restores a deleted record; `held` has the values that its entry contains. */
  restore(at: Reverting, id: string, held: Columns): Promise<void>
  /** Restores columns; left out where no call changes a record. */
  update?(at: Reverting, id: string, columns: Columns): Promise<void>
}

export const singly =
  (apply: Apply): Revert['delete'] =>
  async ({ writing }, id) => {
    const [refusal] = (await apply(writing, [id], null)).failures
    if (refusal) throw refusal.failure ?? new Failure('conflict', refusal.message)
  }

/** Throws a Failure where a locked record may not get the columns back. */
export type RevertCheck<T extends SoftDeleted> = (
  at: Reverting,
  row: Selectable<Tables[T]>,
  columns: Updateable<Tables[T]>,
) => void | Promise<void>

export const updating =
  <T extends SoftDeleted>(table: T, check: RevertCheck<T>): NonNullable<Revert['update']> =>
  async (at, id, columns) => {
    const [row] = await at.writing.lock(table, [id])
    if (!row) throw notFound('It was deleted permanently.')
    const patch = columns as object as Updateable<Tables[T]>
    await check(at, row, patch)
    await at.writing.update(table, [row], patch)
  }
