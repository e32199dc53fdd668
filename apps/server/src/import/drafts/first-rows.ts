import { gatherDates } from '../date-order.ts'
import { type Field, type ImportedArea, isTextField } from '../fields.ts'
import { guessMapping } from '../map/guess.ts'
import { columnNamed, compileMapping } from '../map/mapping.ts'
import { compileTemplate, isTemplate } from '../map/template.ts'
import type { DateEvidence, ReadingOptions, Survey } from '../options.ts'
import { decode, decodeWays } from '../read/decode.ts'
import { maxColumns } from '../read/ndjson.ts'
import { type InputRow, openInput } from '../read/rows.ts'
import type { Source } from '../read/source.ts'
import { BadValue, cut } from '../values.ts'

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

/** The survey of no rows. */
export const noSurvey = (): Survey => ({
  rows: 0,
  missing: {},
  fallbacks: {},
  encoded: { unescape: { texts: 0, examples: [] }, entities: { texts: 0, examples: [] } },
})

/** Rows that are shown, surveyed, and whose dates are looked at before the first one is read. */
const maxShown = 10
const maxSurveyed = 200
const maxDated = 10_000

/** Characters of a value, and of an example, that are shown; examples of each kind. */
const maxValue = 500
const maxExample = 160
const maxExamples = 3

/** Reads the first rows of a file. @throws {OperatorError} where it can't be read */
export async function inspectFile(
  source: Source,
  area: ImportedArea,
  options: ReadingOptions,
): Promise<FileInspection> {
  const input = await openInput(source, options)
  const seen: InputRow[] = []
  for await (const batch of input.rows) {
    seen.push(...batch.slice(0, maxSurveyed - seen.length))
    if (seen.length >= maxSurveyed) break
  }
  const shown = seen.slice(0, maxShown)
  const all = input.columns ?? [...new Set(shown.flatMap((row) => row.columns))]
  const columns = all.slice(0, maxColumns)
  const sample = (column: string) =>
    shown.map((row) => row.values[column] ?? '').find((value) => value.trim() !== '')
  const map = options.map ?? guessMapping(area, columns, options.set ?? {}, sample)
  return {
    columns,
    rows: shown.map((row) => columns.map((column) => cut(row.values[column] ?? '', maxValue))),
    map,
    encoding: input.encoding,
    notes: input.notes,
    survey: surveyRows(area, seen, input.columns, map, options.set ?? {}),
  }
}

function surveyRows(
  area: ImportedArea,
  rows: readonly InputRow[],
  columns: readonly string[] | null,
  map: Readonly<Record<string, string>>,
  set: Readonly<Record<string, string>>,
): Survey {
  const survey = noSurvey()
  const taken = Object.entries(map).map(([field, spec]) => ({
    field,
    // What is no column of the file has a failure of its own.
    from: columnsOf(spec).map((name) => columnNamed(name, columns) ?? name),
  }))
  const texts = new Set(taken.flatMap(({ field, from }) => (isTextField(area, field) ? from : [])))
  for (const row of rows) {
    if (row.reason !== undefined) continue
    survey.rows += 1
    for (const { field, from } of taken) {
      const known = area.fields[field]
      const isEmpty = from.every((column) => (row.given[column] ?? '').trim() === '')
      if (known && from.length > 0 && isEmpty && set[field] === undefined)
        noteEmpty(survey, field, known)
    }
    for (const column of texts) noteEncoded(survey, column, row.given[column] ?? '')
  }
  return survey
}

function noteEmpty({ missing, fallbacks }: Survey, field: string, { required, fallback }: Field) {
  if (required) missing[field] = (missing[field] ?? 0) + 1
  else if (fallback !== undefined && fallback !== null)
    fallbacks[field] = { rows: (fallbacks[field]?.rows ?? 0) + 1, value: String(fallback) }
}

function noteEncoded({ encoded }: Survey, column: string, before: string): void {
  for (const way of decodeWays) {
    const after = decode[way](before)
    if (after === before) continue
    const { examples } = encoded[way]
    encoded[way].texts += 1
    if (examples.length < maxExamples)
      examples.push({ column, before: cut(before, maxExample), after: cut(after, maxExample) })
  }
}

/** The columns that a field is taken from. */
function columnsOf(spec: string): readonly string[] {
  if (!isTemplate(spec)) return spec === '' ? [] : [spec]
  try {
    return compileTemplate(spec).columns
  } catch (error) {
    if (error instanceof BadValue) return []
    throw error
  }
}

/** Finds out in which order the first rows have day and month. With a format there is nothing to find out. */
export async function surveyDates(
  source: Source,
  area: ImportedArea,
  options: ReadingOptions,
): Promise<DateEvidence> {
  const gathered = gatherDates(options.dateOrder)
  if ((options.dateFormats ?? []).length > 0) return gathered.end()
  const times = Object.keys(area.fields).filter((name) => area.fields[name]?.reader.kind === 'time')
  const input = await openInput(source, options)
  const mapping = compileMapping(area, options, input.columns)
  let rows = 0
  for await (const batch of input.rows) {
    for (const row of batch) {
      if (row.reason !== undefined) continue
      const texts = mapping((column) => row.values[column], row.columns)
      for (const name of times) if (texts[name]) gathered.add(texts[name], row.line)
    }
    rows += batch.length
    if (rows >= maxDated) break
  }
  return gathered.end()
}

/** Sentences for where dates of both orders are in one file. */
export function notesOfDates({ dayFirst, monthFirst }: DateEvidence): string[] {
  const [day, month] = [dayFirst.example, monthFirst.example]
  if (!day || !month) return []
  const dates = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'date has' : 'dates have'}`
  return [
    `The dates of this file contradict each other: ${dates(dayFirst.dates)} the day first (${day.text}, line ${day.line}), ${dates(monthFirst.dates)} the month first (${month.text}, line ${month.line}). Say which is right with --date-order; those of the other order are bad rows.`,
  ]
}
