import type { Selectable, Updateable } from 'kysely'
import type { RecordTable, Tables, UsersTable } from '../../db/tables/tables.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { notFound } from '../../http/common-failures.ts'
import { Failure } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'

/** What a batch did: ids that changed, how many were already so, and what could not be done. */
export interface Outcome {
  changed: string[]
  unchanged: number
  failures: Refusal[]
  /** Users who have to be told of it by mail, once it is written. */
  mailed?: readonly MailedUser[]
}

/** What could not be done to a record, and why; `failure` is what the single call would have answered. */
export interface Refusal {
  id: string
  name: string | null
  message: string
  failure?: Failure
}

/** Somebody whose account a batch opened, brought back, or changed otherwise; `before` is who they were then. */
export type MailedUser =
  | { id: string; did: 'activated' | 'restored' }
  | { id: string; did: 'edited'; before: Selectable<UsersTable> }

/** What an action gives to all records alike. */
export type BulkPatch = { status?: string | undefined; role?: string | undefined } | null

/**
 * Does one action on some records, inside the transaction of their batch.
 * @param by who does it; absent where the system itself does
 */
export type Apply = (
  writing: WriteTransaction,
  ids: readonly string[],
  patch: BulkPatch,
  by?: Session,
) => Promise<Outcome>

/** What is to become of a record: changed, left as it is, or refused. */
export type Decision = 'change' | 'same' | { refused: Failure }

/** The tables whose records are deleted softly, and by no rules of who may change whom (accounts). */
export type SoftDeleted = {
  [T in Exclude<RecordTable, 'users'>]: 'deleted_at' extends keyof Tables[T] ? T : never
}[Exclude<RecordTable, 'users'>]

/** An action that changes all records of a batch alike. */
export function bulkUpdate<T extends SoftDeleted>(options: {
  table: T
  /** What people call a record, such as `bill`. */
  what: string
  name: (row: Selectable<Tables[T]>) => string
  /** Looks at the locked records of a batch; it may ask the database first. */
  decide: (
    writing: WriteTransaction,
    rows: readonly Selectable<Tables[T]>[],
    status: string,
  ) => Promise<(row: Selectable<Tables[T]>) => Decision>
  patch: (status: string) => Updateable<Tables[T]>
}): Apply {
  return async (writing, ids, patch) => {
    const status = patch?.status ?? ''
    const rows = await writing.lock(options.table, ids)
    const byId = new Map(rows.map((row) => [(row as { id: string }).id, row]))
    const decide = await options.decide(writing, rows, status)
    const outcome: Outcome = { changed: [], unchanged: 0, failures: [] }
    const changing: Selectable<Tables[T]>[] = []
    for (const id of ids) {
      const row = byId.get(id)
      const decision = row
        ? decide(row)
        : { refused: notFound(`There is no such ${options.what}.`) }
      if (decision === 'same') outcome.unchanged += 1
      else if (decision === 'change' && row) {
        changing.push(row)
        outcome.changed.push(id)
      } else if (typeof decision === 'object') {
        const name = row ? options.name(row) : null
        const { refused } = decision
        outcome.failures.push({ id, name, message: refused.message, failure: refused })
      }
    }
    await writing.update(options.table, changing, options.patch(status))
    return outcome
  }
}

/** Sets a status where it differs; what is deleted keeps its own. */
export const decideStatus =
  (what: string) =>
  async (_writing: WriteTransaction, _rows: unknown, status: string) =>
  (row: { deleted_at: string | null; status: string }): Decision => {
    if (row.deleted_at) return { refused: new Failure('conflict', `The ${what} was deleted.`) }
    return row.status === status ? 'same' : 'change'
  }
