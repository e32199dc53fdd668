import type { Selectable } from 'kysely'
import type { RecordTable, Tables } from '../../db/tables/tables.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { conflict, notFound } from '../../http/common-failures.ts'
import { Failure } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'

/** What a batch did. */
export interface Outcome {
  changed: string[]
  unchanged: number
  failures: Refusal[]
  /** Mailed once it is written. */
  mailed?: readonly MailedUser[]
}

/** `failure` is what the single call would have answered. */
export interface Refusal {
  id: string
  name: string | null
  message: string
  failure?: Failure
}

/** `before` is who they were before the change. */
export type MailedUser =
  | { id: string; did: 'activated' | 'restored' }
  | { id: string; did: 'edited'; before: Selectable<Tables['users']> }

export type BulkPatch = { status?: string | undefined; role?: string | undefined } | null

/** One action on a batch, inside its transaction; without `by`, the system acts. */
export type Apply = (
  writing: WriteTransaction,
  ids: readonly string[],
  patch: BulkPatch,
  by?: Session,
) => Promise<Outcome>

/** Tables of records under no rules of who may change whom. */
export type SoftDeleted = {
  [T in Exclude<RecordTable, 'users'>]: 'deleted_at' extends keyof Tables[T] ? T : never
}[Exclude<RecordTable, 'users'>]

/** The compiler can't see in general what all rows have. */
export type SoftRow<T extends SoftDeleted> = Selectable<Tables[T]> & {
  id: string
  deleted_at: string | null
}

/** @throws {Failure} where it can't be changed */
export type Decide<T extends SoftDeleted> = (
  row: SoftRow<T>,
) => 'same' | undefined | Promise<'same' | undefined>

export const emptyOutcome = (): Outcome => ({ changed: [], unchanged: 0, failures: [] })

/** Decides about each record by itself, then changes them together, or one by one where each needs the one before. */
export function applyToEach<T extends SoftDeleted>(options: {
  table: T
  /** Such as `bill`. */
  what: string
  name: (row: SoftRow<T>) => string
  inTurn?: boolean | undefined
  /** Before any record is locked. */
  begin?: ((writing: WriteTransaction) => Promise<void>) | undefined
  decide: (
    writing: WriteTransaction,
    rows: readonly SoftRow<T>[],
    status: string,
  ) => Decide<T> | Promise<Decide<T>>
  change: (writing: WriteTransaction, rows: SoftRow<T>[], status: string) => Promise<unknown>
}): Apply {
  return async (writing, ids, patch) => {
    const status = patch?.status ?? ''
    await options.begin?.(writing)
    const rows = (await writing.lock(options.table, ids)) as SoftRow<T>[]
    const byId = new Map(rows.map((row) => [row.id, row]))
    const decide = await options.decide(writing, rows, status)
    const outcome = emptyOutcome()
    const together: SoftRow<T>[] = []
    for (const id of ids) {
      const row = byId.get(id)
      try {
        if (!row) throw notFound(`There is no such ${options.what}.`)
        if ((await decide(row)) === 'same') {
          outcome.unchanged += 1
          continue
        }
        if (options.inTurn) await options.change(writing, [row], status)
        else together.push(row)
        outcome.changed.push(id)
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure
        const { message } = failure
        outcome.failures.push({ id, name: row ? options.name(row) : null, message, failure })
      }
    }
    if (together.length > 0) await options.change(writing, together, status)
    return outcome
  }
}

/** What is deleted keeps its status. */
export const decideStatus =
  (what: string) =>
  (_writing: WriteTransaction, _rows: unknown, status: string) =>
  (row: { deleted_at: string | null; status?: string }): 'same' | undefined => {
    if (row.deleted_at) throw conflict(`The ${what} was deleted.`)
    return row.status === status ? 'same' : undefined
  }
