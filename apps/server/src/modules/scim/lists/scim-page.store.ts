import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection/connection.ts'
import { queryAll, queryNumber } from '../../../db/connection/query.ts'
import { badRequest } from '../protocol/scim-error.ts'
import type { ListQuery } from './scim-query.rules.ts'

export interface Page<Row> {
  rows: Row[]
  total: number
}

interface From {
  columns: RawBuilder<unknown>
  /** From `from` on, with all conditions. */
  from: RawBuilder<unknown>
  /** What a list may be sorted by. */
  sorts: Readonly<Record<string, RawBuilder<unknown>>>
  id: RawBuilder<unknown>
}

/** One page of a list with the exact total, in one statement where the page isn't empty. */
export async function pageOf<Row>(
  db: Db,
  { columns, from, sorts, id }: From,
  { startIndex, count, sortBy, descending }: ListQuery,
): Promise<Page<Row>> {
  if (sortBy && !Object.hasOwn(sorts, sortBy)) {
    throw badRequest('invalidPath', 'The list can’t be sorted by this attribute.')
  }
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const order = sortBy
    ? sql`${sorts[sortBy]} ${direction} nulls last, ${id} ${direction}`
    : sql`${id} ${direction}`
  const found = await queryAll(db)<Row & { total: number }>`
    select ${columns}, count(*) over ()::int as total ${from}
    order by ${order} limit ${count}::int offset ${startIndex - 1}::int
  `
  const total = found[0]?.total ?? (await queryNumber(db)`select count(*)::int ${from}`)
  return { rows: found, total }
}
