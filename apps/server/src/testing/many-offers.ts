import type { Db } from '../db/connection/connection.ts'
import { analyze } from '../db/statistics/analyze.ts'
import { changeBySql } from './change-by-sql.ts'

/** Makes this many shopping posts, as an import would leave them. */
export async function makeOffers(db: Db, count: number): Promise<void> {
  for (let from = 1; from <= count; from += 20_000) {
    await changeBySql(db)`
      insert into shopping_posts (id, title, description, price, currency, created_at)
      select gen_random_uuid(), 'Offer ' || n, repeat('x', 200), n, 'EUR',
        timestamptz '2026-01-01' + make_interval(secs => n % 1000)
      from generate_series(${from}::int, ${Math.min(count, from + 19_999)}::int) as n
    `
  }
  await analyze(db, ['shopping_posts'])
}
