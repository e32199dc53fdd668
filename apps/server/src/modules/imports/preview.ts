import type { BodyOf } from '@steward/contract/endpoints'
import type { ImportPreview } from '@steward/contract/imports'
import type { Db } from '../../db/connection.ts'
import type { Staff } from '../../http/session.ts'
import type { ImportedArea } from '../../import/fields.ts'
import type { BadRow } from '../../import/reading.ts'
import { runImport } from '../../import/run.ts'
import type { FileSource } from '../../import/source.ts'
import { openInWorker, type WorkerLimits } from '../../import/worker-reading.ts'
import { finderFor, inWords, readingOptions, refusalFor, seerFor, sourceFor } from './options.ts'

/** Rows that are checked, and rows whose failures are shown. */
const mostChecked = 200
const mostFailures = 50

/** Characters of a bad row that are shown. */
const longestRaw = 500

const nothing: ImportPreview['survey'] = {
  rows: 0,
  missing: {},
  fallbacks: {},
  encoded: { unescape: { texts: 0, examples: [] }, entities: { texts: 0, examples: [] } },
}

/**
 * The first rows of a file under some options, and how they would fare.
 * @throws {OperatorError} where the file can't be read, an option fits no field or column, or the reading
 *   takes more than the limits
 */
export async function previewImport(
  db: Db,
  source: FileSource,
  area: ImportedArea,
  options: BodyOf<'imports.preview'>,
  staff: Staff,
  limits: WorkerLimits,
): Promise<ImportPreview> {
  const reading = await openInWorker(
    source,
    area,
    { ...readingOptions(options), look: true, cells: true, batchSize: mostChecked },
    limits,
  )
  const { columns = [], rows = [], map = {}, survey = nothing } = reading.look ?? {}
  const failures: BadRow[] = []
  const from = sourceFor(source.name, options)
  const { read, bad, already, differing, samples, elsewhere } = await runImport(db, reading, {
    dryRun: true,
    firstBatchOnly: true,
    source: from,
    onConflict: options.onConflict ?? 'keep',
    maySee: seerFor(area, () => staff),
    finder: finderFor(() => staff),
    refusal: refusalFor(area, () => staff),
    onBad: (row) => void failures.push(row),
  })
  return {
    columns,
    rows,
    map,
    source: from,
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
      elsewhere: Object.entries(elsewhere).map(([other, rows]) => ({ source: other, rows })),
      failures: failures.slice(0, mostFailures).map(({ line, reasons, raw, cells }) => ({
        line,
        reasons: reasons.map(({ field, reason }) => ({ field, reason: inWords(reason) })),
        raw: cut(raw),
        ...(cells && { cells }),
      })),
    },
  }
}

const cut = (text: string): string =>
  text.length > longestRaw ? `${text.slice(0, longestRaw).toWellFormed()}…` : text
