import type { BodyOf } from '@steward/contract/endpoints'
import type { ImportPreview } from '@steward/contract/imports'
import type { ImportArea } from '@steward/contract/imports.routes'
import type { Db } from '../../db/connection.ts'
import type { Staff } from '../../http/session.ts'
import { areas } from '../../import/areas.ts'
import { type InputRow, openInput } from '../../import/rows.ts'
import { type BadRow, runImport } from '../../import/run.ts'
import type { Source } from '../../import/source.ts'
import { guessMapping } from './guess.ts'
import { areaName, inWords, refusalFor, runOptions } from './options.ts'

/** Rows that are shown, and rows that are checked. */
const mostShown = 10
const mostChecked = 200

/**
 * The first rows of a file under some options, and how they would fare.
 * @throws {Problem} where the file can't be read, or an option fits no field or column
 */
export async function previewImport(
  db: Db,
  source: Source,
  area: ImportArea,
  options: BodyOf<'imports.preview'>,
  staff: Staff,
): Promise<ImportPreview> {
  const read = runOptions(options)
  const input = await openInput(source, read)
  const shown = await firstRows(input.rows)
  const columns = input.columns ?? [...new Set(shown.flatMap((row) => row.columns))]
  const map =
    options.map ??
    guessMapping(areas[areaName(area)], columns, options.set, (column) =>
      shown.map((row) => row.values[column] ?? '').find((value) => value.trim() !== ''),
    )
  const failures: BadRow[] = []
  const { read: rows, bad } = await runImport(db, {
    ...read,
    map,
    area: areaName(area),
    source,
    dryRun: true,
    batchSize: mostChecked,
    // Ends it after the first batch.
    signal: AbortSignal.abort(),
    refusal: refusalFor(area, () => staff),
    onBad: (row) => void failures.push(row),
  })
  return {
    columns: [...columns],
    rows: shown.map((row) => columns.map((column) => cut(row.values[column] ?? ''))),
    map,
    notes: input.notes.map(inWords),
    checked: {
      read: rows,
      good: rows - bad,
      bad,
      failures: failures.slice(0, 50).map(({ line, reasons, raw }) => ({
        line,
        reasons: reasons.map(({ field, reason }) => ({ field, reason: inWords(reason) })),
        raw: cut(raw),
      })),
    },
  }
}

async function firstRows(batches: AsyncGenerator<InputRow[]>): Promise<InputRow[]> {
  const rows: InputRow[] = []
  for await (const batch of batches) {
    rows.push(...batch)
    if (rows.length >= mostShown) break
  }
  return rows.slice(0, mostShown)
}

/** A value as a table shows it; the whole of it would be of no use there. */
const cut = (text: string): string =>
  text.length > 500 ? `${text.slice(0, 500).toWellFormed()}…` : text
