import { type SqlBool, sql } from 'kysely'
import { type Condition, where } from '../conditions.ts'
import { type Listing, orderBy, sortOf } from '../listing.ts'
import type { Past, View } from './view.ts'

/** Where the unchanged rows of an order begin. */
interface Lead {
  key: string
  id: string
}

/**
 * Begins a list where its unchanged rows begin: what has changed since often stands together at one
 * end (new records, new deletions), and each row that is passed over costs. What is unchanged only
 * becomes less, so that a beginning, once found, holds.
 * @param all the conditions of the list, of which that on deleted rows decides about the index
 * @returns the parts in which what is unchanged is read: what has no value stands at one end, where no
 *   comparison finds it
 */
export async function partsFrom(
  { db }: View,
  past: Past,
  listing: Listing,
  asked: string,
  fromEnd: boolean,
  all: readonly Condition[],
): Promise<Condition[][]> {
  const { sort, descending } = sortOf(listing, asked)
  const deletion = all.filter(({ facet }) => facet?.name === 'deleted')
  const without: Condition[][] = sort.nullable ? [[{ sql: sql<SqlBool>`${sort.by} is null` }]] : []
  const some: Condition[] = sort.nullable ? [{ sql: sql<SqlBool>`${sort.by} is not null` }] : []
  const name = JSON.stringify(['lead', asked, fromEnd, deletion.map(({ facet }) => facet?.values)])
  let lead = past.known.get(name) as Lead | null | undefined
  if (lead === undefined) {
    const found = await sql<Lead>`
      select (${sort.by})::text as key, t.id from ${sql.table(past.table)} as t
      ${where([unchangedSince(past), ...some, ...deletion])}
      ${orderBy(sort, descending, fromEnd)} limit 1
    `.execute(db)
    lead = found.rows[0] ?? null
    past.known.set(name, lead)
  }
  if (!lead) return without
  const sign = sql.raw(descending === fromEnd ? '>=' : '<=')
  const from = sql<SqlBool>`(${sort.by}, t.id) ${sign} (${lead.key}, ${lead.id}::uuid)`
  return [[{ sql: from }], ...without]
}

/** Leaves out what has changed since; the fence keeps the order of the index that a page is read by. */
export const unchangedSince = (past: Past): Condition => ({
  sql: sql<SqlBool>`not exists (
    select from past_ids as changed where changed.past = ${past.id} and changed.id = t.id offset 0)`,
})
