import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Takes numbers for new bills from the sequence: `B-000001` and on. Two transactions never get the
 * same one; a number that a bill already bears by hand is left out. Numbers of a transaction that
 * comes to nothing are not given again.
 * @param count how many
 */
export async function takeBillNumbers(tx: Transaction<Tables>, count: number): Promise<string[]> {
  const taken: string[] = []
  while (taken.length < count) {
    const { rows } = await sql<{ number: string }>`
      with fresh as (
        select nextval('bill_numbers') as n from generate_series(1, ${count - taken.length}::int)
      ), named as (
        select n, 'B-' || lpad(n::text, greatest(6, length(n::text)), '0') as number from fresh
      )
      select number from named
      where not exists (select from bills where bills.number = named.number and deleted_at is null)
      order by n
    `.execute(tx)
    taken.push(...rows.map((row) => row.number))
  }
  return taken
}
