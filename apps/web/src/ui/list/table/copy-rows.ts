import { escapeFormulas } from '@steward/contract/values/spreadsheet'
import { t } from '@steward/i18n/reader'
import type { Row } from '../../../api/listing.ts'
import type { Column } from '../definition/list-definition.ts'

/** One cell for a spreadsheet: on one line, and never read as a formula. */
export const sheetCell = (text: string): string =>
  escapeFormulas(text.replaceAll(/[\t\r\n]+/g, ' ').trim())

/** Rows as tab-separated text with a line of headings, as spreadsheets paste it. */
export function rowsAsText<T>(rows: Iterable<Row<T>>, columns: readonly Column<T>[]): string {
  const copied = columns.filter((column) => !column.control)
  const lines = [copied.map((column) => sheetCell(t(column.label)))]
  for (const { record } of rows) lines.push(copied.map((column) => sheetCell(column.text(record))))
  return lines.map((cells) => cells.join('\t')).join('\n')
}
