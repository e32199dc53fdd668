import type { Row } from '../../api/listing.ts'
import type { Column } from './list-definition.ts'

/**
 * One cell for a spreadsheet: on one line, and not taken for a formula. Numbers and telephone
 * numbers stay as they are.
 */
export function sheetCell(text: string): string {
  const line = text.replaceAll(/[\t\r\n]+/g, ' ').trim()
  const risky = /^[=@]/.test(line) || (/^[+-]/.test(line) && !/^[+-][\d\s().,/-]*$/.test(line))
  return risky ? `'${line}` : line
}

/** Rows as tab-separated text with a line of headings, as spreadsheets paste it. */
export function rowsAsText<T>(rows: Iterable<Row<T>>, columns: readonly Column<T>[]): string {
  const copied = columns.filter((column) => !column.control)
  const lines = [copied.map((column) => sheetCell(column.label))]
  for (const { record } of rows) lines.push(copied.map((column) => sheetCell(column.text(record))))
  return lines.map((cells) => cells.join('\t')).join('\n')
}
