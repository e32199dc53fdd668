import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema/tables.ts'
import type { TestApp } from './server.ts'

/**
 * Lets calls meet: a transaction holds something that they need, until every one of them waits for
 * it or is answered. Needs PostgreSQL, where transactions stand beside each other.
 * @param hold takes the locks, and changes what the calls are to come upon
 * @param begin makes the calls
 * @returns their answers, in their order
 */
export async function concurrently<R>(
  t: TestApp,
  hold: (tx: Transaction<Tables>) => Promise<unknown>,
  begin: () => Promise<R>[],
): Promise<R[]> {
  const { calls } = await t.db.transaction().execute(async (tx) => {
    await hold(tx)
    let answered = 0
    const calls = begin().map((call) =>
      call.finally(() => {
        answered += 1
      }),
    )
    const met = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
      return answered + (rows[0]?.n ?? 0) >= calls.length
    }
    // Twice in a row, since a call may also wait for a moment for another one of them. After ten
    // seconds they will not meet any more: their answers then say what came of it.
    for (let seen = 0, tries = 0; seen < 2 && tries < 400; tries += 1) {
      await new Promise((resume) => setTimeout(resume, 25))
      seen = (await met()) ? seen + 1 : 0
    }
    // In a box: nothing may be awaited here that waits for the end of this transaction.
    return { calls }
  })
  return await Promise.all(calls)
}
