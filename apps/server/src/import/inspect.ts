import { mostColumns } from './columns.ts'
import type { Importing } from './fields.ts'
import { guessMapping } from './guess.ts'
import type { ReadingOptions } from './reading-options.ts'
import { type InputRow, openInput } from './rows.ts'
import type { Source } from './source.ts'
import { type Survey, surveyRows } from './survey.ts'

/** A file at first sight. */
export interface FileInspection {
  columns: string[]
  /** The first rows by column, long values cut. */
  rows: string[][]
  /** Field to column: as given, or as guessed. */
  map: Record<string, string>
  encoding: string
  notes: string[]
  survey: Survey
}

/** Rows that are shown, and rows that are looked over. */
const mostShown = 10
const mostSurveyed = 200

/** Characters of a value that are shown. */
const mostOfValue = 500

/** Reads the first rows of a file. @throws {OperatorError} where it can't be read */
export async function inspectFile(
  source: Source,
  area: Importing,
  options: ReadingOptions,
): Promise<FileInspection> {
  const input = await openInput(source, options)
  const seen = await firstRows(input.rows)
  const shown = seen.slice(0, mostShown)
  const all = input.columns ?? [...new Set(shown.flatMap((row) => row.columns))]
  const columns = all.slice(0, mostColumns)
  const map =
    options.map ??
    guessMapping(area, columns, options.set, (column) =>
      shown.map((row) => row.values[column] ?? '').find((value) => value.trim() !== ''),
    )
  return {
    columns,
    rows: shown.map((row) => columns.map((column) => cut(row.values[column] ?? ''))),
    map,
    encoding: input.encoding,
    notes: input.notes,
    survey: surveyRows(area, { rows: seen, columns: input.columns }, map, options.set),
  }
}

async function firstRows(batches: AsyncIterable<InputRow[]>): Promise<InputRow[]> {
  const rows: InputRow[] = []
  for await (const batch of batches) {
    for (const row of batch) rows.push(row)
    if (rows.length >= mostSurveyed) break
  }
  return rows.slice(0, mostSurveyed)
}

/** A value as a table shows it; the whole of it would be of no use there. */
const cut = (text: string): string =>
  text.length > mostOfValue ? `${text.slice(0, mostOfValue).toWellFormed()}…` : text
