import { decimalText } from '@steward/contract/currency'
import type { ImportedArea, Reason } from './fields.ts'
import type { Conflict } from './known-rows.store.ts'

/** What becomes of a row whose id a record with other content has. */
export type OnConflict = 'keep' | 'overwrite' | 'bad'

/** Both sides of a conflict, as texts. */
export interface ConflictSample {
  line: number
  /** What the id columns hold. */
  id: string
  /** The record here. */
  _id: string
  /** False where whoever imports may not see the record: then nothing of it is told. */
  shown: boolean
  fields: { field: string; here: string; file: string }[]
}

/** Characters of a value that are told. */
const maxLength = 200

/**
 * A conflict as it is told.
 * @param shown whether the record may be seen by whoever imports
 * @param names what people and categories are called, by their `_id`
 */
export function sampleOf(
  area: ImportedArea,
  { row, recordId, here, columns }: Conflict,
  shown: boolean,
  names: ReadonlyMap<string, string>,
): ConflictSample {
  const fields = columns.flatMap((column) => {
    const field = fieldOf(area, column)
    if (field === undefined) return []
    const text = (record: Record<string, unknown> | null) =>
      record === null ? '' : textOf(record[column], record, column, names)
    return [{ field, here: shown ? text(here) : '', file: text(row.record) }]
  })
  return { line: row.line, id: row.id ?? '', _id: recordId, shown, fields }
}

/** Why a row did not go in as it is, for the report. */
export function reasonsOf({ id, shown, fields }: ConflictSample): Reason[] {
  if (!shown || fields.length === 0) {
    return [{ field: '', reason: `has the id of another record here: "${id}"` }]
  }
  return fields.map(({ field, here, file }) => ({
    field,
    reason: `is "${here}" here and "${file}" in the file, under the id "${id}"`,
  }))
}

/** The ids of people and categories that columns of a conflict hold. */
export const namedIn = (area: ImportedArea, { row, here, columns }: Conflict): string[] =>
  columns
    .filter((column) => isName(area, column))
    .flatMap((column) => [row.record[column], here?.[column]])
    .filter((id) => typeof id === 'string')

const isName = ({ fields }: ImportedArea, column: string): boolean =>
  Object.values(fields).some(
    ({ column: own, reader }) =>
      own === column && (reader.kind === 'person' || reader.kind === 'category'),
  )

/** A name without an account stands beside the field of the account, and is no field of its own. */
function fieldOf({ fields }: ImportedArea, column: string): string | undefined {
  const found = Object.entries(fields).find(
    ([, field]) =>
      field.column === column ||
      (field.reader.kind === 'person' && field.reader.nameColumn === column),
  )
  return found?.[0] ?? (column === 'questions' ? column : undefined)
}

function textOf(
  value: unknown,
  record: Record<string, unknown>,
  column: string,
  names: ReadonlyMap<string, string>,
): string {
  if (value === null || value === undefined) return ''
  if (column === 'amount' || column === 'price') {
    return decimalText(Number(value), String(record['currency'] ?? ''))
  }
  const text = typeof value === 'string' ? (names.get(value) ?? value) : JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text
}
