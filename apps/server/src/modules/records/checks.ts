import { Failure } from '../../http/failure.ts'
import { isId } from '../../ids.ts'

/** The id of a path as a list for `lock`: none where it can be nobody's. */
export const idsOf = (id: string): string[] => (isId(id) ? [id] : [])

/** The one record that a call is about. @throws {Failure} `not_found` where there is none, or it is deleted */
export function findLiveOrThrow<Row extends { deleted_at?: string | null }>(
  rows: readonly Row[],
  what: string,
): Row {
  const row = rows[0]
  if (row && !row.deleted_at) return row
  throw new Failure('not_found', `This ${what} no longer exists. It may have just been deleted.`)
}

/** The one record that a call is about, deleted or not. @throws {Failure} `not_found` */
export function findOrThrow<Row>(rows: readonly Row[], what: string): Row {
  const row = rows[0]
  if (row) return row
  throw new Failure('not_found', `There is no such ${what}.`)
}

/**
 * Optimistic concurrency: refuses a change made on an older version of a record (contract, edits).
 * @param present the record as it stands now, for the answer
 * @throws {Failure} `out_of_date`
 */
export async function checkVersion(
  sent: number | undefined,
  { version }: { version: number },
  present: () => Promise<unknown>,
): Promise<void> {
  if (sent === undefined || sent === version) return
  throw new Failure(
    'out_of_date',
    'Somebody else has changed this since you opened it. Review the changes, then save again.',
    { data: await present() },
  )
}

/** The columns of a patch that differ from the row; undefined where nothing does. */
export function changedColumns<P extends object>(row: object, patch: P): Partial<P> | undefined {
  const entries = Object.entries(patch).filter(
    ([column, value]) => value !== undefined && value !== row[column as keyof typeof row],
  )
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<P>) : undefined
}

/** Whether an error is the unique violation of an index. */
export function violates(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === index
}

/** Turns a unique violation into a `taken` failure. @param taken what to say at which field, by the index */
export async function mapUniqueViolation<T>(
  work: Promise<T>,
  taken: Record<string, { path: string; msg: string }>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const entry = Object.entries(taken).find(([index]) => violates(error, index))?.[1]
    throw entry ? takenBy(entry) : error
  }
}

/** Refuses a value that another record has. @param entry says so at its field */
export const takenBy = (entry: { path: string; msg: string }): Failure =>
  new Failure('taken', entry.msg, { errors: [entry] })

/** What the contract calls a column that is no reference: `business_name` → `businessName`. */
export const fieldOf = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
