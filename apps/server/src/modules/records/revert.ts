import type { Selectable, Updateable } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { Failure } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import type { Apply, SoftDeleted } from './bulk.ts'

/** What the owners are told by mail when somebody has changed who may do what (step-up). */
export interface OwnerNotice {
  subject: string
  /** Goes after the name of who did it, up to the full stop: `made Ada an owner`. */
  did: string
  /** Whom it is about: they are told in another way, if at all. */
  about?: string
}

/** An undo under way: who asks for it, with what they may do at this moment. */
export interface Reverting {
  writing: WriteTransaction
  session: Session
  /** Minutes without a request that end a session where its role says nothing; 0 for never. */
  sessionIdleMinutes: number
  /** What has to be told once it is written. */
  after: (
    | { ownerNotice: OwnerNotice }
    | { restoredUser: string }
    /** Who they were before. */
    | { editedUser: Selectable<Tables['users']> }
  )[]
}

/** Columns of a record, by their names. */
export type Columns = Readonly<Record<string, unknown>>

/**
 * How records of an area are put back as they stood, each under the rules of the call that changed it.
 * All throw a {@link Failure} where the rules say no.
 */
export interface Revert {
  delete(at: Reverting, id: string): Promise<void>
  /** @param held what it held, as far as its entry tells */
  restore(at: Reverting, id: string, held: Columns): Promise<void>
  /** Gives columns the values that they had. Left out where no call changes a record of the area. */
  update?(at: Reverting, id: string, columns: Columns): Promise<void>
}

/** An action on many records, on one. */
export const singly =
  (apply: Apply): Revert['delete'] =>
  async ({ writing }, id) => {
    const [refusal] = (await apply(writing, [id], null)).failures
    if (refusal) throw refusal.failure ?? new Failure('conflict', refusal.message)
  }

/** Holds the rules of an area against columns of a locked record that shall be put back. @throws {Failure} */
export type RevertCheck<T extends SoftDeleted> = (
  at: Reverting,
  row: Selectable<Tables[T]>,
  columns: Updateable<Tables[T]>,
) => void | Promise<void>

/** Gives columns of a record the values that they had. */
export const updating =
  <T extends SoftDeleted>(table: T, check: RevertCheck<T>): NonNullable<Revert['update']> =>
  async (at, id, columns) => {
    const [row] = await at.writing.lock(table, [id])
    if (!row) throw new Failure('not_found', 'It was deleted permanently.')
    const patch = columns as object as Updateable<Tables[T]>
    await check(at, row, patch)
    await at.writing.update(table, [row], patch)
  }
