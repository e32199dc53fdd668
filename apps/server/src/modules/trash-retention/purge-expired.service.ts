import type { Db } from '../../db/connection/connection.ts'
import type { RecordTable } from '../../db/schema/tables.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import type { AreaModule } from '../records/area.ts'
import { findExpired, purgeComments } from './expired.store.ts'

/**
 * Purges (deletes permanently) records past their retention in the trash, except those with
 * dependents. `days` is the retention, 0 for ever; `stopping` ends it between two batches.
 * @returns how many it deleted
 */
export async function purgeExpired(
  db: Db,
  areas: readonly AreaModule[],
  { days, stopping }: { days: number; stopping?: AbortSignal },
): Promise<number> {
  if (days === 0) return 0
  const actor = { system: 'trash', batch: newId() } as const
  let purged = 0
  for (const area of areas) {
    let after = null as string | null
    while (!stopping?.aborted) {
      const ids = await findExpired(db, area.listing.table as RecordTable, days, after)
      if (ids.length === 0) break
      const { changed } = await write(db, actor, (writing) => area.purge(writing, ids, null))
      purged += changed.length
      after = ids.at(-1) ?? null
    }
  }
  if (!stopping?.aborted) await purgeComments(db, days)
  return purged
}
