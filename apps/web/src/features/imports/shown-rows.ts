import type { BadRow } from '@steward/contract/imports/imports'
import { capitalize } from '@steward/contract/values/capitalize'
import { t } from '@steward/i18n/reader'
import { said } from '../../api/said.ts'
import { type CorrectedRow, columnsOf, type From, fieldName } from './import-values.ts'

export interface ShownRow {
  line: number
  cells: Readonly<Record<string, string>>
  was: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  others: readonly string[]
  corrected: boolean
}

type Reported = Pick<BadRow, 'line' | 'reasons' | 'cells'>

/** The bad and corrected rows by line; `job` gives results, save for rows corrected since. */
export function shownRows(
  preview: readonly Reported[],
  job: readonly Reported[],
  corrected: Readonly<Record<string, CorrectedRow>>,
  fields: Readonly<Record<string, From>>,
): ShownRow[] {
  const byLine = new Map<number, ShownRow>()
  for (const [key, { was, cells }] of Object.entries(corrected)) {
    const line = Number(key)
    const now = { ...was, ...cells }
    byLine.set(line, { line, was, cells: now, errors: {}, others: [], corrected: true })
  }
  const isAsThen = ({ line, cells = {} }: Reported) => {
    const now = byLine.get(line)?.cells
    return !now || Object.entries(cells).every(([column, text]) => now[column] === text)
  }
  const bad = [...preview, ...job.filter(isAsThen)]
  const done = new Set<number>()
  for (const { line, reasons, cells = {} } of bad) {
    if (done.has(line)) continue
    done.add(line)
    const known = byLine.get(line)
    const was = known?.was ?? cells
    byLine.set(line, {
      line,
      was,
      cells: known?.cells ?? cells,
      corrected: known !== undefined,
      ...messagesOf(reasons, fields, Object.keys(was)),
    })
  }
  return [...byLine.values()].sort((a, b) => a.line - b.line)
}

function messagesOf(
  reasons: BadRow['reasons'],
  fields: Readonly<Record<string, From>>,
  columns: readonly string[],
): Pick<ShownRow, 'errors' | 'others'> {
  const errors: Record<string, string> = {}
  const others: string[] = []
  for (const { field, ...each } of reasons) {
    const reason = said(each.reason, each)
    // A message about a row's id is shown in the columns that make up the id.
    const ids = field.split(', ').filter((name) => !(field in fields) && columns.includes(name))
    const own = [...columnsOf(fields[field]), ...ids].filter((column) => columns.includes(column))
    const words =
      ids.length > 0 || !field
        ? capitalize(reason)
        : // i18n: {reason} says what is wrong with it: “is negative”
          t('{field} {reason}', { field: fieldName(field), reason })
    if (own.length === 0) others.push(capitalize(words))
    for (const column of own)
      errors[column] = errors[column]
        ? t('{error}; {another}', { error: errors[column], another: words })
        : words
  }
  return { errors, others }
}
