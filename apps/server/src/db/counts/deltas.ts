import { continually, type Repeated } from '../../periodic.ts'
import type { Db } from '../connection/connection.ts'
import { queryNumber } from '../connection/query.ts'
import { tablesWithDeltas } from '../schema/tables.ts'
import { analyze } from '../statistics/analyze.ts'

/** The pause between two foldings, in milliseconds. */
const beatMs = 500

/** How many deltas of a table one transaction folds. */
const maxDeltas = 20_000

/** After how many folded deltas the tables are vacuumed, since readers pass over dead rows. */
const maxGone = 5_000

/** Folds deltas into counters and returns how many; does nothing while another server folds. */
const foldSome = (db: Db) => queryNumber(db)`select steward_fold_deltas(${maxDeltas}::int)`

const deltaTables = tablesWithDeltas.map((table) => `${table}_deltas`)

/** Folds all deltas that are there now, such as after a bulk load. */
export async function foldDeltas(db: Db): Promise<void> {
  while ((await foldSome(db)) >= maxDeltas);
  await analyze(db, deltaTables)
}

/** Folds deltas in the background, also on several servers; `onError` gets the first failure in a row. */
export function startFolding(db: Db, onError: (error: unknown) => void): Repeated {
  let gone = 0
  const work = async () => {
    const folded = await foldSome(db)
    gone += folded
    if (gone >= maxGone) {
      gone = 0
      await analyze(db, deltaTables)
    }
    return folded >= maxDeltas
  }
  return continually(beatMs, work, onError)
}
