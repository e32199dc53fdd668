import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Db } from '../db/connection/connection.ts'
import type { Files } from './disk.ts'
import { shownBySettings } from './sweep.ts'
import { findPurged, forgetUnheld } from './uploaded.store.ts'

/** Records that are looked at in one statement. */
const batch = 200

/**
 * Removes the pictures of records that were deleted for good, with those that they had before, unless
 * another record holds them. Each server removes them from its own disk.
 * @param since when records were deleted that are looked at; older ones were, or the usual sweep has
 *   come by
 * @param stopping ends it between two batches
 * @returns how many files it removed
 */
export async function sweepPurged(
  db: Db,
  files: Files,
  { dataDir, since, stopping }: { dataDir: string; since: Date; stopping?: AbortSignal },
): Promise<number> {
  const there = new Set(await readdir(join(dataDir, 'uploads')))
  const settings = await shownBySettings(dataDir)
  let removed = 0
  for (let after = 0; !stopping?.aborted; ) {
    const { urls, last } = await findPurged(db, since, after, batch)
    if (last === null) break
    after = last
    const own = [...new Set(urls)].filter((url) => there.has(basename(url)))
    for (const url of await forgetUnheld(
      db,
      own.filter((each) => !settings.includes(basename(each))),
    )) {
      await files.remove(url)
      removed += 1
    }
  }
  return removed
}
