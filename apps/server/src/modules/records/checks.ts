import { msg } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'
import { Failure, notFound } from '../../http/failure.ts'
import { isId } from '../../ids.ts'

/** The id as a list, empty where it isn't valid and so can't exist. */
export const idsOf = (id: string): string[] => (isId(id) ? [id] : [])

/** The first record; throws a Failure `not_found` where there is none or it is deleted. */
export function findLiveOrThrow<Row extends { deleted_at?: string | null }>(
  rows: readonly Row[],
  what: string,
): Row {
  const row = rows[0]
  if (row && !row.deleted_at) return row
  throw notFound(
    say('This {record} no longer exists. It may have just been deleted.', { record: nested(what) }),
  )
}

/** The first record, deleted or not; throws a Failure `not_found` where there is none. */
export function findOrThrow<Row>(rows: readonly Row[], what: string): Row {
  const row = rows[0]
  if (row) return row
  throw notFound(say('There is no such {record}.', { record: nested(what) }))
}

/**
 * Optimistic lock: refuses a change made on an older version of a record (contract, edits).
 * @param sent the version that came with the change, if any
 * @param present the current record, for the answer
 * @param what the record in the message
 * @throws {Failure} `out_of_date` (409), the edit conflict
 */
export async function checkVersion(
  sent: number | undefined,
  { version }: { version: number },
  present: () => Promise<unknown>,
  what = msg('this'),
): Promise<void> {
  if (sent === undefined || sent === version) return
  throw new Failure(
    'out_of_date',
    say(
      'Somebody else has changed {record} since you opened it. Review the changes, then save again.',
      { record: nested(what) },
    ),
    { data: await present() },
  )
}

/** The columns of a patch that differ from the row; undefined where none does. */
export function changedColumns<P extends object>(row: object, patch: P): Partial<P> | undefined {
  const entries = Object.entries(patch).filter(
    ([column, value]) => value !== undefined && value !== row[column as keyof typeof row],
  )
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<P>) : undefined
}

/** Whether a write failed by a unique violation of this index. */
export function violates(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === index
}

/** What is wrong where a value is taken; the whole sentence, since nothing else is said. */
export interface Taken {
  path: string
  msg: Said
}

/** Rethrows a unique violation as a Failure `taken`; `taken` has its entries by index. */
export async function mapUniqueViolation<T>(
  work: Promise<T>,
  taken: Record<string, Taken>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const entry = Object.entries(taken).find(([index]) => violates(error, index))?.[1]
    throw entry ? takenBy(entry) : error
  }
}

export const takenBy = (entry: Taken): Failure =>
  new Failure('taken', entry.msg, { errors: [entry] })

/** The field of a column, `business_name` → `businessName`; not for references. */
export const fieldOf = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
