import { type Repeated, repeated } from '../../periodic.ts'
import type { Db } from '../connection/connection.ts'
import { readApplied } from './applied.ts'
import { listMigrations } from './migration-file.ts'

/**
 * Looks now and then whether the database still has all migrations of this version, which one that was restored
 * from a backup may lack. Those of a newer version don't matter: what it adds, this version can live with.
 * @param onError called with the first failure in a row
 * @param everyMs milliseconds of rest in between
 * @returns `isOurs`: whether it had them when it answered last
 */
export function watchSchema(
  db: Db,
  onError: (error: unknown) => void,
  everyMs = 10_000,
): Repeated & { isOurs(): boolean } {
  let ours = true
  const watching = repeated(async (signal, rest) => {
    const needed = await listMigrations()
    let failed = false
    while (!signal.aborted) {
      await rest(everyMs)
      if (signal.aborted) return
      try {
        const applied = new Set(await readApplied(db))
        ours = needed.every((name) => applied.has(name))
        failed = false
      } catch (error) {
        if (!failed) onError(error)
        failed = true
      }
    }
  })
  return { ...watching, isOurs: () => ours }
}
