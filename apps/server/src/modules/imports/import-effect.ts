import { createReadStream } from 'node:fs'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Change } from '../../db/write/audit-lines.ts'
import type { Effect } from '../../db/write/change-guard.ts'
import type { ImportedArea } from '../../importer/fields.ts'
import type { FileSource } from '../../importer/read/source.ts'
import { openInWorker } from '../../importer/thread/thread.ts'
import { type ImportContext, sha256Of } from './import-files.ts'
import { needsOfImport, typesOfImport } from './options.ts'

/**
 * What an import is about to do, for the guard of the request. Call it before the transaction, since the whole file is read.
 * @param options with the mapping
 * @param first what would be written of the first rows
 * @throws {OperatorError} where the file can't be read within the time
 */
export async function importEffect(
  { limits }: Pick<ImportContext, 'limits'>,
  source: FileSource,
  area: ImportedArea,
  options: BodyOf<'imports.preview'>,
  first: readonly Change[],
): Promise<Extract<Effect, { kind: 'import' }>> {
  const how = { ...options, maxRows: limits.maxRows, onlyCount: true }
  const reading = await openInWorker(source, area, how, limits.count)
  let rows = 0
  try {
    for await (const batch of reading.batches) rows += batch.read
  } finally {
    await reading.close?.()
  }
  return {
    kind: 'import',
    list: area.key,
    fileName: source.name,
    rows,
    needs: needsOfImport(area.key, options),
    types: typesOfImport(area.key, options),
    content: { file: await sha256Of(createReadStream(source.path)), options },
    first,
  }
}
