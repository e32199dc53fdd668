import { decodedIn, type Encoding } from './encoded-text.ts'
import type { Field, Importing } from './fields.ts'
import { isTextField } from './fields.ts'
import { columnNamed } from './mapping.ts'
import type { InputRow } from './rows.ts'
import { compileTemplate } from './template.ts'
import { BadValue } from './values.ts'

/** What the first rows of a file hold that a person should know before they go in. */
export interface Survey {
  /** Rows that were looked at. */
  rows: number
  /** Rows without a value for a field that needs one, by the field. */
  missing: Record<string, number>
  /** Rows without a value for a field that then gets another one, by the field. */
  fallbacks: Record<string, { rows: number; value: string }>
  /** Texts that are encoded in one way, and some of them before and after. */
  encoded: Record<Encoding, { texts: number; examples: Example[] }>
}

/** A text before and after it is decoded. */
export interface Example {
  column: string
  before: string
  after: string
}

/** Examples of each kind, and characters of each that are shown. */
const mostExamples = 3
const longestExample = 160

/**
 * Looks rows over under a mapping.
 * @param seen the rows, and the columns of a CSV file; null where every row has its own
 * @param map field to column or template
 * @param set fields that are the same in every row
 */
export function surveyRows(
  area: Importing,
  seen: { rows: readonly InputRow[]; columns: readonly string[] | null },
  map: Readonly<Record<string, string>>,
  set: Readonly<Record<string, string>> = {},
): Survey {
  const survey: Survey = {
    rows: 0,
    missing: {},
    fallbacks: {},
    encoded: { unescape: { texts: 0, examples: [] }, entities: { texts: 0, examples: [] } },
  }
  const taken = Object.entries(map).map(([field, spec]) => ({
    field,
    // What is no column of the file has a failure of its own.
    columns: columnsOf(spec).map((name) => columnNamed(name, seen.columns) ?? name),
    known: area.fields[field],
  }))
  const texts = new Set(
    taken.flatMap(({ field, columns }) => (isTextField(area, field) ? columns : [])),
  )
  for (const row of seen.rows) {
    if (row.reason !== undefined) continue
    survey.rows += 1
    for (const { field, columns, known } of taken) {
      const isEmpty = columns.every((column) => (row.given[column] ?? '').trim() === '')
      if (known && columns.length > 0 && isEmpty && set[field] === undefined)
        noteEmpty(survey, field, known)
    }
    for (const column of texts) noteEncoded(survey, column, row.given[column] ?? '')
  }
  return survey
}

function noteEmpty(survey: Survey, field: string, { required, fallback }: Field): void {
  if (required) survey.missing[field] = (survey.missing[field] ?? 0) + 1
  else if (fallback !== undefined && fallback !== null) {
    const before = survey.fallbacks[field]?.rows ?? 0
    survey.fallbacks[field] = { rows: before + 1, value: String(fallback) }
  }
}

function noteEncoded({ encoded }: Survey, column: string, before: string): void {
  for (const encoding of ['unescape', 'entities'] as const) {
    const after = decodedIn(encoding, before)
    if (after === null) continue
    const found = encoded[encoding]
    found.texts += 1
    if (found.examples.length < mostExamples) {
      found.examples.push({ column, before: cut(before), after: cut(after) })
    }
  }
}

/** The columns that a field is taken from. */
function columnsOf(spec: string): readonly string[] {
  if (spec === '') return []
  if (!/[{}]/.test(spec)) return [spec]
  try {
    return compileTemplate(spec).columns
  } catch (error) {
    if (error instanceof BadValue) return []
    throw error
  }
}

const cut = (text: string): string =>
  text.length > longestExample ? `${text.slice(0, longestExample).toWellFormed()}…` : text
