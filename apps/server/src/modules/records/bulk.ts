import { nested, type Said, say } from '@steward/i18n/sentence'
import type { Selectable } from 'kysely'
import type { RecordTable, Tables } from '../../db/schema/tables.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { conflict, Failure, notFound } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'

/** The result of an action on a batch. */
export interface Outcome {
  changed: string[]
  unchanged: number
  failures: Refusal[]
  /** The users to mail once the transaction is committed. */
  mailed?: readonly MailedUser[]
}

/** A record that was refused; `failure` is what the call for a single record would answer. */
export interface Refusal {
  id: string
  name: string | null
  message: Said
  failure?: Failure
}

/** A user to mail about a change; `before` is the user as they were. */
export type MailedUser =
  | { id: string; did: 'activated' | 'restored' }
  | { id: string; did: 'edited'; before: Selectable<Tables['users']> }

export type BulkPatch = { status?: string | undefined; role?: string | undefined } | null

/** Runs an action on a batch within its transaction; without `by`, the system acts. */
export type Apply = (
  writing: WriteTransaction,
  ids: readonly string[],
  patch: BulkPatch,
  by?: Session,
) => Promise<Outcome>

/** Tables with soft delete, without those of users and roles, which have rules of their own. */
export type SoftDeleted = {
  [T in Exclude<RecordTable, 'users'>]: 'deleted_at' extends keyof Tables[T] ? T : never
}[Exclude<RecordTable, 'users'>]

/** A row of such a table; states the columns that all have, which the compiler can't infer. */
export type SoftRow<T extends SoftDeleted> = Selectable<Tables[T]> & {
  id: string
  deleted_at: string | null
}

/** Whether a record needs no change (`same`); throws a Failure where it can't be changed. */
export type Decide<T extends SoftDeleted> = (
  row: SoftRow<T>,
) => 'same' | undefined | Promise<'same' | undefined>

export const emptyOutcome = (): Outcome => ({ changed: [], unchanged: 0, failures: [] })

/**
 * An action of somebody whose rights are narrowed: where some records of a batch aren't among those that they may change,
 * each is changed alone, so that the others are.
 */
export const withinScope =
  (apply: Apply): Apply =>
  async (writing, ids, patch, by) => {
    if (!by?.scope) return await apply(writing, ids, patch, by)
    try {
      return await writing.attempt(() => apply(writing, ids, patch, by))
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      const [only] = ids
      if (only && ids.length === 1)
        return {
          ...emptyOutcome(),
          failures: [{ id: only, name: titleIn(failure), message: failure.said, failure }],
        }
    }
    const outcomes: Outcome[] = []
    for (const id of ids) outcomes.push(await withinScope(apply)(writing, [id], patch, by))
    return {
      changed: outcomes.flatMap(({ changed }) => changed),
      unchanged: outcomes.reduce((sum, { unchanged }) => sum + unchanged, 0),
      failures: outcomes.flatMap(({ failures }) => failures),
      mailed: outcomes.flatMap(({ mailed = [] }) => mailed),
    }
  }

/** The title of the record that a failure is about; null where it names none. */
const titleIn = ({ data }: Failure): string | null =>
  (data as { records?: { title: string }[] } | undefined)?.records?.[0]?.title ?? null

/** Decides about each record, then changes all together, or one by one if they depend. */
export function applyToEach<T extends SoftDeleted>(options: {
  table: T
  /** The kind of record in messages, such as `bill`. */
  what: string
  name: (row: SoftRow<T>) => string
  oneByOne?: boolean | undefined
  /** Runs before any record is locked. */
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
        if (!row)
          throw notFound(say('There is no such {record}.', { record: nested(options.what) }))
        if ((await decide(row)) === 'same') {
          outcome.unchanged += 1
          continue
        }
        if (options.oneByOne) await options.change(writing, [row], status)
        else together.push(row)
        outcome.changed.push(id)
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure
        const name = row ? options.name(row) : null
        outcome.failures.push({ id, name, message: failure.said, failure })
      }
    }
    if (together.length > 0) await options.change(writing, together, status)
    return outcome
  }
}

/** Decides about a new status; refuses deleted records, which keep theirs. */
export const decideStatus =
  (what: string) =>
  (_writing: WriteTransaction, _rows: unknown, status: string) =>
  (row: { deleted_at: string | null; status?: string }): 'same' | undefined => {
    if (row.deleted_at) throw conflict(say('The {record} was deleted.', { record: nested(what) }))
    return row.status === status ? 'same' : undefined
  }
