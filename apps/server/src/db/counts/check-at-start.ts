import { type Repeated, repeated } from '../../periodic.ts'
import type { Db } from '../connection/connection.ts'
import { readWithin, TookTooLong } from '../reads/cancellation.ts'
import { estimateRows } from '../statistics/estimate.ts'
import { countedTables } from './counted.ts'
import { counterDifferences, describeDifference } from './verify.ts'

/** How long after the start, in milliseconds, so that nobody who signs in meanwhile waits for it. */
const delayMs = 60_000

/** How long one table may take, in milliseconds. */
const maxMs = 30_000

/** The largest table that is looked at: counting it takes a second, which on the embedded engine others wait. */
const maxRows = 1_000_000

type Say = (level: 'warn' | 'info', words: string) => void

/** {@link checkCounters} once, a while after the start. */
export const checkCountersAtStart = (
  db: Db,
  report: Say,
  onError: (error: unknown) => void,
): Repeated =>
  repeated(async (signal, rest) => {
    await rest(delayMs)
    if (!signal.aborted) await checkCounters(db, report, onError, signal)
  })

/**
 * Looks whether the counters are exact: they aren't where somebody wrote past Steward.
 * @param report called with what was found, and with tables that are too large to be looked at
 */
export async function checkCounters(
  db: Db,
  report: Say,
  onError: (error: unknown) => void,
  stopping?: AbortSignal,
): Promise<void> {
  for (const table of countedTables) {
    if (stopping?.aborted) return
    try {
      const isSmall = (await estimateRows(db, table)) <= maxRows
      const found = isSmall
        ? await readWithin(maxMs, '', () => counterDifferences(db, table, 1))
        : undefined
      for (const each of found ?? [])
        report(
          'warn',
          `${describeDifference(each)} Somebody has written past Steward: steward counters verify tells more, and rebuild mends it`,
        )
      if (!found) report('info', tooLarge(table))
    } catch (error) {
      if (error instanceof TookTooLong) report('info', tooLarge(table))
      else onError(error)
    }
  }
}

const tooLarge = (table: string) =>
  `the counters of ${table} are not checked at the start, since it is large: steward counters verify does`
