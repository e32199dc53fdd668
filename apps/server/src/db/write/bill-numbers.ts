import { sql, type Transaction } from 'kysely'
import type { Db } from '../connection/connection.ts'
import type { Tables } from '../tables/tables.ts'

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

/** The number that the next bill would get, which stays free for whoever takes it first. */
export async function peekBillNumber(db: Db): Promise<string> {
  // A long run of numbers given by hand is looked past in steps, so that each statement stays small.
  for (let from = 1; ; from += 1000) {
    const { rows } = await sql<{ number: string }>`
      with ahead as (
        select last_value + is_called::int + step as n
        from bill_numbers, generate_series(${from - 1}::int, ${from + 998}::int) as step
      ), named as (
        select n, 'B-' || lpad(n::text, greatest(6, length(n::text)), '0') as number from ahead
      )
      select number from named
      where not exists (select from bills where bills.number = named.number and deleted_at is null)
      order by n limit 1
    `.execute(db)
    if (rows[0]) return rows[0].number
  }
}
