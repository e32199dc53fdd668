import { nested, say } from '@steward/i18n/sentence'
import type { Updateable } from 'kysely'
import { findRow, type Listing } from '../../db/list/listing.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { conflict } from '../../http/failure.ts'
import { type Apply, applyToEach, type Decide, type SoftDeleted, type SoftRow } from './bulk.ts'
import { findLiveOrThrow, findOrThrow, idsOf, type mapUniqueViolation } from './checks.ts'

export type DeletionAction = 'delete' | 'restore' | 'purge'

type Change<T extends SoftDeleted> = (writing: WriteTransaction, row: SoftRow<T>) => Promise<void>

/** How soft delete differs in an area. */
export interface DeletionRule<T extends SoftDeleted> {
  /** Whether deleting a deleted record changes nothing, instead of failing. */
  again?: true
  /** Failure entries by unique index, for a record that can't be restored. */
  taken?: Parameters<typeof mapUniqueViolation>[1]
  /** Finds conflicts with unique indexes beforehand, since a violation would fail the whole batch. */
  mustBeFree?: (
    writing: WriteTransaction,
    rows: readonly SoftRow<T>[],
  ) => Promise<(row: SoftRow<T>) => void | Promise<void>>
  /** Whether records are changed one by one, since each depends on the one before. */
  oneByOne?: true
  /** Runs before any record is locked. */
  begin?: (writing: WriteTransaction) => Promise<void>
  /** Replaces setting `deleted_at`; throws a Failure. */
  delete?: Change<T>
  restore?: Change<T>
  /** Checks whether a record may be purged; throws a Failure. */
  mayPurge?: Change<T>
}

/**
 * Makes the soft delete of an area: delete sets `deleted_at`, restore (undelete) sets it to null, purge deletes the row.
 * @param what the kind of record, such as `bill`
 * @param name the record's name among failures of a job
 */
export function deletionOf<T extends SoftDeleted>(
  table: T,
  what: string,
  name: (row: SoftRow<T>) => string,
  rule: DeletionRule<T> = {},
) {
  const { begin, oneByOne } = rule
  const patchOf = (action: DeletionAction) => {
    const at = action === 'delete' ? new Date().toISOString() : null
    return { deleted_at: at } as object as Updateable<Tables[T]>
  }
  const isAlreadyInState = (action: DeletionAction, row: SoftRow<T>): boolean => {
    if (action === 'purge' && row.deleted_at === null) {
      throw conflict(
        say('This {record} is not deleted. Delete it first.', { record: nested(what) }),
      )
    }
    return action !== 'purge' && (row.deleted_at !== null) === (action === 'delete')
  }
  const change = async (action: DeletionAction, writing: WriteTransaction, rows: SoftRow<T>[]) => {
    if (action === 'purge') {
      for (const row of rows) await rule.mayPurge?.(writing, row)
      await writing.purge(table, rows)
      return
    }
    const own = rule[action]
    if (own) for (const row of rows) await own(writing, row)
    else await writing.update(table, rows, patchOf(action))
  }

  const onMany = (action: DeletionAction): Apply =>
    applyToEach<T>({
      table,
      what,
      name,
      oneByOne,
      begin,
      decide: async (writing, rows): Promise<Decide<T>> => {
        const gone = rows.filter((row) => row.deleted_at !== null)
        const check = action === 'restore' ? await rule.mustBeFree?.(writing, gone) : undefined
        return async (row) => {
          if (isAlreadyInState(action, row)) return 'same'
          await check?.(row)
          return undefined
        }
      },
      change: (writing, rows) => change(action, writing, rows),
    })

  /** @returns the record as the listing has it, undefined once it is purged */
  const onOne = async <Row>(
    action: DeletionAction,
    writing: WriteTransaction,
    id: string,
    listing: Listing,
  ): Promise<Row | undefined> => {
    await begin?.(writing)
    const pick = action === 'delete' && !rule.again ? findLiveOrThrow : findOrThrow
    const row = pick((await writing.lock(table, idsOf(id))) as SoftRow<T>[], what)
    if (!isAlreadyInState(action, row)) {
      if (action !== 'purge' && !rule[action])
        return await writing.updateAlone<T, Row>(table, row, patchOf(action), listing)
      await change(action, writing, [row])
    }
    return await findRow<Row>(writing.tx, listing, id)
  }
  const actions = { delete: onMany('delete'), restore: onMany('restore'), purge: onMany('purge') }
  return { actions, onOne, taken: rule.taken ?? {} }
}
