import type { Selectable, Updateable } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { notFound } from '../../http/common-failures.ts'
import { Failure } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import type { Apply, SoftDeleted } from './bulk.ts'

/** Mailed when somebody changed who may do what (step-up). */
export interface OwnerNotice {
  subject: string
  /** After the name of who did it: `made Ada an owner`. */
  did: string
  /** Not mailed to them. */
  about?: string
}

/** Who asks for an undo, with what they may do at this moment. */
export interface Reverting {
  writing: WriteTransaction
  session: Session
  /** Where a role says nothing; 0 for never. */
  sessionIdleMinutes: number
  /** Done once it is written. */
  after: (
    | { ownerNotice: OwnerNotice }
    | { restoredUser: string }
    /** Before. */
    | { editedUser: Selectable<Tables['users']> }
  )[]
}

export type Columns = Readonly<Record<string, unknown>>

/** Puts records back under the rules of the call that changed them. All throw a {@link Failure}. */
export interface Revert {
  delete(at: Reverting, id: string): Promise<void>
  /** @param held as far as its entry tells */
  restore(at: Reverting, id: string, held: Columns): Promise<void>
  /** Left out where no call changes a record. */
  update?(at: Reverting, id: string, columns: Columns): Promise<void>
}

export const singly =
  (apply: Apply): Revert['delete'] =>
  async ({ writing }, id) => {
    const [refusal] = (await apply(writing, [id], null)).failures
    if (refusal) throw refusal.failure ?? new Failure('conflict', refusal.message)
  }

/** @throws {Failure} where the locked record may not get the columns back */
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
