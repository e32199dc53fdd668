import { gatherDates } from '../dates.ts'
import { type Field, type ImportedArea, isTextField } from '../fields.ts'
import { guessMapping } from '../map/guess.ts'
import { columnNamed, compileMapping } from '../map/mapping.ts'
import { compileTemplate, isTemplate } from '../map/template.ts'
import type { ReadingOptions, Survey } from '../options.ts'
import { decode, decodeWays } from '../read/decode.ts'
import { maxColumns } from '../read/ndjson.ts'
import { type InputRow, openInput } from '../read/rows.ts'
import type { Source } from '../read/source.ts'
import { cut } from '../values.ts'

export type FirstRows = Awaited<ReturnType<typeof readFirstRows>>

/** How many rows are shown, surveyed, and searched for dates before the first is read. */
const maxShown = 10
const maxSurveyed = 200
const maxDated = 10_000

const maxValue = 500
const maxExample = 160
const maxExamples = 3

/** Reads the first rows of a file; throws an OperatorError where file or mapping is invalid. */
export async function readFirstRows(source: Source, area: ImportedArea, options: ReadingOptions) {
  const { set = {}, dateFormats = [], dateOrder } = options
  const input = await openInput(source, options)
  const coming = eachOf(input.rows)
  const seen: InputRow[] = []
  for await (const row of next(coming, maxSurveyed)) seen.push(row)
  const shown = seen.slice(0, maxShown)
  const all = input.columns ?? [...new Set(shown.flatMap((row) => row.columns))]
  const columns = all.slice(0, maxColumns)
  const sample = (column: string) =>
    shown.map((row) => row.values[column] ?? '').find((value) => value.trim() !== '')
  const guessed = options.guess ? guessMapping(area, columns, set, sample, options) : undefined
  const map = options.map ?? guessed
  const mapping = compileMapping(area, { set, map }, input.columns)

  const gathered = gatherDates(dateOrder)
  const times = Object.keys(area.fields).filter((name) => area.fields[name]?.reader.kind === 'time')
  const gather = (row: InputRow) => {
    if (row.reason !== undefined) return
    const texts = mapping((column) => row.values[column], row.columns)
    for (const name of times) if (texts[name]) gathered.add(texts[name], row.line)
  }
  if (dateFormats.length === 0) {
    seen.forEach(gather)
    for await (const row of next(coming, maxDated - seen.length)) gather(row)
  }
  await coming.return(undefined)
  return {
    columns,
    /** The cells of the first rows by column, long values cut. */
    rows: shown.map((row) => columns.map((column) => cut(row.values[column] ?? '', maxValue))),
    map,
    encoding: input.encoding,
    notes: input.notes,
    survey: surveyRows(area, seen, input.columns, { map: map ?? {}, set }),
    dates: gathered.end(),
  }
}

async function* eachOf<T>(batches: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch
}

async function* next<T>(coming: AsyncIterator<T>, count: number): AsyncGenerator<T> {
  for (let n = 0; n < count; n += 1) {
    const { value, done } = await coming.next()
    if (done) return
    yield value
  }
}

function surveyRows(
  area: ImportedArea,
  rows: readonly InputRow[],
  columns: readonly string[] | null,
  { map, set }: Required<Pick<ReadingOptions, 'set'>> & { map: Record<string, string> },
): Survey {
  const survey: Survey = {
    rows: 0,
    missing: {},
    fallbacks: {},
    encoded: { unescape: { texts: 0, examples: [] }, entities: { texts: 0, examples: [] } },
  }
  const taken = Object.entries(map).map(([field, spec]) => ({
    field,
    from: columnsOf(spec).map((name) => columnNamed(name, columns) ?? name),
  }))
  const texts = new Set(taken.flatMap(({ field, from }) => (isTextField(area, field) ? from : [])))
  for (const row of rows) {
    if (row.reason !== undefined) continue
    survey.rows += 1
    for (const { field, from } of taken) {
      const known = area.fields[field]
      const isEmpty = from.every((column) => (row.given[column] ?? '').trim() === '')
      if (known && from.length > 0 && isEmpty && set?.[field] === undefined)
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

function columnsOf(spec: string): readonly string[] {
  if (isTemplate(spec)) return compileTemplate(spec).columns
  return spec === '' ? [] : [spec]
}
