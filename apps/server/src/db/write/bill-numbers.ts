import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryAll } from '../connection/query.ts'
import type { Tables } from '../schema/tables.ts'

/** The numbers `B-000001` and so on for some counts, without those that bills have already. */
const free = (counts: RawBuilder<unknown>) => sql<{ number: string }>`
  with named as (
    select n, 'B-' || lpad(n::text, greatest(6, length(n::text)), '0') as number from (${counts}) as counted
  )
  select number from named
  where not exists (select 1 from bills where bills.number = named.number and deleted_at is null)
  order by n`

/** Takes numbers from a sequence: never twice; those of a failed transaction are lost. */
export async function takeBillNumbers(tx: Transaction<Tables>, count: number): Promise<string[]> {
  const taken: string[] = []
  while (taken.length < count) {
    const wanted = sql`generate_series(1, ${count - taken.length}::int)`
    const { rows } = await free(sql`select nextval('bill_numbers') as n from ${wanted}`).execute(tx)
    taken.push(...rows.map((row) => row.number))
  }
  return taken
}

/** The next number, which isn't reserved: the first bill that is created gets it. */
export async function peekBillNumber(db: Db): Promise<string> {
  // Passes over numbers that people gave by hand, 1,000 at a time.
  for (let from = 1; ; from += 1000) {
    const ahead = sql`
      select last_value + is_called::int + step as n
      from bill_numbers, generate_series(${from - 1}::int, ${from + 998}::int) as step`
    const rows = await queryAll(db)<{ number: string }>`${free(ahead)} limit 1`
    if (rows[0]) return rows[0].number
  }
}
