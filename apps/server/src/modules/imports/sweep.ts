import type { Db } from '../../db/connection.ts'
import type { ImportFiles } from './import-files.ts'
import { deleteImport, findOldImports, keptImports } from './imports.store.ts'
import type { ImportLimits } from './limits.ts'

/**
 * Throws away files that have waited for too long, and what belongs to no file any more: uploads
 * that a crash has cut off, and files and reports whose record is gone.
 */
export async function sweepImports(
  db: Db,
  files: ImportFiles,
  { sweepMs }: Pick<ImportLimits, 'sweepMs'>,
): Promise<void> {
  for (const id of await findOldImports(db, files.serverId)) {
    await files.remove(id)
    await files.removeReport(id)
    await deleteImport(db, id)
  }
  // What is on its way just now has no record either; it is written to all the time.
  const before = Date.now() - sweepMs
  const old = (await files.stored()).filter(({ changedAt }) => changedAt < before)
  const kept = await keptImports(
    db,
    old.map(({ id }) => id),
  )
  for (const file of old) {
    if (file.kind === 'part' || !kept.has(file.id)) await files.removeStored(file)
  }
}
