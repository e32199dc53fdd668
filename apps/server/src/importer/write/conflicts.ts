import { decimalText } from '@steward/contract/values/currency'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { ImportedArea, Reason } from '../fields.ts'
import type { ConflictSample } from '../options.ts'
import { cut } from '../values.ts'
import type { Conflict } from './rows.store.ts'

/** Texts of the row and, where they are shown, of the existing record; `names` has their names by `_id`. */
export function sampleOf(
  area: ImportedArea,
  { row, recordId, here, columns }: Conflict,
  { isShown: shown, hidden }: { isShown: boolean; hidden: readonly string[] },
  names: ReadonlyMap<string, string>,
): ConflictSample {
  const fields = columns.flatMap((column) => {
    const field = fieldOf(area, column)
    if (field === undefined) return []
    const text = (record: Record<string, unknown>) => textOf(record, column, names)
    const isHere = shown && here && !hidden.includes(column)
    return [{ field, here: isHere ? text(here) : '', file: text(row.record) }]
  })
  return { line: row.line, id: row.id ?? '', _id: recordId, shown, fields }
}

export function reasonsOf({ id, shown, fields }: ConflictSample): Reason[] {
  if (!shown || fields.length === 0)
    return [{ field: '', reason: say('has the id of another record here: "{id}"', { id }) }]
  return fields.map(({ field, here, file }) => ({
    field,
    reason: say('is "{here}" here and "{file}" in the file, under the id "{id}"', {
      here,
      file,
      id,
    }),
  }))
}

/** Why a row can't overwrite: for each field that it has and that is hidden. */
export const unchangeable = (
  area: ImportedArea,
  { columns }: Conflict,
  hidden: readonly string[],
): Reason[] =>
  columns
    .filter((column) => hidden.includes(column))
    .map((column) => ({
      field: fieldOf(area, column) ?? '',
      reason: msg('can’t be changed with your role'),
    }))

export function namedIn({ fields }: ImportedArea, { row, here, columns }: Conflict): string[] {
  const kinds = new Map(Object.values(fields).map(({ column, reader }) => [column, reader.kind]))
  return columns
    .filter((column) => ['person', 'category'].includes(kinds.get(column) ?? ''))
    .flatMap((column) => [row.record[column], here?.[column]])
    .filter((id) => typeof id === 'string')
}

/** The field of a column; the name of somebody without an account counts as the account's field. */
function fieldOf({ fields }: ImportedArea, wanted: string): string | undefined {
  const found = Object.entries(fields).find(
    ([, { column, reader }]) =>
      column === wanted || (reader.kind === 'person' && reader.nameColumn === wanted),
  )
  return found?.[0] ?? (wanted === 'questions' ? wanted : undefined)
}

function textOf(
  record: Record<string, unknown>,
  column: string,
  names: ReadonlyMap<string, string>,
): string {
  const value = record[column]
  if (value === null || value === undefined) return ''
  if (column === 'amount' || column === 'price')
    return decimalText(Number(value), String(record['currency'] ?? ''))
  return cut(typeof value === 'string' ? (names.get(value) ?? value) : JSON.stringify(value), 200)
}
