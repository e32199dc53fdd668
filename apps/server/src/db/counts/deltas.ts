import { sql } from 'kysely'
import { continually } from '../../periodic.ts'
import type { Db } from '../connection/connection.ts'
import { analyze } from '../tables/analyze.ts'
import { tablesWithDeltas } from '../tables/tables.ts'

/** Milliseconds between two looks for deltas to fold. */
const beatMs = 500

/** Deltas of one table that are folded in one transaction. */
const maxDeltas = 20_000

/** Folded deltas after which their tables are vacuumed, so that readers don't pass over what is gone. */
const maxGone = 5_000

/** Folds deltas into the counters, unless another server does. @returns how many were folded */
async function foldSome(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`
    select steward_fold_deltas(${maxDeltas}::int) as n`.execute(db)
  return found.rows[0]?.n ?? 0
}

/** Vacuums the tables of deltas. */
const tidy = (db: Db): Promise<void> =>
  analyze(
    db,
    tablesWithDeltas.map((table) => `${table}_deltas`),
  )

/** Folds the deltas that there are, as after a bulk load; not what others go on to write meanwhile. */
export async function foldDeltas(db: Db): Promise<void> {
  while ((await foldSome(db)) >= maxDeltas);
  await tidy(db)
}

/** Folds deltas in the background; several servers may. @param onError hears the first failure in a row */
export function startFolding(db: Db, onError: (error: unknown) => void): { stop(): Promise<void> } {
  let gone = 0
  const work = async () => {
    const folded = await foldSome(db)
    gone += folded
    if (gone >= maxGone) {
      gone = 0
      await tidy(db)
    }
    return folded >= maxDeltas
  }
  return continually(beatMs, work, onError)
}
