import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { ImportPreview } from '@steward/contract/records/imports'
import type { Db } from '../../db/connection/connection.ts'
import type { Staff } from '../../http/session.ts'
import { noSurvey } from '../../import/drafts/first-rows.ts'
import type { BadRow } from '../../import/drafts/reading.ts'
import type { ImportedArea } from '../../import/fields.ts'
import type { FileSource } from '../../import/read/source.ts'
import { openInWorker, type WorkerLimits } from '../../import/thread/thread.ts'
import { cut } from '../../import/values.ts'
import { runImport } from '../../import/write/run.ts'
import { importOptions, inWords } from './options.ts'

/** Rows that are checked, and rows whose failures are shown. */
const maxChecked = 200
const maxFailures = 50

/** Characters of a bad row that are shown. */
const maxRaw = 500

/**
 * The first rows of a file under some options, and how they would fare.
 * @throws {OperatorError} where the file can't be read, an option fits no field or column, or the reading
 *   takes more than the limits
 */
export async function previewImport(
  db: Db,
  file: FileSource,
  area: ImportedArea,
  sent: BodyOf<'imports.preview'>,
  staff: Staff,
  limits: WorkerLimits,
): Promise<ImportPreview> {
  const how = { ...sent, look: true, cells: true, batchSize: maxChecked }
  const reading = await openInWorker(file, area, how, limits)
  const { columns = [], rows = [], map = {}, survey = noSurvey() } = reading.look ?? {}
  const options = importOptions(area, file.name, sent, () => staff)
  const failures: BadRow[] = []
  const { read, bad, already, differing, samples, elsewhere } = await runImport(db, reading, {
    ...options,
    dryRun: true,
    firstBatchOnly: true,
    onBad: (row) => void failures.push(row),
  })
  return {
    columns,
    rows,
    map,
    source: options.source,
    dates: reading.dates,
    notes: reading.notes.map(inWords),
    survey,
    checked: {
      read,
      good: read - bad,
      bad,
      already,
      conflicts: differing,
      samples,
      elsewhere: Object.entries(elsewhere).map(([source, n]) => ({ source, rows: n })),
      failures: failures.slice(0, maxFailures).map((row) => ({
        ...row,
        reasons: row.reasons.map(({ field, reason }) => ({ field, reason: inWords(reason) })),
        raw: cut(row.raw, maxRaw),
      })),
    },
  }
}
