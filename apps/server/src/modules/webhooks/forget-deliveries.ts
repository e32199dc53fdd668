import type { Db } from '../../db/connection/connection.ts'
import { removeOldDeliveries } from './deliveries.store.ts'

/** How long deliveries are kept once they have ended, how many of a webhook, and how many are removed at once. */
const bounds = { days: 30, kept: 10_000, max: 1_000 }

/** Removes old deliveries, in parts; returns how many. */
export async function forgetDeliveries(db: Db, stopping?: AbortSignal): Promise<number> {
  let removed = 0
  while (!stopping?.aborted) {
    const some = await removeOldDeliveries(db, bounds)
    removed += some
    if (some === 0) break
  }
  return removed
}
